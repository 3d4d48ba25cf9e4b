import PermafrostStore
import SwiftData

/// Keeps one of the rows that have equal values in a property, before the new version makes it unique.
///
/// ```swift
/// Deduplicate(\SchemaV1.Tag.name, keep: .first)
/// ```
///
/// becomes: before the store changes, the tags of each name but the first are deleted; what they were linked to is linked to the
/// first one.
///
/// Links move if it is obvious where to: what a dropped row's to-many relationships refer to joins the kept row's; what its
/// optional to-one relationships refer to, if the kept row refers to nothing; and rows that refer to it by a relationship that
/// it does not know of refer to the kept row. Its other values go with it. Rows without a value stay, and texts are equal where
/// their bytes are, as for a unique constraint. Memory grows with the number of rows that have equals.
public struct Deduplicate: StageOperation {
    /// Which of the rows with equal values stays.
    public enum Keep: Sendable, Hashable {
        /// The one that was saved first.
        case first
        /// The one that was saved last.
        case last
    }

    public let name: String
    let models: [ModelUse]
    /// The property whose values become unique.
    let property: PropertyName
    let effects: [OperationEffect]
    private let deduplicate: @Sendable (StageContext) throws -> Void

    /// Keeps the first or the last of the rows with equal values.
    public init<Model: PersistentModel, Value: Codable & SendableMetatype>(
        _ property: KeyPath<Model, Value> & Sendable, keep: Keep
    ) {
        self.init(property) { rows in (keep == .first ? rows.first : rows.last) ?? rows[0] }
    }

    /// Keeps one of the rows with equal values.
    ///
    /// - Parameters:
    ///   - property: the property whose values become unique.
    ///   - choose: takes rows with equal values in the order in which they were saved, two or more, and returns one of them.
    public init<Model: PersistentModel, Value: Codable & SendableMetatype>(
        _ property: KeyPath<Model, Value> & Sendable, keep choose: @escaping @Sendable ([Model]) throws -> Model
    ) {
        let propertyName = PropertyName(property)
        let name = "Deduplicate \(propertyName)"
        self.name = name
        self.property = propertyName
        models = [.old(Model.self)]
        effects = [.mergedRows(entity: propertyName.entity)]
        deduplicate = { stage in
            do {
                try Deduplication(
                    stage: stage, operation: name,
                    scan: DuplicateScan<Model, Value>(bound: stage.run.bound) { $0[keyPath: property] }, choose: choose
                ).run()
            } catch {
                throw MigrationError(locating: error, operation: name, property: propertyName.description)
            }
        }
    }

    public func capture(_ stage: StageContext) throws { try deduplicate(stage) }
}

/// One run of a ``Deduplicate``.
private struct Deduplication<Model: PersistentModel, Value: Codable> {
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
        var batch = RowPass.Batch(
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
