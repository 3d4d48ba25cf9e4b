import Foundation
import SwiftData

/// A transfer of whole rows. It captures a snapshot of each old row, and builds new rows from the snapshots.
///
/// If the old and the new class are the same entity, the migration has carried the captured rows over. Each is deleted
/// in the save that inserts its replacement, so no row exists twice, and none is missing if the process ends in
/// between.
struct ModelRebuild<Old: PersistentModel, New: PersistentModel, Snapshot> {
    let operation: String
    let capture: (Old) throws -> Snapshot?
    /// A closure that builds the new rows for a snapshot. Returns the row that replaces the old one, or nil.
    let build: (ModelContext, Snapshot) throws -> New?

    /// The number of snapshots whose rows are built and saved together.
    private static var batchSize: Int { 500 }

    /// Whether the migration carries the captured rows over.
    static var replacesRows: Bool { Schema.entityName(of: Old.self) == Schema.entityName(of: New.self) }

    /// Returns the steps that capture the snapshots and build the rows in one run of a stage.
    func steps(_ snapshots: SnapshotList<Snapshot>) -> RowSteps {
        RowSteps(
            capture: RowStep(Old.self, operation: operation, needsKey: true) { row, key in
                if let snapshot = try capture(row) { try snapshots.add(snapshot, key) }
                return false
            }, work: { try run($0, snapshots) })
    }

    private func run(_ stage: StageContext, _ snapshots: SnapshotList<Snapshot>) throws {
        let context = stage.modelContext
        try context.save()
        var batch = RowPass.Batch(
            stage: stage, phase: .operations, operation: operation, entity: Schema.entityName(of: New.self))
        var expected = try context.fetchCount(FetchDescriptor<New>())
        let replacement = Self.replacesRows ? try Replacement(stage) : nil
        var last: Int64?
        while case let part = try snapshots.batch(after: last, limit: Self.batchSize), let end = part.last?.key {
            last = end
            for (key, snapshot) in part {
                let old = try replacement?.row(of: key)
                // An operation of the stage deleted the row.
                if replacement != nil, old == nil, stage.state.mayHaveDeleted { continue }
                let new = try build(context, snapshot)
                if let new, new.modelContext == nil { context.insert(new) }
                if let old { try replacement?.replace(old, with: new) }
                try batch.next(isChanged: true) { expected += Self.change(in: context) }
            }
            expected += Self.change(in: context)
            try context.save()
        }
        try batch.end()
        let found = try context.fetchCount(FetchDescriptor<New>())
        guard found == expected else { throw MigrationError(.stage(.rowsMerged(count: expected - found))) }
    }

    /// Returns the number of rows of the new class that the next save adds, less the number that it deletes.
    private static func change(in context: ModelContext) -> Int {
        context.insertedModelsArray.count { $0 is New } - context.deletedModelsArray.count { $0 is New }
    }

    /// The rows that the migration carried over, and the links to move from them.
    private final class Replacement {
        private let context: ModelContext
        private let links: LinkTransfer<New>
        private let finder: RowIdentifiers.Finder<New>?
        private let mayBeMissing: Bool

        init(_ stage: StageContext) throws {
            context = stage.modelContext
            links = try LinkTransfer<New>(context: context, state: stage.state)
            mayBeMissing = stage.state.mayHaveDeleted
            var first = FetchDescriptor<New>()
            first.fetchLimit = 1
            finder = try context.fetch(first).first.map {
                try .init(context: stage.modelContext, like: $0.persistentModelID)
            }
        }

        /// Returns the row with the key of a captured row; nil if an operation of the stage deleted it.
        ///
        /// - Throws: ``MigrationError`` with `.stage(.valueLost)` if the row is missing for another reason.
        func row(of key: Int64) throws -> New? {
            if let row = try finder?.row(of: key) { return row }
            if mayBeMissing { return nil }
            throw MigrationError(.stage(.valueLost(count: 1)))
        }

        /// Deletes a row. Moves its links to the new row first, or removes them if there is no new row, so that its
        /// delete rules don't reach other rows.
        ///
        /// - Throws: ``MigrationError`` with `.plan(.invalid)` if there is a new row, and a relationship without an
        ///   inverse can refer to the old row.
        func replace(_ old: New, with new: New?) throws {
            if let new {
                guard links.referringProperties.isEmpty else {
                    throw MigrationError(
                        .plan(
                            .invalid(
                                links.referringProperties.map {
                                    "\($0) has no inverse, so its links to the replaced rows can't be moved."
                                })))
                }
                links.moveOwnLinks(from: old, to: new)
            }
            links.removeLinks(of: old)
            context.delete(old)
        }
    }
}
