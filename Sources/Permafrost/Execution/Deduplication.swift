import PermafrostStore
import SwiftData

/// One run of a ``Deduplicate``.
struct Deduplication<Model: PersistentModel, Value: Codable> {
    let stage: StageContext
    let operation: String
    let scan: DuplicateScan<Model, Value>
    let choose: ([Model]) throws -> Model

    func run() throws {
        try stage.modelContext.save()
        let rows = try stage.modelContext.fetchCount(FetchDescriptor<Model>())
        let passes = scan.passes(rows: rows)
        for pass in 0..<passes {
            try stage.run.checkCancelled()
            let repeated = try scan.repeatedHashes(pass: pass, of: passes, stage)
            if !repeated.isEmpty { try removeDuplicates(try duplicates(repeated)) }
        }
    }

    private typealias Row = (key: Int64, identifier: PersistentIdentifier)

    /// The rows with equal values, in the order of their keys, for each value that several have.
    private func duplicates(_ hashes: Set<UInt64>) throws -> [[Row]] {
        let keys = PrimaryKeyEncoder()
        var rows: [SQLiteValue: [Row]] = [:]
        try scan.forEachRow(stage, with: hashes) { cell, row in
            let identifier = row.persistentModelID
            rows[cell, default: []].append((try keys.key(of: identifier), identifier))
        }
        return rows.values.filter { $0.count > 1 }.map { $0.sorted { $0.key < $1.key } }
            .sorted { $0[0].key < $1[0].key }
    }

    private func removeDuplicates(_ groups: [[Row]]) throws {
        let context = stage.modelContext
        var links = try LinkTransfer<Model>(context: context, state: stage.state)
        var batch = RowBatch(
            stage: stage, phase: .capture, operation: operation, entity: Schema.entityName(of: Model.self))
        var removed: [PersistentIdentifier] = []
        for group in groups {
            let rows = group.compactMap { context.model(for: $0.identifier) as? Model }
            let kept = try choose(rows)
            guard rows.contains(where: { $0 === kept }) else {
                throw MigrationError(
                    .plan(.invalid(["The closure returned a row that is not one of those with equal values."])))
            }
            for row in rows where row !== kept {
                links.move(from: row, to: kept)
                removed.append(row.persistentModelID)
            }
        }
        try context.save()
        try links.replaceReferences()
        for identifier in removed {
            guard let row = context.model(for: identifier) as? Model else { continue }
            context.delete(row)
            try batch.next(isChanged: true)
        }
        try batch.end()
    }
}
