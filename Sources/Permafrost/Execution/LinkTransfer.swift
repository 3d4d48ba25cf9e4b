import SwiftData

/// A transfer of links from rows that are about to be deleted to the rows that replace them.
struct LinkTransfer<Model: PersistentModel> {
    private let context: ModelContext
    private let moves: [(Model, Model) -> Void]
    private let removals: [(Model) -> Void]
    private let owners: [any ReferenceReplacement<Model>]
    private var replacements: [PersistentIdentifier: PersistentIdentifier] = [:]

    /// Finds the relationships whose links must be moved.
    ///
    /// - Throws: ``MigrationError`` with `.plan(.invalid)` if the properties of a class can't be read. Don't delete
    ///   rows in that case, because their links can't be moved.
    init(context: ModelContext, state: StageState) throws(MigrationError) {
        self.context = context
        do {
            let properties = try PropertyReflection.readable(of: Model.self)
            moves = properties.compactMap { Self.move($0.keyPath) }
            removals = properties.compactMap { Self.removal($0.keyPath) }
            owners = try state.oldModels.types.flatMap { try Self.references(from: $0, state.oldSchema) }
        } catch { throw MigrationError(.plan(.invalid(["\(error)"]))) }
    }

    /// The relationships without an inverse that can refer to a row of this model.
    var referringProperties: [String] { owners.map(\.name) }

    /// Removes the row's links, except for links of required relationships.
    func removeLinks(of row: Model) {
        for removal in removals { removal(row) }
    }

    /// Moves the links of a row that will be deleted to the row that is kept. A to-one link of the kept row isn't
    /// replaced.
    mutating func move(from dropped: Model, to kept: Model) {
        moveOwnLinks(from: dropped, to: kept)
        if !owners.isEmpty { replacements[dropped.persistentModelID] = kept.persistentModelID }
    }

    /// Moves the links in the row's own relationships, and the links of their inverses.
    func moveOwnLinks(from dropped: Model, to kept: Model) {
        for move in moves { move(dropped, kept) }
    }

    /// Replaces the references that relationships without an inverse have to the rows that will be deleted, and saves
    /// the context.
    func replaceReferences() throws {
        guard !replacements.isEmpty else { return }
        for owner in owners {
            try owner.replace(in: context) { row in
                replacements[row.persistentModelID].flatMap { context.model(for: $0) as? Model }
            }
        }
        try context.save()
    }

    /// Returns a function that moves the links of one relationship, or nil if the property isn't a relationship or is a
    /// required to-one relationship.
    private static func move(_ keyPath: AnyKeyPath) -> ((Model, Model) -> Void)? {
        func toMany<Related: RelatedModels>(_ type: Related.Type) -> ((Model, Model) -> Void)? {
            guard let property = keyPath as? ReferenceWritableKeyPath<Model, Related> else { return nil }
            return { dropped, kept in
                let own = kept[keyPath: property].models
                let others = dropped[keyPath: property].models.filter { !own.contains($0) }
                if !others.isEmpty { kept[keyPath: property] = Related(models: own + others) }
            }
        }
        func toOne<Link: VersionModels.OptionalModel>(_ type: Link.Type) -> ((Model, Model) -> Void)? {
            guard let property = keyPath as? ReferenceWritableKeyPath<Model, Link> else { return nil }
            return { dropped, kept in
                if kept[keyPath: property].related == nil { kept[keyPath: property] = dropped[keyPath: property] }
            }
        }
        let type = type(of: keyPath).valueType
        if let related = type as? any RelatedModels.Type { return toMany(related) }
        if let link = type as? any VersionModels.OptionalModel.Type { return toOne(link) }
        return nil
    }

    /// Returns a function that empties one relationship, or nil if the property isn't a relationship or is a required
    /// to-one relationship.
    private static func removal(_ keyPath: AnyKeyPath) -> ((Model) -> Void)? {
        func toMany<Related: RelatedModels>(_ type: Related.Type) -> ((Model) -> Void)? {
            guard let property = keyPath as? ReferenceWritableKeyPath<Model, Related> else { return nil }
            return { row in
                if !row[keyPath: property].models.isEmpty { row[keyPath: property] = Related(models: []) }
            }
        }
        func toOne<Link: VersionModels.OptionalModel>(_ type: Link.Type) -> ((Model) -> Void)? {
            guard let property = keyPath as? ReferenceWritableKeyPath<Model, Link> else { return nil }
            return { row in
                if row[keyPath: property].related != nil { row[keyPath: property] = Link(related: nil) }
            }
        }
        let type = type(of: keyPath).valueType
        if let related = type as? any RelatedModels.Type { return toMany(related) }
        if let link = type as? any VersionModels.OptionalModel.Type { return toOne(link) }
        return nil
    }

    /// Returns the relationships without an inverse from a class to `Model`.
    private static func references(
        from owner: any PersistentModel.Type, _ schema: Schema
    ) throws -> [any ReferenceReplacement<Model>] {
        func references<Owner: PersistentModel>(_ owner: Owner.Type) throws -> [any ReferenceReplacement<Model>] {
            let entity = Schema.entityName(of: owner)
            return try PropertyReflection.readable(of: owner).compactMap { name, keyPath in
                let property = schema.property(PropertyName(entity: entity, property: name))
                guard let relationship = property as? Schema.Relationship, relationship.inverseName == nil else {
                    return nil
                }
                let label = "\(entity).\(name)"
                if let path = keyPath as? ReferenceWritableKeyPath<Owner, Model?> {
                    return Reference<Owner, Model>(
                        name: label, read: { $0[keyPath: path].map { [$0] } ?? [] },
                        write: { $0[keyPath: path] = $1[0] })
                }
                if let path = keyPath as? ReferenceWritableKeyPath<Owner, Model> {
                    return Reference<Owner, Model>(
                        name: label, read: { [$0[keyPath: path]] }, write: { $0[keyPath: path] = $1[0] })
                }
                if let path = keyPath as? ReferenceWritableKeyPath<Owner, [Model]> {
                    return Reference<Owner, Model>(
                        name: label, read: { $0[keyPath: path] }, write: { $0[keyPath: path] = $1 })
                }
                if let path = keyPath as? ReferenceWritableKeyPath<Owner, [Model]?> {
                    return Reference<Owner, Model>(
                        name: label, read: { $0[keyPath: path] ?? [] }, write: { $0[keyPath: path] = $1 })
                }
                return nil
            }
        }
        return try references(owner)
    }
}

/// A relationship of any class whose references to deleted rows can be replaced.
private protocol ReferenceReplacement<Model> {
    associatedtype Model: PersistentModel
    /// The relationship's name, such as `Post.author`.
    var name: String { get }
    func replace(in context: ModelContext, _ replacement: (Model) -> Model?) throws
}

/// A relationship without an inverse, from a class to a model.
private struct Reference<Owner: PersistentModel, Model: PersistentModel>: ReferenceReplacement {
    let name: String
    let read: (Owner) -> [Model]
    let write: (Owner, [Model]) -> Void

    func replace(in context: ModelContext, _ replacement: (Model) -> Model?) throws {
        try context.enumerate(FetchDescriptor<Owner>(), batchSize: RowPass.batchSize) { owner in
            let old = read(owner)
            guard old.contains(where: { replacement($0) != nil }) else { return }
            var new: [Model] = []
            for model in old.map({ replacement($0) ?? $0 }) where !new.contains(model) { new.append(model) }
            write(owner, new)
        }
    }
}
