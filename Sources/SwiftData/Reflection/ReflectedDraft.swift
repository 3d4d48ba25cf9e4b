import PermafrostModel

/// A draft of a class's entity, whose relationships have no inverses until ``ReflectedInverses`` determines them.
struct ReflectedDraft {
    /// A relationship, the class that it refers to, and the property's metadata.
    struct Draft {
        var relationship: PermafrostModel.Relationship
        var target: RelationshipTarget
        var metadata: Schema.PropertyMetadata
    }

    let type: any PersistentModel.Type
    let name: String
    /// The superclass, or nil if the class has no superclass or the superclass isn't a model.
    let superclass: (any PersistentModel.Type)?
    /// The metadata of all properties of the class, inherited ones first.
    let metadata: [Schema.PropertyMetadata]
    var attributes: [(attribute: PermafrostModel.Attribute, metadata: Schema.PropertyMetadata)] = []
    var relationships: [Draft] = []
    var problem: SchemaProblem?
    private var constraints: [[String]] = []
    private var indexes: [FetchIndex] = []

    init(_ type: any PersistentModel.Type) {
        self.type = type
        name = Schema.name(of: type)
        superclass = SchemaInheritance.superclass(of: type)
        metadata = type.schemaMetadata
        let own = metadata.dropFirst(_inheritedCount(of: type))
        for property in own { read(property) }
        let unique = own.filter { $0.attribute?.isUnique ?? false || $0.relationship?.isUnique ?? false }
        // Constraints of single attributes are sorted by name, so that the order of a class's members doesn't matter.
        // The groups of `#Unique` follow.
        constraints = unique.map(\.name).sortedByCodeUnit().map { [$0] }
        for group in type._uniqueness.flatMap(\._keyPaths) {
            guard let names = names(group, in: "#Unique") else { continue }
            if !constraints.contains(names) { constraints.append(names) }
        }
        for group in type._indexes.flatMap(\._keyPaths) {
            guard let names = names(group.keyPaths, in: "#Index") else { continue }
            // Assume that the name of an R-tree index follows the pattern of B-tree indexes.
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
        let attribute = Attribute(reflecting: property, valueType)
        if attribute.containsPreservedComposite {
            problem = problem ?? .preservedComposite(entity: name, property: property.name)
        }
        attributes.append((attribute, property))
    }

    private func relationship(
        _ property: Schema.PropertyMetadata, _ target: RelationshipTarget, _ valueType: Any.Type
    ) -> PermafrostModel.Relationship {
        let declared = property.relationship
        var relationship = PermafrostModel.Relationship(
            name: property.name, destination: Schema.name(of: target.model),
            isOptional: valueType is any OptionalType.Type, maximumCount: target.isToMany ? 0 : 1)
        relationship.deleteRule = declared?.deleteRule.modelRule ?? .nullify
        // `@Relationship` passes 0 if its declaration has no count.
        if let count = declared?.minimumModelCount, count != 0 { relationship.minimumCount = count }
        if let count = declared?.maximumModelCount, count != 0 { relationship.maximumCount = count }
        relationship.renamingIdentifier =
            Self.renaming(declared?.originalName, property.name)
            ?? Self.renaming(property.attribute?.originalName, property.name)
        relationship.versionHashModifier = declared?.hashModifier ?? property.attribute?.hashModifier
        return relationship
    }

    /// Returns the original name, or nil if it is missing, empty or equal to the current name.
    static func renaming(_ original: String?, _ name: String) -> String? {
        original.flatMap { $0.isEmpty || $0 == name ? nil : $0 }
    }

    private mutating func names(_ keyPaths: [AnyKeyPath], in what: String) -> [String]? {
        let names = keyPaths.compactMap { keyPath in metadata.first { $0.keypath == keyPath }?.name }
        if names.count != keyPaths.count { problem = problem ?? .unknownKeyPath(entity: name, what: what) }
        return names.count == keyPaths.count && !names.isEmpty ? names : nil
    }

    var entity: PermafrostModel.Entity {
        PermafrostModel.Entity(
            name: name, superentity: superclass.map(Schema.name),
            properties: attributes.map { .attribute($0.attribute) }
                + relationships.map { .relationship($0.relationship) },
            uniquenessConstraints: constraints, indexes: indexes)
    }

    /// Returns the entity as a ``Schema/Entity`` with the given subentities.
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

extension PermafrostModel.Attribute {
    /// Creates the attribute of a property, including its options and its default.
    init(reflecting property: Schema.PropertyMetadata, _ valueType: Any.Type) {
        let type = SwiftType(reflecting: valueType)
        self = AttributeMapping(name: property.name, type: type).attribute
        for option in property.attribute?.options ?? [] {
            switch option {
            case .externalStorage: isExternalStorage = true
            case .ephemeral: isTransient = true
            case .preserveValueOnDeletion: preserveValueOnDeletion()
            case .spotlight: isSpotlightIndexed = true
            case .allowsCloudEncryption: allowsCloudEncryption = true
            default: if let name = option.transformerName { transform(by: name, type) }
            }
        }
        renamingIdentifier = ReflectedDraft.renaming(property.attribute?.originalName, property.name)
        versionHashModifier = property.attribute?.hashModifier
        if let make = property.makeDefault {
            defaultValue = DefaultValue(
                reflecting: make, text: property.defaultText, type: type.unwrapped.type, property: property.name)
        }
    }

    /// Changes the attribute's type to transformable, and records the name of its value transformer.
    private mutating func transform(by name: String, _ swiftType: SwiftType) {
        type = .transformable
        elements = []
        isEnumeration = false
        enumerationCases = nil
        valueTransformerName = name
        valueClassName = swiftType.unwrapped.type.text
        shape = ValueShape(swiftType.unwrapped.type)
    }
}
