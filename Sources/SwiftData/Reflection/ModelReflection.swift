import PermafrostModel

/// The entities of classes in this process, and of the classes that they refer to or inherit from.
struct ModelReflection {
    /// A class with its entity in both forms.
    struct ReflectedClass {
        var type: any PersistentModel.Type
        var entity: PermafrostModel.Entity
        var schemaEntity: Schema.Entity
    }

    /// The classes, sorted by name.
    private(set) var classes: [ReflectedClass] = []
    /// The first thing that stands against a store of them.
    private(set) var problem: SchemaProblem?
    /// What other frameworks than the newest make of the classes.
    private(set) var variants: [FrameworkVariant] = []

    init(_ listed: [any PersistentModel.Type]) {
        var drafts = Self.closure(of: listed)
        for (previous, next) in zip(drafts, drafts.dropFirst()) where previous.name == next.name {
            problem = problem ?? .duplicateEntity(next.name)
        }
        problem = problem ?? drafts.lazy.compactMap(\.problem).first
        let inverses = ReflectedInverses(drafts)
        problem = problem ?? inverses.problem
        variants = inverses.variants
        drafts = inverses.resolved
        let schemaEntities = SchemaEntities(drafts)
        classes = drafts.map { draft in
            ReflectedClass(type: draft.type, entity: draft.entity, schemaEntity: schemaEntities.entity(of: draft))
        }
    }

