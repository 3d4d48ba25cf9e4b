import Foundation
import SwiftData

/// A transfer of complete rows. It captures snapshots of the old rows, and builds new rows from the snapshots.
///
/// If the old and the new class have the same entity, the captured rows still exist after SwiftData's migration. A
/// ``RowReplacement`` deletes them, so that no row exists twice.
struct ModelRebuild<Old: PersistentModel, New: PersistentModel, Snapshot> {
    let operation: String
    let capture: (Old) throws -> Snapshot?
    /// A closure that builds the new rows for a snapshot. It returns the new row that replaces the old one; nil if the
    /// old row has no replacement.
    let build: (ModelContext, Snapshot) throws -> New?
    /// Whether ``build`` can return a row.
    let returnsRows: Bool

    /// The number of snapshots whose rows are built and saved together.
    private static var batchSize: Int { 500 }

    /// Whether the built rows replace the captured rows, because the old and the new class have the same entity.
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
        var batch = RowBatch(
            stage: stage, phase: .operations, operation: operation, entity: Schema.entityName(of: New.self))
        let replacement =
            Self.replacesRows ? try RowReplacement<New>(stage, keepingLinks: returnsRows) : nil
        if let replacement, replacement.deletesFirst {
            try forEachBatch(of: snapshots) { part in
                for (key, _) in part { try replacement.delete(key) }
                try context.save()
                try stage.run.checkCancelled()
            }
        }
        var expected = try context.fetchCount(FetchDescriptor<New>())
        try forEachBatch(of: snapshots) { part in
            for (key, snapshot) in part {
                if let replacement, try !replacement.includes(key) { continue }
                let new = try build(context, snapshot)
                if let new, new.modelContext == nil { context.insert(new) }
                try replacement?.replace(key, with: new)
                try batch.next(isChanged: true) { expected += Self.change(in: context) }
            }
            expected += Self.change(in: context)
            try context.save()
            try replacement?.didSave()
        }
        try batch.end()
        let found = try context.fetchCount(FetchDescriptor<New>())
        guard found == expected else { throw MigrationError(.stage(.rowsMerged(count: expected - found))) }
        try replacement?.restoreLinks(batchSize: Self.batchSize) { try stage.run.checkCancelled() }
    }

    /// Calls a closure with each batch of snapshots, sorted by the keys of their rows.
    private func forEachBatch(
        of snapshots: SnapshotList<Snapshot>, _ body: ([(key: Int64, snapshot: Snapshot)]) throws -> Void
    ) throws {
        var last: Int64?
        while case let part = try snapshots.batch(after: last, limit: Self.batchSize), let end = part.last?.key {
            last = end
            try body(part)
        }
    }

    /// Returns the number of rows of the new class that the next save adds, minus the number that it deletes.
    private static func change(in context: ModelContext) -> Int {
        context.insertedModelsArray.count { $0 is New } - context.deletedModelsArray.count { $0 is New }
    }
}
