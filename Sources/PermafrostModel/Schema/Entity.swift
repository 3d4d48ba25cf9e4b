/// An entity in a ``SchemaModel``. It represents a `@Model` class or an entity of a Core Data model.
package struct Entity: Sendable, Hashable {
    /// The entity's name. For a `@Model` class, this is the class's name without the module or enclosing types.
    package var name: String
    /// Whether every row must belong to a subentity.
    package var isAbstract: Bool
    /// The name of the superentity, or nil if the entity is the root of its hierarchy.
    package var superentity: String?
    /// The entity's own properties, sorted by name. Inherited properties are in the superentity.
    package private(set) var properties: [Property]
    /// The property names of each uniqueness constraint, in declaration order.
    package var uniquenessConstraints: [[String]]
    /// The fetch indexes, in declaration order.
    package var indexes: [FetchIndex]
    /// The entity's name in an older model, or nil if the entity isn't renamed.
    package var renamingIdentifier: String?
    /// A string that changes the version hash and has no other effect. Nil if the declaration has no modifier.
    package var versionHashModifier: String?
    /// The name of a Core Data entity's Objective-C class, or nil if it is the same as ``name``. Nil for SwiftData,
    /// which doesn't record a class.
    package var className: String?
    /// The string entries of the user info in a Core Data model.
    package var userInfo: [String: String]

    /// Creates an entity. The properties can be in any order.
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

    /// Returns the property with the given name. Returns nil if the entity inherits the property or doesn't have it.
    package func property(named name: String) -> Property? {
        properties.first { $0.name == name }
    }

    /// The entity's own attributes, including composite and derived ones, sorted by name.
    package var attributes: [Attribute] {
        properties.compactMap { if case .attribute(let attribute) = $0 { attribute } else { nil } }
    }

    /// The names of the entity's own attributes that change the version hash if they get a hash modifier. Composite and
    /// derived attributes are excluded, because their hash doesn't include the modifier. Transient attributes have no
    /// hash.
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

/// A fetch index, which becomes an index on the entity's table. It is never part of a version hash.
package struct FetchIndex: Sendable, Hashable {
    /// The index's name. SwiftData uses `SwiftDataIndexOnBinary` or `SwiftDataIndexOnRTree`, followed by the property
    /// names without separators.
    package var name: String
    /// The indexed properties, in order.
    package var elements: [Element]
    /// The format string of a partial index's predicate (Core Data only), or nil if the index isn't partial.
    package var partialPredicate: String?

    package init(name: String, elements: [Element], partialPredicate: String? = nil) {
        self.name = name
        self.elements = elements
        self.partialPredicate = partialPredicate
    }

    /// A property in a fetch index.
    package struct Element: Sendable, Hashable {
        /// The kind of index. The raw values are Core Data's.
        package enum Kind: Int, Sendable, Hashable {
            /// A B-tree.
            case binary = 0
            /// An R-tree, for ranges of coordinates.
            case rTree = 1
        }

        /// The name of the indexed property.
        package var property: String
        package var isAscending: Bool
        package var kind: Kind

        package init(property: String, isAscending: Bool = true, kind: Kind = .binary) {
            self.property = property
            self.isAscending = isAscending
            self.kind = kind
        }
    }
}
