import PermafrostModel

/// A class's entity before the inverses of its relationships are known.
struct EntityDraft: Sendable {
    /// A relationship with the inverse that the class declares.
    struct RelationshipDraft: Sendable {
        var relationship: Relationship
        /// The destination class's index in the declaration table.
        var destination: Int
        /// The name of the property in the `inverse:` argument, or nil if there is no such argument.
        var explicitInverse: String?
        /// Whether the property has a `@Relationship` attribute.
        var hasMacro: Bool
        var location: SourceLocation
    }

    var node: Int
    var name: String
    var location: SourceLocation
    /// The index of the `@Model` superclass in the declaration table, or nil if the class doesn't have one.
    var superclass: Int?
    /// The attributes, in declaration order.
    var attributes: [Attribute] = []
    var relationships: [RelationshipDraft] = []
    var uniquenessConstraints: [[String]] = []
    var indexes: [FetchIndex] = []
    var places: [String: SourceLocation] = [:]
    /// The locations of the constraints in `#Unique` and the indexes in `#Index`. A constraint's key is
    /// `Entity.text(ofConstraint:)`, and an index's key is `FetchIndex.summary`.
    var constraintPlaces: [String: SourceLocation] = [:]
    /// The enums and structs in each property's values, keyed by property name.
    var valueTypes: [String: [ValueType]] = [:]
    /// The source texts of the defaults that call an initializer and whose value is known, keyed by property name.
    var defaultTexts: [String: String] = [:]
    /// The class, properties, enums and structs with code that determines how values are stored, and their paths.
    var code: [(path: [String], part: CodePart)] = []
    /// The shapes of attributes whose types contain generic enums or structs, keyed by name.
    var shapes: [String: ValueShape] = [:]
    var assumptions: [Assumption] = []
    var issues: [SourceIssue] = []
}
