/// Every difference between two models, entity by entity and property by property. It is empty exactly where the
/// models are equal.
package struct ModelDifference: Sendable, Hashable {
    /// The changes from the older to the newer model: the model's own first, then by entity and property.
    package private(set) var changes: [ModelChange]

    /// The strongest kind among the changes; nil if there are none.
    package var strongest: ModelChange.Kind? { changes.map(\.kind).max() }

    /// Whether the models are equal.
    package var isEmpty: Bool { changes.isEmpty }

    /// Compares two models.
    package init(from old: SchemaModel, to new: SchemaModel) {
        changes = []
        guard old != new else { return }
        compareModels(old, new)
        var oldHashes: [String: [UInt8]] = [:]
        var newHashes: [String: [UInt8]] = [:]
        let names = Set(old.entities.map(\.name)).union(new.entities.map(\.name)).sortedByCodeUnit()
        for name in names {
            switch (old.entity(named: name), new.entity(named: name)) {
            case (let before?, let after?) where before != after:
                let hashMoved =
                    old.versionHash(of: before, into: &oldHashes) != new.versionHash(of: after, into: &newHashes)
                changes += EntityComparison(before, after, hashMoved: hashMoved).changes
            case (_?, nil):
                changes.append(ModelChange(entity: name, aspect: .removed, kind: .identity))
            case (nil, _?):
                changes.append(ModelChange(entity: name, aspect: .added, kind: .identity))
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

extension SchemaModel {
    fileprivate var configurationText: String? {
        configurations.isEmpty
            ? nil
            : configurations.sorted { CodeUnitOrder.isBefore($0.key, $1.key) }
                .map { "\($0.key): \($0.value.joined(separator: ", "))" }.joined(separator: "; ")
    }
}

extension [String] {
    /// The strings separated by commas; nil if there are none.
    fileprivate func description() -> String? { isEmpty ? nil : joined(separator: ", ") }
}

/// One difference between two models: what changed, where, and what a store of the older model makes of it.
package struct ModelChange: Sendable, Hashable {
    /// What a change does to stores that exist, strongest first.
    package enum Kind: String, Sendable, Hashable, CaseIterable, Comparable {
        /// The version hash moved: Core Data no longer recognises a store of the older model.
        case identity
        /// The store still opens; behaviour changed.
        case silent
        /// Only tables, columns, their order or indexes differ.
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

    /// What about the subject changed.
    package enum Aspect: String, Sendable, Hashable, CaseIterable {
        case added, removed
        case type, optionality, transience, externalStorage, preservationOnDeletion, spotlight, cloudEncryption
        case defaultValue, renamingIdentifier, hashModifier, valueTransformer, valueClass, derivation, userInfo
        /// The Swift type behind the same storage, or the shape of an encoded value.
        case swiftType
        /// A case of an enum with raw values: added, removed, or its raw value.
        case enumerationCase
        /// The order of a struct's stored properties or of the cases of an enum without raw values.
        case elementOrder
        case destination, inverse, cardinality, minimumCount, maximumCount, ordering, deleteRule
        case abstractness, superentity, className
        case uniqueness, uniquenessOrder, index, indexOrder
        case versionIdentifier, configuration, predicate
    }

    /// The entity concerned; nil for the model as a whole.
    package var entity: String?
    /// The property concerned; nil for the entity as a whole. For a constraint or index over several, the first.
    package var property: String?
    /// The path into a composite (`street`, or `address`, `street`), or the case of an enum; empty for the property.
    package var element: [String]
    /// What changed.
    package var aspect: Aspect
    /// What it was, in a few words; nil if there was nothing.
    package var before: String?
    /// What it is, in a few words; nil if there is nothing.
    package var after: String?
    /// What a store of the older model makes of it.
    package var kind: Kind

    /// A change.
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

    /// `Post.author`, `Post`, or `Post.address.street`.
    package var subject: String {
        ([entity, property].compactMap { $0 } + element).joined(separator: ".")
    }
}
