import PermafrostStore
import SwiftData

/// A replacement of rows that still exist after a migration. The new rows are built from snapshots of the old ones.
///
/// All captured rows are deleted before the first row is built, so that a built row can have the unique value of any
/// captured row. If the built rows must get the links of the captured rows, the links are captured before the deletion
/// and restored after the last row is built.
///
/// There is one exception. If the built rows must get the links, and a class has a required relationship to the model,
/// a row of that class can't be saved without its link. In this case, each captured row is deleted in the save that
/// inserts its replacement.
final class RowReplacement<Model: PersistentModel> {
    /// Whether the captured rows are deleted before the first row is built.
    let deletesFirst: Bool
    private let context: ModelContext
    private let links: LinkTransfer<Model>
    private let keepsLinks: Bool
    private let finder: RowFinder<Model>?
    private let mayBeMissing: Bool
    /// The identifiers of the replacements, keyed by the primary keys of the deleted rows. The value for a row without
    /// a replacement is null.
    private let replacements: CapturedCells
    /// The links of the deleted rows, for each of the model's relationships.
    private let captured: [(relationship: LinkTransfer<Model>.OwnRelationship, cells: CapturedCells)]
    /// The rows that were built since the last save, and the keys of the rows that they replace.
    private var built: [(key: Int64, row: Model)] = []
    private let keys = PrimaryKeyEncoder()
    private let identifierCodec = CellCodec<PersistentIdentifier>()
    private let listCodec = CellCodec<[PersistentIdentifier]>()

    /// Creates a replacement of rows. The stage's context must have no unsaved changes.
    ///
    /// - Parameter keepsLinks: whether the built rows get the links of the rows that they replace.
    init(_ stage: StageContext, keepingLinks keepsLinks: Bool) throws {
        context = stage.modelContext
        self.keepsLinks = keepsLinks
        mayBeMissing = stage.state.mayHaveDeleted
        let links = try LinkTransfer<Model>(
            context: context, models: stage.state.newModels, schema: stage.state.newSchema)
        self.links = links
        deletesFirst = !(keepsLinks && links.isRequired)
        replacements = CapturedCells(file: stage.state.spill)
        captured = links.relationships.map { ($0, CapturedCells(file: stage.state.spill)) }
        var first = FetchDescriptor<Model>()
        first.fetchLimit = 1
        finder = try context.fetch(first).first.map {
            try .init(context: stage.modelContext, like: $0.persistentModelID)
        }
    }

    /// Deletes a captured row, unless an operation of the stage already deleted it. If the built rows get the links,
    /// captures the row's links first. Then removes the links, so that delete rules don't affect other rows.
    func delete(_ key: Int64) throws {
        guard let row = try row(of: key) else { return }
        if keepsLinks {
            for (relationship, cells) in captured {
                let targets = relationship.targets(row).map(\.persistentModelID)
                if !targets.isEmpty { try cells.set(listCodec.encode(targets), of: key) }
            }
        }
        links.removeLinks(of: row)
        context.delete(row)
        try replacements.set(.null, of: key)
    }

    /// Returns whether to build rows for the snapshot of a captured row. Returns false if an operation of the stage
    /// deleted the row.
    func includes(_ key: Int64) throws -> Bool {
        deletesFirst ? try replacements.cell(of: key) != nil : try row(of: key) != nil
    }

    /// Replaces a captured row with the given row, or deletes it if `new` is nil. If the captured rows are already
    /// deleted, only records the replacement.
    ///
    /// - Throws: ``MigrationError`` with `.plan(.invalid)` if `new` isn't nil, and a relationship without an inverse
    ///   can refer to the captured row.
    func replace(_ key: Int64, with new: Model?) throws {
        if new != nil, !links.referringProperties.isEmpty {
            throw MigrationError(
                .plan(
                    .invalid(
                        links.referringProperties.map {
                            "\($0) has no inverse, so its links to the replaced rows can't be moved."
                        })))
        }
        if deletesFirst {
            if let new, keepsLinks { built.append((key, new)) }
            return
        }
        guard let old = try row(of: key) else { return }
        if let new { links.moveOwnLinks(from: old, to: new) }
        links.removeLinks(of: old)
        context.delete(old)
    }

    /// Records the identifiers of the rows that were built. Call this after a save, because only a save makes
    /// identifiers permanent.
    func didSave() throws {
        for (key, row) in built { try replacements.set(identifierCodec.encode(row.persistentModelID), of: key) }
        built.removeAll(keepingCapacity: true)
    }

    /// Gives each replacement the captured links of the row that it replaces. Saves after each batch, and then calls
    /// `afterSaving`.
    func restoreLinks(batchSize: Int, afterSaving: () throws -> Void) throws {
        for (relationship, cells) in captured {
            var last: Int64?
            while case let part = try cells.cells(after: last, limit: batchSize), let end = part.last?.key {
                last = end
                for (key, cell) in part {
                    guard case let replacement? = try replacements.cell(of: key), replacement != .null,
                        let row = try RowIdentifiers.row(
                            identifierCodec.decode(replacement), as: Model.self, in: context)
                    else { continue }
                    let targets = try listCodec.decode(cell).compactMap { identifier in
                        try self.target(identifier).flatMap { try relationship.find(context, $0) }
                    }
                    if !targets.isEmpty { relationship.add(row, targets) }
                }
                try context.save()
                try afterSaving()
            }
        }
    }

    /// Returns the identifier of the row to link to: a captured link's target or, if the target was deleted, its
    /// replacement. Returns nil if the target was deleted without a replacement.
    private func target(_ identifier: PersistentIdentifier) throws -> PersistentIdentifier? {
        guard identifier.entityName == Schema.entityName(of: Model.self),
            let replacement = try replacements.cell(of: keys.key(of: identifier))
        else { return identifier }
        return replacement == .null ? nil : try identifierCodec.decode(replacement)
    }

    /// Returns the row with a captured row's key, or nil if the row is missing and an operation may have deleted it.
    ///
    /// - Throws: ``MigrationError`` with `.stage(.valueLost)` if the row is missing and no operation can have deleted
    ///   it.
    private func row(of key: Int64) throws -> Model? {
        if let row = try finder?.row(of: key) { return row }
        if mayBeMissing { return nil }
        throw MigrationError(.stage(.valueLost(count: 1)))
    }
}
