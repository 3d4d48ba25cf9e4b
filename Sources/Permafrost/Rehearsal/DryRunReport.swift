import Foundation
import PermafrostStore
import SwiftData

/// The result of a rehearsed migration: whether it succeeds, the number of rows before and after, and every change to
/// the data. `SafeModelContainer.dryRun` migrates a copy of a store and returns the report.
///
/// ```swift
/// let report = try SafeModelContainer.dryRun(
///     for: PostsSchemaV4.self, plan: PostsMigrationPlan.plan, storeURL: storeURL)
/// for row in report.rows { print(row.entity, row.before ?? 0, row.after ?? 0) }
/// if let preservation = report.preservation, !preservation.passed { print(preservation) }
/// ```
///
/// A dry run can succeed and still lose data. Check ``preservation`` in addition to ``passed``.
public struct DryRunReport: Sendable {
    /// The number of rows of one entity before and after a migration.
    public struct Rows: Sendable, Hashable {
        /// The entity's name.
        public let entity: String
        /// The number of rows before the migration; nil for a new entity, or if the rows can't be counted.
        public let before: Int?
        /// The number of rows after the migration; nil for an entity that was removed, if the migration didn't
        /// complete, or if the rows can't be counted.
        public let after: Int?
        /// The number of rows that Permafrost's operations changed or deleted. For a ``Transform`` from one model to
        /// another, this is the number of snapshots of old rows that it built new rows from. Changes by a
        /// ``CustomOperation``, by an app's own ``MigrationOperation``, and by an app's own hooks aren't counted.
        public let changed: Int
    }

    /// The result of one assertion.
    public struct AssertionResult: Sendable, Hashable {
        /// The possible results of an assertion.
        public enum Outcome: Sendable, Hashable {
            /// The assertion holds.
            case passed
            /// The assertion doesn't hold. The string describes the actual values.
            case failed(String)
            /// The migration failed before the result of the assertion was known.
            case undecided
        }

        /// The assertion's name, such as `Assert.unique Post.slug`.
        public let name: String
        /// The stage's name, such as `1.0.0 → 2.0.0`.
        public let stage: String
        /// The result of the assertion.
        public let outcome: Outcome
    }

    /// The URL of the store's file.
    public let storeURL: URL
    /// The version that the store has; nil if the plan can't migrate the store, for example because it doesn't list
    /// this version.
    public internal(set) var from: Schema.Version?
    /// A description of the system frameworks that made the store, such as `the frameworks of iOS 17 and 18 (Core Data
    /// up to 1419)`. Nil unless they infer inverse relationships that this process's framework doesn't infer. In that
    /// case, the store's version hashes differ from the hashes that this process computes.
    public internal(set) var madeBy: String?
    /// The version that the store would migrate to.
    public let to: Schema.Version
    /// The stages that the store goes through, in order. Empty if the store already has the destination version, or if
    /// the plan can't migrate it.
    public internal(set) var steps: [PlanStep] = []
    /// The error that the migration would fail with; nil if it succeeds.
    public internal(set) var error: MigrationError?
    /// The number of rows of each entity before and after the migration, sorted by the entity's name.
    public internal(set) var rows: [Rows] = []
    /// The number of existing values that a ``Backfill`` replaced, keyed by property, such as `Post.slug`.
    public internal(set) var replacedValues: [String: Int] = [:]
    /// The results of the assertions, in the order of the stages.
    public internal(set) var assertions: [AssertionResult] = []
    /// Every value and link that changed, except for expected changes and changes that the plan's operations make
    /// intentionally. Nil if the migration didn't complete.
    public internal(set) var preservation: DataDiff?
    /// The entities and properties of the store that don't exist in the newer version, each with its number of rows,
    /// values or links. ``preservation`` also reports the lost data.
    var dropped: [DroppedPart] = []
    /// The time it took to open and migrate the copy. Zero if the plan can't migrate the store.
    public internal(set) var duration: Duration = .zero
    /// The size of the store before the migration, with its `-wal` and its large values, in bytes.
    public internal(set) var bytesBefore = 0
    /// The size of the store after the migration, in bytes. Equal to ``bytesBefore`` if the migration didn't complete.
    public internal(set) var bytesAfter = 0

    /// Whether the migration succeeds. A migration that succeeds can still lose data: see ``preservation``.
    public var passed: Bool { error == nil }

    init(storeURL: URL, to version: Schema.Version) {
        self.storeURL = storeURL
        to = version
    }
}

extension DryRunReport: CustomStringConvertible {
    /// The outcome, the error, the steps, the rows, the replaced values, the assertions and the changes to the data, on
    /// separate lines.
    public var description: String {
        let outcome = passed ? "succeeds" : "fails"
        var lines = ["\(storeURL.lastPathComponent): \(from.map { "\($0)" } ?? "unknown version") → \(to) \(outcome)"]
        if let madeBy { lines.append("  The store was made by \(madeBy).") }
        if let error { lines.append("  \(error)") }
        lines += steps.map { "  \($0)  \($0.kind.rawValue)" }
        lines += rows.map { row in
            let counts = "\(row.before.map(String.init) ?? "–") → \(row.after.map(String.init) ?? "–")"
            return "  \(row.entity): \(counts) rows" + (row.changed > 0 ? ", \(row.changed) changed by operations" : "")
        }
        lines += replacedValues.sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value) values replaced" }
        lines += assertions.map { assertion in
            switch assertion.outcome {
            case .passed: "  holds: \(assertion.name)"
            case .failed(let found): "  doesn't hold: \(assertion.name): \(found)"
            case .undecided: "  undecided: \(assertion.name)"
            }
        }
        if let preservation { lines.append("  \("\(preservation)".replacing("\n", with: "\n  "))") }
        return lines.joined(separator: "\n")
    }
}
