/// A property of an ``Entity``: an attribute (plain, composite, or derived), a relationship, or a fetched property.
package enum Property: Sendable, Hashable {
    /// An attribute: plain, composite, or derived.
    case attribute(Attribute)
    /// A reference to rows of an entity.
    case relationship(Relationship)
    /// A Core Data fetched property, which is a stored query without data.
    case fetched(FetchedProperty)

    /// The property's name.
    package var name: String {
        switch self {
        case .attribute(let attribute): attribute.name
        case .relationship(let relationship): relationship.name
        case .fetched(let fetched): fetched.name
        }
    }

    /// Whether the value may be nil.
    package var isOptional: Bool {
        switch self {
        case .attribute(let attribute): attribute.isOptional
        case .relationship(let relationship): relationship.isOptional
        case .fetched(let fetched): fetched.isOptional
        }
    }

    /// Whether the property isn't part of the store or of any hash.
    package var isTransient: Bool {
        switch self {
        case .attribute(let attribute): attribute.isTransient
        case .relationship(let relationship): relationship.isTransient
        case .fetched: true
        }
    }

    /// The property's name in an older model, if it differs from ``name``.
    package var renamingIdentifier: String? {
        switch self {
        case .attribute(let attribute): attribute.renamingIdentifier
        case .relationship(let relationship): relationship.renamingIdentifier
        case .fetched: nil
        }
    }
}

/// A Core Data fetched property.
package struct FetchedProperty: Sendable, Hashable {
    /// The property's name.
    package var name: String
    /// Whether the model declares the property as optional.
    package var isOptional: Bool
    /// The entity that the query fetches, if the model records it.
    package var entity: String?
    /// The format string of the query's predicate, if the model records it.
    package var predicate: String?
    /// The string entries of the user info in a Core Data model.
    package var userInfo: [String: String]

    package init(
        name: String, isOptional: Bool = true, entity: String? = nil, predicate: String? = nil,
        userInfo: [String: String] = [:]
    ) {
        self.name = name
        self.isOptional = isOptional
        self.entity = entity
        self.predicate = predicate
        self.userInfo = userInfo
    }
}
