import Foundation
import PermafrostStore
import SwiftData

/// Where links are read.
struct LinkSource<Old: PersistentModel>: Sendable {
    /// Its name in messages.
    let name: String
    let properties: [PropertyName]
    /// The row that owns a row's links, where that is another one.
    let owner: (@Sendable (Old) -> PersistentIdentifier?)?
    /// What a row is linked to.
    let targets: @Sendable (Old) -> [any PersistentModel]
    /// Takes a row's links away; nil if the property cannot be set to none.
    let clear: (@Sendable (Old) -> Void)?

    init<Target: PersistentModel>(_ property: KeyPath<Old, Target?> & Sendable) {
        self.init(
            property,
            clear: { row in (property as? ReferenceWritableKeyPath<Old, Target?>).map { row[keyPath: $0] = nil } },
            targets: { row in row[keyPath: property].map { [$0] } ?? [] })
    }

    init<Target: PersistentModel>(_ property: KeyPath<Old, Target> & Sendable) {
        self.init(property, clear: nil) { [$0[keyPath: property]] }
    }

    init<Links: RelatedModels & SendableMetatype>(_ property: KeyPath<Old, Links> & Sendable) {
        self.init(
            property,
            clear: { row in
                (property as? ReferenceWritableKeyPath<Old, Links>).map { row[keyPath: $0] = Links(models: []) }
            }, targets: { $0[keyPath: property].models })
    }

    /// The links that rows of a joining model represent.
    init<Owner: PersistentModel, Target: PersistentModel>(
        _ owner: KeyPath<Old, Owner?> & Sendable, _ target: KeyPath<Old, Target?> & Sendable
    ) {
        properties = [PropertyName(owner), PropertyName(target)]
        name = properties.map(\.description).joined(separator: ", ")
        self.owner = { $0[keyPath: owner]?.persistentModelID }
        targets = { $0[keyPath: target].map { [$0] } ?? [] }
        clear = nil
    }

    private init(
        _ property: PartialKeyPath<Old>, clear: (@Sendable (Old) -> Void)?,
        targets: @escaping @Sendable (Old) -> [any PersistentModel]
    ) {
        properties = [PropertyName(property)]
        name = properties[0].description
        owner = nil
        self.targets = targets
        self.clear = clear
    }
}

/// Where links are written.
struct LinkDestination<New: PersistentModel, Target: PersistentModel>: Sendable {
    let property: PropertyName?
    let name: String
    let others: [ModelUse]

    init(property: PropertyName?, name: String, others: [ModelUse]) {
        self.property = property
        self.name = name
        self.others = others
    }

    init(_ property: KeyPath<New, Target?>) {
        self.init(property: PropertyName(property), name: "\(PropertyName(property))", others: [])
    }

    init<Links: RelatedModels>(_ property: KeyPath<New, Links>) where Links.Model == Target {
        self.init(property: PropertyName(property), name: "\(PropertyName(property))", others: [])
    }
}

/// Links that are read from rows of the old version and written into the same rows of the new one.
struct CapturedLinks<Old: PersistentModel, New: PersistentModel, Target: PersistentModel> {
    let operation: String
    let source: LinkSource<Old>
    let property: PropertyName
    let write: (New, [Target]) throws -> Void

