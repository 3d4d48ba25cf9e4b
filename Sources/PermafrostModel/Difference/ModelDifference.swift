/// The differences between two models. Framework variants aren't compared.
package struct ModelDifference: Sendable, Hashable {
    /// The changes from the older to the newer model. Changes to the model itself come first, followed by the changes
    /// to each entity, sorted by entity name. For each entity, the order is: the entity itself, its properties sorted
    /// by name, its uniqueness constraints, and its indexes.
    package private(set) var changes: [ModelChange]

    package var isEmpty: Bool { changes.isEmpty }

    /// Compares an older model with a newer model.
    package init(from old: SchemaModel, to new: SchemaModel) {
        changes = []
        guard old != new || old.foreignNames != new.foreignNames else { return }
        compareModels(old, new)
        var oldHashes: [String: [UInt8]] = [:]
        var newHashes: [String: [UInt8]] = [:]
        let (before, after) = (old.entityIndices, new.entityIndices)
        for key in Set(before.keys).union(after.keys).sortedByCodeUnit() {
            let (before, after) = (before[key].map { old.entities[$0] }, after[key].map { new.entities[$0] })
            switch (before, after) {
            case (let before?, let after?) where before != after || before.foreignNames != after.foreignNames:
                let hashMoved =
                    old.versionHash(of: before, into: &oldHashes) != new.versionHash(of: after, into: &newHashes)
                changes += EntityComparison(before, after, hashMoved: hashMoved).changes
            case (let before?, nil):
                changes.append(ModelChange(entity: before.name, aspect: .removed, kind: .identity))
            case (nil, let after?):
                changes.append(ModelChange(entity: after.name, aspect: .added, kind: .identity))
            default:
                break
            }
        }
    }

    private mutating func compareModels(_ old: SchemaModel, _ new: SchemaModel) {
        let pairs: [(ModelChange.Aspect, String?, String?)] = [
            (.versionIdentifier, old.versionIdentifiers.description(), new.versionIdentifiers.description()),
            (.configuration, old.configurationText, new.configurationText),
        ]
        for (aspect, before, after) in pairs where before != after {
            changes.append(ModelChange(entity: nil, aspect: aspect, before: before, after: after, kind: .silent))
        }
    }
}

extension Entity {
    /// The keys of the properties' names and of their original names that aren't ASCII.
    fileprivate var foreignNames: [String] {
        var keys: [String] = []
        for property in properties { property.addForeignNames(to: &keys) }
        return keys
    }
}

extension Property {
    /// Adds the keys of the names that aren't ASCII: the property's, its original name, and those of a composite's parts.
    func addForeignNames(to keys: inout [String]) {
        func add(_ text: String?) {
            if let text, !text.isASCII { keys.append(text.byteKey) }
        }
        add(name)
        add(renamingIdentifier)
        if case .attribute(let attribute) = self {
            if case .string(let text)? = attribute.defaultValue { add(text) }
            add(attribute.versionHashModifier)
            for part in attribute.elements { Property.attribute(part).addForeignNames(to: &keys) }
        }
    }
}

extension SchemaModel {
    /// The position of each entity in ``entities``, keyed by ``Swift/String/byteKey``.
    fileprivate var entityIndices: [String: Int] {
        Dictionary(entities.enumerated().map { ($1.name.byteKey, $0) }) { first, _ in first }
    }

    fileprivate var foreignNames: [String] {
        entities.flatMap { ($0.name.isASCII ? [] : [$0.name.byteKey]) + $0.foreignNames }
    }

    fileprivate var configurationText: String? {
        configurations.isEmpty
            ? nil
            : configurations.sorted { CodeUnitOrder.isBefore($0.key, $1.key) }
                .map { "\($0.key): \($0.value.joined(separator: ", "))" }.joined(separator: "; ")
    }
}

extension [String] {
    /// Returns the strings separated by commas, or nil if the array is empty.
    fileprivate func description() -> String? { isEmpty ? nil : joined(separator: ", ") }
}

/// A difference between two models. It consists of the part that differs, the old and new values, and the effect on
/// stores of the older model.
package struct ModelChange: Sendable, Hashable {
    /// The effect of a change on existing stores.
    package enum Kind: String, Sendable, Hashable, CaseIterable, Comparable, Encodable {
        /// The version hash changes, so Core Data no longer recognizes a store of the older model.
        case identity
        /// No version hash changes, so the store still opens. The app may behave differently.
        case silent
        /// No version hash changes. Only the store's indexes, or the order of its columns or constraints, differ.
        case physical

        package static func < (left: Kind, right: Kind) -> Bool {
            left.weight < right.weight
        }

        private var weight: Int {
            switch self {
            case .identity: 2
            case .silent: 1
            case .physical: 0
            }
        }
    }

    /// The characteristic that changed, such as a property's type or an entity's superentity.
    package enum Aspect: String, Sendable, Hashable, CaseIterable, Encodable {
        case added, removed
        case type, optionality, transience, externalStorage, preservationOnDeletion, spotlight, cloudEncryption
        case defaultValue, renamingIdentifier, hashModifier, valueTransformer, valueClass, derivation, userInfo
        /// The Swift type of a value whose storage type is unchanged, such as `Int64` instead of `Int`, or the shape of
        /// an encoded value.
        case swiftType
        /// A case of an enum. The case was added or removed, or its raw value or associated values changed.
        case enumerationCase
        /// The order of a struct's stored properties, or of the cases of an enum without raw values.
        case elementOrder
        /// The key of a field or case in encoded values.
        case codingKey
        /// A type's own `encode(to:)`, `init(from:)` or `CodingKeys`, which is the last name in the change's path. The
        /// old and new values are digests.
        case codableCode
        case destination, inverse, cardinality, minimumCount, maximumCount, ordering, deleteRule
        case abstractness, superentity, className
        case uniqueness, uniquenessOrder, index, indexOrder
        case versionIdentifier, configuration, predicate
    }

    /// The name of the affected entity, or nil if the change affects the model itself.
    package var entity: String?
    /// The name of the affected property, or nil if the change affects the entity or the model itself. For a constraint
    /// or index with several properties, this is the first one.
    package var property: String?
    /// The path of the changed part inside a composite, such as `["street"]` or `["address", "street"]`. It can also
    /// contain an enum case. Empty if the change affects the property itself.
    package var element: [String]
    package var aspect: Aspect
    /// A short text for the old value. Nil if there was no old value, or if an entity was added or removed.
    package var before: String?
    /// A short text for the new value. Nil if there is no new value, or if an entity was added or removed.
    package var after: String?
    /// The effect on a store of the older model.
    package var kind: Kind

    package init(
        entity: String?, property: String? = nil, element: [String] = [], aspect: Aspect, before: String? = nil,
        after: String? = nil, kind: Kind
    ) {
        self.entity = entity
        self.property = property
        self.element = element
        self.aspect = aspect
        self.before = before
        self.after = after
        self.kind = kind
    }

    /// The path of the changed part, such as `Post.author`, `Post`, or `Post.address.street`.
    package var subject: String {
        ([entity, property].compactMap { $0 } + element).joined(separator: ".")
    }
}
