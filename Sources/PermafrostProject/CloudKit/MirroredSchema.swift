import PermafrostModel

/// The record types and fields that Core Data's mirroring derives from models. See ``MirroringRule`` for the source of
/// each rule.
package struct MirroredSchema: Sendable {
    /// A model whose entities sync.
    package struct Model: Sendable {
        let schema: SchemaModel
        /// The names of the entities that sync, or nil for all.
        let entities: Set<String>?
        /// The index that identifies the model in an ``Origin``. Several models may have the same index.
        let index: Int

        package init(_ schema: SchemaModel, entities: Set<String>? = nil, index: Int = 0) {
            self.schema = schema
            self.entities = entities
            self.index = index
        }
    }

    /// The part of a model that a record type or field is derived from.
    package struct Origin: Sendable, Hashable {
        /// The ``Model/index`` of the model.
        package let model: Int
        package let entity: String
        /// The property, or nil for a part of the entity itself.
        package let property: String?

        /// The entity or property, such as `Trip.name`.
        package var subject: String { property.map { "\(entity).\($0)" } ?? entity }
    }

    /// A role of a field, which determines the effect if the field is missing.
    package enum Presence: Sendable, Hashable {
        /// Every record with a value has the field.
        case required
        /// The field or its asset field has the value, because the attribute uses external storage.
        case requiredUnlessAsset
        /// The field has values that are too large for a record.
        case asset
        /// The field is used when records are shared.
        case sharing
        /// It isn't known whether records have the field.
        case unknown
    }

    package struct Field: Sendable, Hashable {
        package let name: String
        /// The type, or nil if it isn't known.
        package fileprivate(set) var type: CloudKitFieldType?
        fileprivate(set) var alternatives: Set<CloudKitFieldType.Kind> = []
        package fileprivate(set) var presence: Presence
        /// The rules that derive the field.
        package fileprivate(set) var rules: [MirroringRule]
        package let origin: Origin

        /// The reason that the type is only assumed, or nil if it is documented.
        package var assumption: String? {
            rules.lazy.compactMap { if case .assumed(let reason) = $0.basis { reason } else { nil } }.first
        }

        /// Returns whether a deployed field can store the values. A field of type `NUMBER` stores any number.
        func accepts(_ deployed: CloudKitFieldType) -> Bool {
            guard let type, presence != .unknown else { return true }
            guard !deployed.isList, deployed.isEncrypted == type.isEncrypted else { return false }
            let accepted = alternatives.union([type.kind])
            guard deployed.kind == .number else { return accepted.contains(deployed.kind) }
            return deployed.preferred.map(accepted.contains) ?? !accepted.isDisjoint(with: [.int64, .double])
        }
    }

    package struct RecordType: Sendable {
        package let name: String
        package let origin: Origin
        /// The fields, sorted by name.
        package fileprivate(set) var fields: [Field] = []
        /// The name prefixes of the fields that may store composite attributes.
        fileprivate(set) var unknownPrefixes: Set<String> = []

        /// Returns whether the model may have a field with the given name.
        func mayHave(_ name: String) -> Bool {
            fields.contains { $0.name == name } || unknownPrefixes.contains(where: name.hasPrefix)
        }
    }

    /// The record types, sorted by name.
    package let recordTypes: [RecordType]

    /// The prefix of the record types and fields that mirroring makes.
    static let prefix = "CD_"
    /// The record type for the pairs of many-to-many relationships.
    static let pairs = "CDMR"

    /// Derives the record types of models that share a container.
    package init(_ models: [Model]) {
        var types: [String: RecordTypeBuilder] = [:]
        for model in models {
            for entity in model.schema.entities where model.entities?.contains(entity.name) ?? true {
                let root = model.schema.superentities(of: entity.name).last ?? entity
                let name = Self.prefix + root.name
                let origin = Origin(model: model.index, entity: root.name, property: nil)
                types[name, default: RecordTypeBuilder(name: name, origin: origin)].add(entity, of: model)
                let related = entity.relationships.first { model.isManyToMany($0) }
                if let related, types[Self.pairs] == nil {
                    let origin = Origin(model: model.index, entity: entity.name, property: related.name)
                    types[Self.pairs] = RecordTypeBuilder(pairs: origin)
                }
            }
        }
        recordTypes = types.values.map(\.type).sorted { CodeUnitOrder.isBefore($0.name, $1.name) }
    }

    package func recordType(named name: String) -> RecordType? { recordTypes.first { $0.name == name } }
}

