import Foundation
import PermafrostStore
import SwiftData

/// What a migration would do to a store: whether it succeeds, what becomes of its rows, and what is not as it was. It is
/// found on a copy; see ``SafeModelContainer``.
public struct DryRunReport: Sendable {
    /// The rows of one entity.
    public struct Rows: Sendable, Hashable {
        /// The entity's name.
        public let entity: String
        /// The rows before; nil for an entity that is new.
        public let before: Int?
        /// The rows after; nil for an entity that is gone, and where the migration failed.
        public let after: Int?
        /// The rows that operations inserted, changed or deleted. What the app's own hooks do is not counted.
        public let changed: Int
    }

    /// One assertion of a stage.
    public struct AssertionResult: Sendable, Hashable {
        /// How it came out.
        public enum Outcome: Sendable, Hashable {
            /// It holds.
            case passed
            /// It does not hold: what was found.
            case failed(String)
            /// The migration ended before it was decided.
            case undecided
        }

        /// The assertion's name, such as `Assert.unique Post.slug`.
        public let name: String
        /// The stage's name, such as `1.0.0 → 2.0.0`.
        public let stage: String
        /// How it came out.
        public let outcome: Outcome
    }

    /// The store's file.
    public let storeURL: URL
    /// The version that the store is of; nil if the plan does not list it.
    public internal(set) var from: Schema.Version?
    /// The frameworks that made the store in words, if they read its version otherwise than the one of this process: they
    /// infer other inverses. Nil for the usual store.
    public internal(set) var madeBy: String?
    /// The version that it would be brought to.
    public let to: Schema.Version
    /// The stages of the route, in order; empty if the store is of the version already, or there is no route.
    public internal(set) var steps: [PlanStep] = []
    /// Why the migration fails; nil if it succeeds.
    public internal(set) var error: MigrationError?
    /// The rows by entity, sorted by name.
    public internal(set) var rows: [Rows] = []
    /// The assertions of the stages of the route, in order.
    public internal(set) var assertions: [AssertionResult] = []
    /// Every value and link that is not as it was, beyond what the plan's operations do on purpose and what else was expected;
    /// nil if the migration failed.
    public internal(set) var preservation: PreservationReport?
    /// What has no place in the newer version, with what it held. The comparison says so, too.
    var dropped: [RehearsalResult.DroppedPart] = []
    /// How long opening the store takes, migration included.
    public internal(set) var duration: Duration = .zero
    /// The size of the store with its -wal and its large values, in bytes.
    public internal(set) var bytesBefore = 0
    /// The size after the migration, in bytes; that before where it failed.
    public internal(set) var bytesAfter = 0

    /// Whether the migration succeeds.
    public var succeeded: Bool { error == nil }

    init(storeURL: URL, to version: Schema.Version) {
        self.storeURL = storeURL
        to = version
    }
}

extension DryRunReport: CustomStringConvertible {
    /// The outcome, the steps, the rows and what is not as it was, a line each.
    public var description: String {
        let outcome = succeeded ? "succeeds" : "fails"
        var lines = ["\(storeURL.lastPathComponent): \(from.map { "\($0)" } ?? "unknown version") → \(to) \(outcome)"]
        if let madeBy { lines.append("  The store was made by \(madeBy).") }
        if let error { lines.append("  \(error)") }
        lines += steps.map { "  \($0)  \($0.kind.rawValue)" }
        lines += rows.map { row in
            let counts = "\(row.before.map(String.init) ?? "–") → \(row.after.map(String.init) ?? "–")"
            return "  \(row.entity): \(counts) rows" + (row.changed > 0 ? ", \(row.changed) changed by operations" : "")
        }
        lines += assertions.map { assertion in
            switch assertion.outcome {
            case .passed: "  holds: \(assertion.name)"
            case .failed(let found): "  does not hold: \(assertion.name): \(found)"
            case .undecided: "  undecided: \(assertion.name)"
            }
        }
        if let preservation { lines.append("  \("\(preservation)".replacing("\n", with: "\n  "))") }
        return lines.joined(separator: "\n")
    }
}
