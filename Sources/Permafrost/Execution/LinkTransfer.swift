import SwiftData

/// A transfer of links from rows that are about to be deleted to the rows that replace them.
struct LinkTransfer<Model: PersistentModel> {
    private let context: ModelContext
    /// The model's own relationships, except for required to-one relationships.
    let relationships: [LinkTransfer.OwnRelationship]
    /// Whether a class of the version has a required to-one relationship to this model.
    let isRequired: Bool
    private let owners: [any ReferenceReplacement<Model>]
    private var replacements: [PersistentIdentifier: PersistentIdentifier] = [:]

    /// Creates a transfer, and finds the relationships whose links must be moved.
    ///
    /// - Throws: ``MigrationError`` with `.plan(.invalid)` if the properties of a class can't be read. Don't delete
    ///   rows in that case, because their links can't be moved.
    init(context: ModelContext, models: VersionModels, schema: Schema) throws(MigrationError) {
        self.context = context
        do {
            let properties = try PropertyReflection.readable(of: Model.self)
            relationships = properties.compactMap { OwnRelationship($0.keyPath) }
            isRequired = try models.types.contains { owner in
                try PropertyReflection.readable(of: owner).contains { type(of: $0.keyPath).valueType == Model.self }
            }
            owners = try models.types.flatMap { try Self.references(from: $0, schema) }
        } catch { throw MigrationError(.plan(.invalid(["\(error)"]))) }
    }

    /// The names of the relationships without an inverse that can refer to a row of this model.
    var referringProperties: [String] { owners.map(\.name) }

    /// Removes the row's links, except for links in its required relationships.
    func removeLinks(of row: Model) {
        for relationship in relationships where !relationship.targets(row).isEmpty { relationship.clear(row) }
    }

    /// Moves the links of a row that will be deleted to the row that is kept. A to-one link of the kept row isn't
    /// replaced. References in relationships without an inverse are replaced later, by ``replaceReferences()``.
    mutating func move(from dropped: Model, to kept: Model) {
        moveOwnLinks(from: dropped, to: kept)
        if !owners.isEmpty { replacements[dropped.persistentModelID] = kept.persistentModelID }
    }

    /// Adds the links in the dropped row's own relationships to the kept row. SwiftData then updates the inverses.
    func moveOwnLinks(from dropped: Model, to kept: Model) {
        for relationship in relationships { relationship.add(kept, relationship.targets(dropped)) }
    }

    /// Replaces the dropped rows with the kept ones in every relationship that has no inverse, and saves the context.
    func replaceReferences() throws {
        guard !replacements.isEmpty else { return }
        for owner in owners {
            try owner.replace(in: context) { row in
                replacements[row.persistentModelID].flatMap { context.model(for: $0) as? Model }
            }
        }
        try context.save()
    }

    /// Returns a class's relationships to `Model` that have no inverse.
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

extension LinkTransfer {
    /// A relationship of the model: an optional to-one relationship, or a to-many relationship.
    struct OwnRelationship {
        /// A closure that returns the objects that a row is linked to.
        let targets: (Model) -> [any PersistentModel]
        /// A closure that adds links to a row. An existing to-one link isn't replaced.
        let add: (Model, [any PersistentModel]) -> Void
        /// A closure that removes all links of a row.
        let clear: (Model) -> Void
        /// A closure that returns the related model's row with the given identifier, or nil if it doesn't exist.
        let find: (ModelContext, PersistentIdentifier) throws -> (any PersistentModel)?

        /// Creates a relationship from a key path. Returns nil if the property isn't a relationship, can't be set, or
        /// is a required to-one relationship.
        init?(_ keyPath: AnyKeyPath) {
            let type = type(of: keyPath).valueType
            let made: OwnRelationship? =
                if let related = type as? any RelatedModels.Type {
                    Self.toMany(related, keyPath)
                } else if let link = type as? any OptionalModel.Type {
                    Self.toOne(link, keyPath)
                } else { nil }
            guard let made else { return nil }
            self = made
        }

        private init<Target: PersistentModel>(
            to target: Target.Type, targets: @escaping (Model) -> [any PersistentModel],
            add: @escaping (Model, [any PersistentModel]) -> Void, clear: @escaping (Model) -> Void
        ) {
            (self.targets, self.add, self.clear) = (targets, add, clear)
            find = { try RowIdentifiers.row($1, as: target, in: $0) }
        }

        private static func toMany<Related: RelatedModels>(
            _ type: Related.Type, _ keyPath: AnyKeyPath
        ) -> OwnRelationship? {
            guard let property = keyPath as? ReferenceWritableKeyPath<Model, Related> else { return nil }
            return OwnRelationship(
                to: Related.Model.self, targets: { $0[keyPath: property].models },
                add: { row, targets in
                    let own = row[keyPath: property].models
                    var known = Set(own)
                    let others = targets.compactMap { $0 as? Related.Model }.filter { known.insert($0).inserted }
                    if !others.isEmpty { row[keyPath: property] = Related(models: own + others) }
                }, clear: { $0[keyPath: property] = Related(models: []) })
        }

        private static func toOne<Link: OptionalModel>(
            _ type: Link.Type, _ keyPath: AnyKeyPath
        ) -> OwnRelationship? {
            guard let property = keyPath as? ReferenceWritableKeyPath<Model, Link> else { return nil }
            return OwnRelationship(
                to: Link.Model.self, targets: { row in row[keyPath: property].related.map { [$0] } ?? [] },
                add: { row, targets in
                    guard row[keyPath: property].related == nil, let target = targets.first as? Link.Model else {
                        return
                    }
                    row[keyPath: property] = Link(related: target)
                }, clear: { $0[keyPath: property] = Link(related: nil) })
        }
    }
}

/// A relationship without an inverse, from any class to `Model`. Its references to deleted rows can be replaced.
private protocol ReferenceReplacement<Model> {
    associatedtype Model: PersistentModel
    /// The relationship's name, such as `Post.author`.
    var name: String { get }
    func replace(in context: ModelContext, _ replacement: (Model) -> Model?) throws
}

/// A relationship without an inverse, from `Owner` to `Model`.
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
