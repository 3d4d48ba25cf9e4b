import PermafrostStore
import SwiftData

/// An operation that keeps one of the rows with equal values in a property and deletes the others. Use it in the stage
/// that adds a unique constraint, which would otherwise fail for existing duplicates.
///
/// ```swift
/// let stage = Stage(from: PostsSchemaV2.self, to: PostsSchemaV3.self) {
///     Deduplicate(\PostsSchemaV2.Post.title, keep: .first)
/// }
/// ```
///
/// Before the store changes, this deletes all posts with the same title except the first, and moves their links to the
/// first post.
///
/// > Warning: The other rows are deleted with all their values, except for the links described below. Pass a closure to
/// > choose the row that keeps its values.
///
/// ## Links
/// Links move if only one result is possible:
/// - The rows in a deleted row's to-many relationships are added to the kept row.
/// - The row in a deleted row's optional to-one relationship moves to the kept row if the kept row has none.
/// - Rows that refer to a deleted row through a relationship without an inverse then refer to the kept row.
///
/// ## Comparing
/// Rows without a value are kept. As in a unique constraint, strings are equal if their bytes are equal. Memory use
/// grows with the number of rows that have duplicates.
///
/// Add ``Assert/unique(_:)`` to the same stage to check the result.
public struct Deduplicate: StageOperation {
    /// The row to keep among rows with equal values.
    public enum Keep: Sendable, Hashable {
        /// The row that was saved first.
        case first
        /// The row that was saved last.
        case last
    }

    public let name: String
    let models: [ModelUse]
    /// The property whose values become unique.
    let property: PropertyName
    let effects: [OperationEffect]
    private let deduplicate: @Sendable (StageContext) throws -> Void

    /// Creates an operation that keeps the first or the last of the rows with equal values.
    ///
    /// - Parameters:
    ///   - property: the property whose values become unique, in the old version.
    ///   - keep: the row to keep.
    public init<Model: PersistentModel, Value: Codable & SendableMetatype>(
        _ property: KeyPath<Model, Value> & Sendable, keep: Keep
    ) {
        self.init(property) { rows in (keep == .first ? rows.first : rows.last) ?? rows[0] }
    }

    /// Creates an operation that keeps a row of your choice among the rows with equal values.
    ///
    /// ```swift
    /// let newest = Deduplicate(\PostsSchemaV2.Post.title) { posts in
    ///     posts.max { $0.createdAt < $1.createdAt } ?? posts[0]
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - property: the property whose values become unique, in the old version.
    ///   - choose: returns the row to keep. It gets two or more rows with equal values, in the order that they were
    ///     saved, and must return one of them; otherwise, the migration fails.
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
                    scan: DuplicateScan<Model, Value>(property, bound: stage.run.bound), choose: choose
                ).run()
            } catch {
                throw MigrationError(locating: error, operation: name, property: propertyName.description)
            }
        }
    }

    public func capture(_ stage: StageContext) throws { try deduplicate(stage) }
}

/// One run of a ``Deduplicate`` operation.
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

    /// Returns the groups of rows with equal values, among the rows with the given hashes. The groups, and the rows in
    /// each group, are sorted by primary key.
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
        var links = try LinkTransfer<Model>(
            context: context, models: stage.state.oldModels, schema: stage.state.oldSchema)
        var batch = RowBatch(
            stage: stage, phase: .capture, operation: operation, entity: Schema.entityName(of: Model.self))
        var removed: [PersistentIdentifier] = []
        for group in groups {
            let rows = group.compactMap { context.model(for: $0.identifier) as? Model }
            let kept = try choose(rows)
            guard rows.contains(where: { $0 === kept }) else {
                throw MigrationError(
                    .plan(
                        .invalid([
                            "The closure of Deduplicate must return one of the rows that it receives, but "
                                + "returned another row."
                        ])))
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
