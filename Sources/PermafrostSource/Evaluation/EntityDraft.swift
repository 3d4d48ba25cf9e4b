import PermafrostModel

/// An entity as its class declares it, before the schema around it gives its relationships their inverses.
struct EntityDraft: Sendable {
    /// A relationship, with what the class says about its inverse.
    struct RelationshipDraft: Sendable {
        var relationship: Relationship
        /// The destination's node.
        var destination: Int
        /// The property that `inverse:` names.
        var explicitInverse: String?
        /// Whether the property has a `@Relationship`.
        var hasMacro: Bool
        var location: SourceLocation
    }

    var node: Int
    var name: String
    var location: SourceLocation
    /// The `@Model` class it inherits from.
    var superclass: Int?
    /// Attributes and relationships, in declaration order.
    var attributes: [Attribute] = []
    var relationships: [RelationshipDraft] = []
    var uniquenessConstraints: [[String]] = []
    var indexes: [FetchIndex] = []
    var places: [String: SourceLocation] = [:]
    /// The enums and structs that the values of each property are made of.
    var valueTypes: [String: [ValueType]] = [:]
    var assumptions: [Assumption] = []
    var issues: [SourceIssue] = []
}