extension MirroredSchema.Model {
    /// Returns whether a relationship and its inverse are both to-many.
    func isManyToMany(_ relationship: Relationship) -> Bool {
        guard relationship.isToMany, !relationship.isTransient, let inverse = relationship.inverse else { return false }
        let other = schema.properties(of: relationship.destination).first { $0.name == inverse }
        if case .relationship(let other)? = other { return other.isToMany }
        return false
    }
}

/// A builder that collects the fields of a record type.
private struct RecordTypeBuilder {
    private var partial: MirroredSchema.RecordType
    private var fields: [String: MirroredSchema.Field] = [:]

    /// Creates the record type of a root entity.
    init(name: String, origin: MirroredSchema.Origin) {
        partial = MirroredSchema.RecordType(name: name, origin: origin)
        add("entityName", .string, .required, [.entityName], origin)
        add("moveReceipt", .bytes, .sharing, [.moveReceipt], origin)
        add("moveReceipt_ckAsset", .asset, .sharing, [.moveReceipt], origin)
    }

    /// Creates the record type for the pairs of many-to-many relationships.
    init(pairs origin: MirroredSchema.Origin) {
        partial = MirroredSchema.RecordType(name: MirroredSchema.pairs, origin: origin)
        for name in ["entityNames", "recordNames", "relationships"] {
            add(name, .string, .required, [.manyToMany], origin)
        }
    }

    /// The record type with the fields that were added.
    var type: MirroredSchema.RecordType {
        var type = partial
        type.fields = fields.values.sorted { CodeUnitOrder.isBefore($0.name, $1.name) }
        return type
    }

    /// Adds the fields of an entity, including its inherited properties.
    mutating func add(_ entity: Entity, of model: MirroredSchema.Model) {
        for property in model.schema.properties(of: entity.name) {
            let origin = MirroredSchema.Origin(model: model.index, entity: entity.name, property: property.name)
            switch property {
            case .attribute(let attribute) where !attribute.isTransient: add(attribute, origin)
            case .relationship(let relationship) where !relationship.isTransient:
                if !relationship.isToMany {
                    add(relationship.name, .string, .required, [.toOne], origin)
                } else if relationship.inverse == nil {
                    add(relationship.name, nil, .unknown, [.loneToMany], origin)
                }
            default: break
            }
        }
    }

    private mutating func add(_ attribute: Attribute, _ origin: MirroredSchema.Origin) {
        let name = attribute.name
        guard attribute.derivation == nil else { return add(name, nil, .unknown, [.derived], origin) }
        let mapping = MirroringRule.mapping(of: attribute.type)
        if let type = mapping.type {
            let isExternal = attribute.isExternalStorage && mapping.asset != nil
            add(
                name, type, isExternal ? .requiredUnlessAsset : .required,
                [mapping.rule] + (attribute.allowsCloudEncryption ? [.encrypted] : []), origin,
                isEncrypted: attribute.allowsCloudEncryption, alternatives: mapping.alternatives)
        } else {
            add(name, nil, .unknown, [mapping.rule], origin)
        }
        if attribute.type == .composite {
            for part in [attribute] + attribute.leaves {
                partial.unknownPrefixes.insert(MirroredSchema.prefix + part.name)
            }
        }
        guard let asset = mapping.asset else { return }
        // Assets are encrypted by default, and the language has no keyword for it.
        if case .unknown = asset.basis {
            add(name + "_ckAsset", nil, .unknown, [asset], origin)
        } else {
            add(name + "_ckAsset", .asset, .asset, [asset], origin)
        }
    }

    private mutating func add(
        _ name: String, _ kind: CloudKitFieldType.Kind?, _ presence: MirroredSchema.Presence,
        _ rules: [MirroringRule],
        _ origin: MirroredSchema.Origin, isEncrypted: Bool = false,
        alternatives: Set<CloudKitFieldType.Kind> = []
    ) {
        let name = MirroredSchema.prefix + name
        let type = kind.map { CloudKitFieldType($0, isEncrypted: isEncrypted) }
        let field = MirroredSchema.Field(
            name: name, type: type, alternatives: alternatives, presence: presence, rules: rules, origin: origin)
        guard let known = fields[name] else {
            fields[name] = field
            return
        }
        guard known.type != type else {
            // Records of one entity may lack the field, but not records of the other.
            if known.presence == .requiredUnlessAsset, presence == .required { fields[name] = field }
            return
        }
        fields[name]?.type = nil
        fields[name]?.presence = .unknown
        fields[name]?.rules = [.conflict]
    }
}
