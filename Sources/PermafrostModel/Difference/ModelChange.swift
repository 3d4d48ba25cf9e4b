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
