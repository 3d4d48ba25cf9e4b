/// The rules of Core Data's lightweight inference. They classify the changes between two models.
struct ChangeRules {
    /// The older model, in which renamed entities and properties have their newer names.
    let old: SchemaModel
    /// The newer model.
    let new: SchemaModel
    /// The names of the entities whose version hash changes.
    let rehashed: Set<String>
    /// A function that returns the enums and structs in a property of the newer model, given the names of the entity
    /// and the property.
    private let valueTypes: (String, String) -> [ValueType]

    init(
        _ difference: ModelDifference, old: SchemaModel, new: SchemaModel,
        valueTypes: @escaping (String, String) -> [ValueType]
    ) {
        self.old = old
        self.new = new
        self.valueTypes = valueTypes
        rehashed = Set(difference.changes.filter { $0.kind == .identity }.compactMap(\.entity))
    }

    func rule(of change: ModelChange) -> ClassifiedChange.Rule {
        switch change.aspect {
        case .added where change.property == nil: .addedModel
        case .removed where change.property == nil:
            change.entity.flatMap(old.entity(named:))?.isAbstract == true ? .removedAbstractModel : .removedModel
        case .added: addition(change)
        case .removed: removal(change)
        case .optionality: optionality(change)
        case .type: type(change)
        case .transience: change.after == nil ? .becameStored : .becameTransient
        case .cardinality: cardinality(change)
        case .destination where isFetched(change): .changedBehaviour
        case .destination: .changedDestination
        case .inverse: .changedInverse
        case .minimumCount, .maximumCount: .changedCounts
        case .ordering: .changedOrdering
        case .superentity: .changedInheritance
        case .abstractness: .changedAbstractness
        case .uniqueness: change.before == nil ? .addedUniqueness : .removedUniqueness
        case .enumerationCase where isRenamedCase(change): .changedBehaviour
        case .enumerationCase: change.before == nil ? .addedEnumerationCase : .removedEnumerationCase
        case .swiftType: isEncoded(change) ? encodedShape(change) : .changedBehaviour
        case .valueClass: isEncoded(change) ? .changedEncodedShape : .changedBehaviour
        case .valueTransformer: .changedTransformer
        case .index, .indexOrder, .elementOrder, .uniquenessOrder: tables(change)
        case .externalStorage, .preservationOnDeletion, .hashModifier, .derivation:
            change.kind == .identity ? .changedIdentityOnly : .changedBehaviour
        case .spotlight, .cloudEncryption, .codingKey, .codableCode, .defaultValue, .renamingIdentifier, .userInfo,
            .deleteRule, .className,
            .versionIdentifier, .configuration, .predicate:
            .changedBehaviour
        }
    }

    // MARK: Rules that depend on the property

    private func addition(_ change: ModelChange) -> ClassifiedChange.Rule {
        switch property(change, in: new) {
        case .relationship(let relationship)?:
            return relationship.isToMany || relationship.isOptional ? .addedRelationship : .addedRequiredToOne
        case .attribute(let attribute)?:
            guard !attribute.isTransient else { return .changedBehaviour }
            guard let part = Self.element(change.element, of: attribute) else { return .addedOptional }
            let value = Self.element(change.element, of: attribute.defaultValue)
            if let value = value ?? part.defaultValue {
                guard change.element.isEmpty else { return .addedFieldWithDefault }
                return part.isOptional || value.generated == nil ? .addedWithDefault : .addedWithGeneratedDefault
            }
            return part.isOptional || Self.isOptionalThroughout(part) ? .addedOptional : .addedWithoutDefault
        case .fetched?, nil: return .changedBehaviour
        }
    }

    private func cardinality(_ change: ModelChange) -> ClassifiedChange.Rule {
        guard case .relationship(let relationship)? = property(change, in: new), relationship.isToMany else {
            return .toManyBecameToOne
        }
        // Without an inverse, the destination's row has the only column for the link.
        return relationship.inverse == nil ? .toOneBecameExclusiveToMany : .toOneBecameToMany
    }

    private func tables(_ change: ModelChange) -> ClassifiedChange.Rule {
        if rehashed.isEmpty { return .changedTables }
        return change.entity.map(rehashed.contains) == true ? .rebuiltTables : .maybeRebuiltTables
    }