    /// The classes that are listed, and those that they refer to or inherit from.
    ///
    /// A store has one entity for a name: if a relationship refers to a class whose name a listed class has, the listed
    /// one is the entity.
    private static func closure(of listed: [any PersistentModel.Type]) -> [ReflectedDraft] {
        let listedTypes = Set(listed.map(ObjectIdentifier.init))
        let listedByName = Dictionary(listed.map { (Schema.name(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
        var drafts: [ReflectedDraft] = []
        var seen: Set<ObjectIdentifier> = []
        var queue = listed
        var next = 0
        while next < queue.count {
            let type = queue[next]
            next += 1
            guard seen.insert(ObjectIdentifier(type)).inserted else { continue }
            var draft = ReflectedDraft(type)
            for index in draft.relationships.indices {
                let meant = draft.relationships[index].target.model
                guard !listedTypes.contains(ObjectIdentifier(meant)),
                    let standing = listedByName[Schema.name(of: meant)]
                else { continue }
                draft.relationships[index].target.model = standing
            }
            queue += draft.relationships.map(\.target.model)
            if let superclass = draft.superclass { queue.append(superclass) }
            drafts.append(draft)
        }
        return drafts.sorted { CodeUnitOrder.isBefore($0.name, $1.name) }
    }
}

/// A class as it describes itself, before the schema around it gives its relationships their inverses.
struct ReflectedDraft {
    /// A relationship with the class that it refers to.
    struct Draft {
        var relationship: PermafrostModel.Relationship
        var target: RelationshipTarget
        var metadata: Schema.PropertyMetadata
    }

    let type: any PersistentModel.Type
    let name: String
    /// The model that the class inherits from.
    let superclass: (any PersistentModel.Type)?
    /// What the class says of every property, inherited ones first.
    let metadata: [Schema.PropertyMetadata]
    var attributes: [(attribute: PermafrostModel.Attribute, metadata: Schema.PropertyMetadata)] = []
    var relationships: [Draft] = []
    var problem: SchemaProblem?
    private var constraints: [[String]] = []
    private var indexes: [FetchIndex] = []

    init(_ type: any PersistentModel.Type) {
        self.type = type
        name = Schema.name(of: type)
        superclass = ModelInheritance.superclass(of: type)
        metadata = type.schemaMetadata
        let own = metadata.dropFirst(_inheritedCount(of: type))
        for property in own { read(property) }
        let unique = own.filter { $0.attribute?.isUnique ?? false || $0.relationship?.isUnique ?? false }
        // Those of attributes by name, since the order of a class's members must not count; then the groups of `#Unique`.
        constraints = unique.map(\.name).sortedByCodeUnit().map { [$0] }
        for group in type._uniqueness.flatMap(\._keyPaths) {
            guard let names = names(group, in: "#Unique") else { continue }
            if !constraints.contains(names) { constraints.append(names) }
        }
        for group in type._indexes.flatMap(\._keyPaths) {
            guard let names = names(group.keyPaths, in: "#Index") else { continue }
            // The name of an R-tree's index is by analogy. [A]
            let prefix = group.isRTree ? "SwiftDataIndexOnRTree" : "SwiftDataIndexOnBinary"
            indexes.append(
                FetchIndex(
                    name: prefix + names.joined(),
                    elements: names.map { .init(property: $0, kind: group.isRTree ? .rTree : .binary) }))
        }
    }

    private mutating func read(_ property: Schema.PropertyMetadata) {
        let valueType = Swift.type(of: property.keypath).valueType
        if let target = RelationshipTarget(of: valueType) {
            if property.isConstant {
                problem = problem ?? .constantRelationship(entity: name, property: property.name)
            }
            relationships.append(
                Draft(relationship: relationship(property, target, valueType), target: target, metadata: property))
            return
        }
        guard ValueCodecs.codec(of: valueType) != nil else {
            problem =
                problem
                ?? .unsupportedType(
                    entity: name, property: property.name, type: String(describing: valueType))
            return
        }
        attributes.append((Attribute(reflecting: property, valueType), property))
    }

    private func relationship(
        _ property: Schema.PropertyMetadata, _ target: RelationshipTarget, _ valueType: Any.Type
    ) -> PermafrostModel.Relationship {
        let declared = property.relationship
        var relationship = PermafrostModel.Relationship(
            name: property.name, destination: Schema.name(of: target.model),
            isOptional: valueType is any OptionalType.Type, maximumCount: target.isToMany ? 0 : 1)
        relationship.deleteRule = declared?.deleteRule.modelRule ?? .nullify
        // 0 is what `@Relationship` says where its declaration says nothing.
        if let count = declared?.minimumModelCount, count != 0 { relationship.minimumCount = count }
        if let count = declared?.maximumModelCount, count != 0 { relationship.maximumCount = count }
        relationship.renamingIdentifier =
            Self.renaming(declared?.originalName, property.name)
            ?? Self.renaming(property.attribute?.originalName, property.name)
        relationship.versionHashModifier = declared?.hashModifier ?? property.attribute?.hashModifier
        return relationship
    }

    /// The original name, where it is one.
    static func renaming(_ original: String?, _ name: String) -> String? {
        original.flatMap { $0.isEmpty || $0 == name ? nil : $0 }
    }

    private mutating func names(_ keyPaths: [AnyKeyPath], in what: String) -> [String]? {
        let names = keyPaths.compactMap { keyPath in metadata.first { $0.keypath == keyPath }?.name }
        if names.count != keyPaths.count { problem = problem ?? .unknownKeyPath(entity: name, what: what) }
        return names.count == keyPaths.count && !names.isEmpty ? names : nil
    }

    /// The entity as a value.
    var entity: PermafrostModel.Entity {
        PermafrostModel.Entity(
            name: name, superentity: superclass.map(Schema.name),
            properties: attributes.map { .attribute($0.attribute) }
                + relationships.map { .relationship($0.relationship) },
            uniquenessConstraints: constraints, indexes: indexes)
    }

    /// The entity as the API shows it, with those that inherit from it.
    func schemaEntity(subentities: [Schema.Entity]) -> Schema.Entity {
        Schema.Entity(
            name: name, subentities: subentities,
            attributes: attributes.map { _, property in
                Schema.Attribute(
                    name: property.name,
                    originalName: Self.renaming(property.attribute?.originalName, property.name) ?? property.name,
                    options: property.attribute?.options ?? [], valueType: Swift.type(of: property.keypath).valueType,
                    makeDefault: property.makeDefault, hashModifier: property.attribute?.hashModifier)
            },
            relationships: relationships.map { draft in
                let declared = draft.metadata.relationship
                return Schema.Relationship(
                    name: draft.relationship.name,
                    originalName: draft.relationship.renamingIdentifier ?? draft.relationship.name,
                    options: declared?.options ?? [], valueType: Swift.type(of: draft.metadata.keypath).valueType,
                    destination: draft.relationship.destination, inverseName: draft.relationship.inverse,
                    inverseKeyPath: declared?.inverseKeyPath, deleteRule: declared?.deleteRule ?? .nullify,
                    minimumModelCount: declared?.minimumModelCount, maximumModelCount: declared?.maximumModelCount,
                    hashModifier: declared?.hashModifier)
            },
            uniquenessConstraints: constraints, indices: indexes.map { $0.elements.map(\.property) })
    }
}

/// The entities of a schema as the API shows them, each made after those that inherit from it.
struct SchemaEntities {
    private var entities: [ObjectIdentifier: Schema.Entity] = [:]
    private let inheritors: [ObjectIdentifier: [ReflectedDraft]]

    init(_ drafts: [ReflectedDraft]) {
        var inheritors: [ObjectIdentifier: [ReflectedDraft]] = [:]
        for draft in drafts {
            if let superclass = draft.superclass { inheritors[ObjectIdentifier(superclass), default: []].append(draft) }
        }
        self.inheritors = inheritors
        for draft in drafts where draft.superclass == nil { make(draft) }
    }

    private mutating func make(_ draft: ReflectedDraft) {
        let below = inheritors[ObjectIdentifier(draft.type)] ?? []
        for inheritor in below { make(inheritor) }
        entities[ObjectIdentifier(draft.type)] = draft.schemaEntity(subentities: below.map(entity))
    }

    /// The entity of a draft.
    func entity(of draft: ReflectedDraft) -> Schema.Entity {
        entities[ObjectIdentifier(draft.type)] ?? draft.schemaEntity(subentities: [])
    }
}
