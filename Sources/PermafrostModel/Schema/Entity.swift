/// An entity of a ``SchemaModel``: a `@Model` class, or an entity of a Core Data model.
package struct Entity: Sendable, Hashable {
    /// The entity's name: the class's name without enclosing types or the module.
    package var name: String
    /// Whether every row must belong to a subentity.
    package var isAbstract: Bool
    /// The name of the superentity; nil if there is none.
    package var superentity: String?
    /// The entity's own properties, sorted by name. Inherited properties are in the superentity.
    package private(set) var properties: [Property]
    /// The property names of each uniqueness constraint, in declaration order.
    package var uniquenessConstraints: [[String]]
    /// The fetch indexes, in declaration order.
    package var indexes: [FetchIndex]
    /// The entity's name in an older model, if it differs from ``name``.
    package var renamingIdentifier: String?
    /// A string that changes only the version hash.
    package var versionHashModifier: String?
    /// The Objective-C class of a Core Data entity, if it differs from ``name``. SwiftData doesn't record one.
    package var className: String?
    /// The string entries of the user info in a Core Data model.
    package var userInfo: [String: String]

    /// Creates an entity with the given own properties, in any order.
    package init(
        name: String, isAbstract: Bool = false, superentity: String? = nil, properties: [Property] = [],
        uniquenessConstraints: [[String]] = [], indexes: [FetchIndex] = [], renamingIdentifier: String? = nil,
        versionHashModifier: String? = nil, className: String? = nil, userInfo: [String: String] = [:]
    ) {
        self.name = name
        self.isAbstract = isAbstract
        self.superentity = superentity
        self.properties = properties.sorted { CodeUnitOrder.isBefore($0.name, $1.name) }
        self.uniquenessConstraints = uniquenessConstraints
        self.indexes = indexes
        self.renamingIdentifier = renamingIdentifier
        self.versionHashModifier = versionHashModifier
        self.className = className
        self.userInfo = userInfo
    }

    /// Returns the entity's own property with the given name.
    package func property(named name: String) -> Property? {
        properties.first { $0.name == name }
    }

    /// The entity's own attributes, including composite and derived ones, sorted by name.
    package var attributes: [Attribute] {
        properties.compactMap { if case .attribute(let attribute) = $0 { attribute } else { nil } }
    }

    /// The names of the entity's own attributes whose hash modifier changes the version hash. The hash of a composite or
    /// derived attribute doesn't include all of its options.
    package var attributesForHashModifiers: [String] {
        attributes.filter { !$0.isTransient && $0.type != .composite && $0.derivation == nil }.map(\.name)
    }

    /// The entity's own relationships, sorted by name.
    package var relationships: [Relationship] {
        properties.compactMap { if case .relationship(let relationship) = $0 { relationship } else { nil } }
    }

    /// Replaces the entity's own properties, and sorts them.
    package mutating func setProperties(_ properties: [Property]) {
        self.properties = properties.sorted { CodeUnitOrder.isBefore($0.name, $1.name) }
    }
}

/// A fetch index, which is one `CREATE INDEX` statement in a store. It is never part of a version hash.
package struct FetchIndex: Sendable, Hashable {
    /// The index's name. For SwiftData, it is `SwiftDataIndexOnBinary` followed by the property names without
    /// separators.
    package var name: String
    /// The indexed properties, in order.
    package var elements: [Element]
    /// The format string of a partial index's predicate (Core Data only).
    package var partialPredicate: String?

    package init(name: String, elements: [Element], partialPredicate: String? = nil) {
        self.name = name
        self.elements = elements
        self.partialPredicate = partialPredicate
    }

    /// One property of a fetch index.
    package struct Element: Sendable, Hashable {
        /// The kind of index. The raw values are Core Data's.
        package enum Kind: Int, Sendable, Hashable {
            /// A B-tree.
            case binary = 0
            /// An R-tree, for ranges of coordinates.
            case rTree = 1
        }

        /// The indexed property's name.
        package var property: String
        /// Whether the index is ascending.
        package var isAscending: Bool
        /// The kind of index.
        package var kind: Kind

        package init(property: String, isAscending: Bool = true, kind: Kind = .binary) {
            self.property = property
            self.isAscending = isAscending
            self.kind = kind
        }
    }
}