    private func removal(_ change: ModelChange) -> ClassifiedChange.Rule {
        property(change, in: old)?.isTransient == true ? .changedBehaviour : .removedProperty
    }

    private func optionality(_ change: ModelChange) -> ClassifiedChange.Rule {
        guard case .attribute(let attribute)? = property(change, in: new) else {
            // A required to-one relationship needs a destination. A to-many relationship may be empty.
            guard case .relationship(let relationship)? = property(change, in: new) else { return .changedBehaviour }
            if relationship.isOptional || relationship.isToMany { return .becameOptional }
            return .addedRequiredToOne
        }
        guard let part = Self.element(change.element, of: attribute), !part.isOptional else { return .becameOptional }
        // A composite's optionality isn't part of any hash or column. Only its elements matter.
        if part.type == .composite { return .changedBehaviour }
        let value = Self.element(change.element, of: attribute.defaultValue)
        return value == nil && part.defaultValue == nil ? .becameRequiredWithoutDefault : .becameRequiredWithDefault
    }

    /// Returns the rule for a changed Swift type of an encoded value. Returns `changedBehaviour` if existing rows can
    /// still be decoded. Returns `changedEncodedShape` if they can't or may not, or if a model doesn't contain the
    /// value's types.
    private func encodedShape(_ change: ModelChange) -> ClassifiedChange.Rule {
        guard let entity = change.entity, let name = change.property,
            case .attribute(let before)? = property(change, in: old),
            case .attribute(let after)? = property(change, in: new),
            Self.element(change.element, of: before)?.shape != nil,
            Self.element(change.element, of: after)?.shape != nil
        else { return .changedEncodedShape }
        let difference = ShapeDifference(from: before, to: after, decodings: valueTypes(entity, name).decodings)
        return difference.obstacles(in: change.element).isEmpty ? .changedBehaviour : .changedEncodedShape
    }

    /// Returns whether a change only renames a case that keeps its raw value.
    private func isRenamedCase(_ change: ModelChange) -> Bool {
        guard change.after == nil, case .attribute(let before)? = property(change, in: old),
            case .attribute(let after)? = property(change, in: new)
        else { return false }
        return ShapeDifference(from: before, to: after).isRenamedCase(at: change.element)
    }

    private func type(_ change: ModelChange) -> ClassifiedChange.Rule {
        let widths = ["int16": 16, "int32": 32, "int64": 64]
        if let before = change.before.flatMap({ widths[$0] }), let after = change.after.flatMap({ widths[$0] }) {
            return before < after ? .widenedInteger : .changedType
        }
        return .changedType
    }

    // MARK: Lookup

    private func property(_ change: ModelChange, in model: SchemaModel) -> Property? {
        guard let entity = change.entity, let name = change.property else { return nil }
        return model.entity(named: entity)?.property(named: name)
    }

    private func isFetched(_ change: ModelChange) -> Bool {
        if case .fetched? = property(change, in: new) { true } else { false }
    }

    /// Returns whether a change affects an attribute that stores bytes, such as an encoded value. If the shape of an
    /// encoded value changes, old values may fail to decode.
    private func isEncoded(_ change: ModelChange) -> Bool {
        guard case .attribute(let attribute)? = property(change, in: new) else { return false }
        let part = Self.element(change.element, of: attribute) ?? attribute
        return part.type == .transformable || part.type == .binary
    }

    private static func element(_ path: [String], of attribute: Attribute) -> Attribute? {
        path.reduce(attribute) { part, name in part?.elements.first { $0.name == name } }
    }

    private static func element(_ path: [String], of value: DefaultValue?) -> DefaultValue? {
        path.reduce(value) { value, name in
            if case .dictionary(let entries)? = value { entries[name] } else { nil }
        }
    }

    /// Returns whether an attribute is a composite whose elements can all be nil, as in an enum. Such a composite
    /// doesn't require a value.
    private static func isOptionalThroughout(_ attribute: Attribute) -> Bool {
        attribute.type == .composite && !attribute.leaves.isEmpty && attribute.leaves.allSatisfy(\.isOptional)
    }
}