    /// The steps of one run, over the boundary between the versions.
    func steps(_ stage: StageContext) -> RowSteps {
        let cells = CapturedCells(file: stage.state.spill)
        let keys = PrimaryKeyEncoder()
        var finder: RowFinder<Target>?
        var missing = 0
        return RowSteps(
            capture: RowStep(Old.self, operation: operation, property: property, needsKey: true) { row, rowKey in
                let targets = try source.targets(row).map { try keys.key(of: $0.persistentModelID) }
                guard !targets.isEmpty else { return false }
                var owner = rowKey
                if let other = source.owner {
                    guard let identifier = other(row) else { return false }
                    owner = try keys.key(of: identifier)
                }
                let known = source.owner == nil ? [] : try cells.cell(of: owner).map(LinkList.init)?.keys ?? []
                try cells.set(LinkList(keys: known + targets).cell, of: owner)
                return false
            },
            perform: RowStep(New.self, operation: operation, property: property, needsKey: true) { row, key in
                guard let cell = try cells.take(key), let context = row.modelContext else { return false }
                let links = LinkList(cell).keys.sorted()
                let rows = try finder ?? RowFinder<Target>(context: context, like: row.persistentModelID)
                finder = rows
                let targets = try links.compactMap { try rows.row(of: $0) }
                missing += links.count - targets.count
                guard !targets.isEmpty else { return false }
                try write(row, targets)
                return true
            } finish: { stage in
                let lost = try cells.lostCount() + (stage.state.mayHaveDeleted ? 0 : missing)
                guard lost == 0 else { throw MigrationError(.stage(.valueLost(count: lost))) }
            },
            captured: (cells, New.self))
    }

    /// The step of one run where the new version still has the old relationship.
    ///
    /// - Throws: ``MigrationError`` with `.plan(.invalid)` if the old relationship cannot be emptied, or is one to rows of
    ///   another class.
    func stepsWithin(_ stage: StageContext) throws -> RowSteps {
        guard let clear = source.clear else {
            throw MigrationError(
                .plan(.invalid(["\(source.name) cannot be emptied: it must have a value."])), property: source.name)
        }
        return RowSteps(
            perform: RowStep(New.self, operation: operation, property: property, needsKey: false) { row, _ in
                guard let old = row as? Old else { return false }
                let targets = source.targets(old)
                guard !targets.isEmpty else { return false }
                let rows = targets.compactMap { $0 as? Target }
                guard rows.count == targets.count else {
                    throw MigrationError(.stage(.valueLost(count: targets.count - rows.count)))
                }
                try write(row, rows)
                clear(old)
                return true
            })
    }
}

/// The keys of linked rows in a cell: the number itself where there is one, as there mostly is.
private struct LinkList {
    let keys: [Int64]

    init(keys: [Int64]) { self.keys = keys }

    init(_ cell: SQLiteValue) {
        switch cell {
        case .integer(let key): keys = [key]
        case .blob(let bytes):
            keys = bytes.withUnsafeBytes { buffer in
                stride(from: 0, to: buffer.count, by: 8).map {
                    buffer.loadUnaligned(fromByteOffset: $0, as: Int64.self)
                }
            }
        default: keys = []
        }
    }

    var cell: SQLiteValue {
        keys.count == 1 ? .integer(keys[0]) : .blob(keys.withUnsafeBytes { [UInt8]($0) })
    }
}

/// Finds rows of a class by their keys, and keeps those found last: many rows are linked to few.
final class RowFinder<Target: PersistentModel> {
    /// How many rows are kept.
    private static var limit: Int { 1000 }

    private let context: ModelContext
    private let identifiers: RowIdentifiers
    private var known: [Int64: Target?] = [:]

    /// Looks in the store that a row is of.
    ///
    /// - Throws: ``MigrationError`` with `.store(.unreadable)` if no identifier can be made after the row's.
    init(context: ModelContext, like other: PersistentIdentifier) throws {
        self.context = context
        identifiers = try RowIdentifiers(entity: Schema.entityName(of: Target.self), like: other)
    }

    /// The row; nil if there is none.
    func row(of key: Int64) throws -> Target? {
        if let row = known[key] { return row }
        let identifier = try identifiers.identifier(key)
        var descriptor = FetchDescriptor<Target>(predicate: #Predicate { $0.persistentModelID == identifier })
        descriptor.fetchLimit = 1
        // Changes that are not saved do not move rows, and a fetch over them would go through all of them.
        descriptor.includePendingChanges = false
        let row = try context.registeredModel(for: identifier) ?? context.fetch(descriptor).first
        if known.count >= Self.limit { known = [:] }
        known[key] = .some(row)
        return row
    }
}
