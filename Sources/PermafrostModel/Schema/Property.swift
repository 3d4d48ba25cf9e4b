/// A property of an ``Entity``. It is an attribute, a relationship, or a fetched property.
package enum Property: Sendable, Hashable {
    /// A plain, composite, or derived attribute.
    case attribute(Attribute)
    /// A reference to rows of an entity.
    case relationship(Relationship)
    /// A Core Data fetched property, which is a query without stored values.
    case fetched(FetchedProperty)

    package var name: String {
        switch self {
        case .attribute(let attribute): attribute.name
        case .relationship(let relationship): relationship.name
        case .fetched(let fetched): fetched.name
        }
    }

    /// Whether the value can be nil.
    package var isOptional: Bool {
        switch self {
        case .attribute(let attribute): attribute.isOptional
        case .relationship(let relationship): relationship.isOptional
        case .fetched(let fetched): fetched.isOptional
        }
    }

    /// Whether the property isn't stored. Such a property isn't part of any hash.
    package var isTransient: Bool {
        switch self {
        case .attribute(let attribute): attribute.isTransient
        case .relationship(let relationship): relationship.isTransient
        case .fetched: true
        }
    }

    /// The property's name in an older model, or nil if the property isn't renamed. Always nil for a fetched property.
    package var renamingIdentifier: String? {
        switch self {
        case .attribute(let attribute): attribute.renamingIdentifier
        case .relationship(let relationship): relationship.renamingIdentifier
        case .fetched: nil
        }
    }
}

/// A fetched property of a Core Data model, which runs a query instead of storing values.
package struct FetchedProperty: Sendable, Hashable {
    package var name: String
    /// Whether the model declares the property as optional.
    package var isOptional: Bool
    /// The entity that the query fetches, or nil if the model doesn't record it.
    package var entity: String?
    /// The format string of the query's predicate, or nil if the model doesn't record it.
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
