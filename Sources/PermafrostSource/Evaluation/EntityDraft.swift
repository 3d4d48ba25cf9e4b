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
    var assumptions: [Assumption] = []
    var issues: [SourceIssue] = []
}

extension EntityDraft {
    /// The classes that a version lists, for relationships that refer to another class with the same name.
    ///
    /// A store can't have two entities with the same name. If a relationship refers to a class outside the version, and
    /// the version lists a different class with the same name, Permafrost assumes that the listed class becomes the
    /// entity (`HashRule.namesake`).
    struct Namesakes {
        private let table: DeclarationTable
        private let listed: Set<Int>
        private let listedByName: [String: Int]

        /// Creates a lookup for the classes that a version lists.
        ///
        /// - Parameter listed: the indexes of these classes in the table.
        init(listed: [Int], table: DeclarationTable) {
            self.table = table
            self.listed = Set(listed)
            listedByName = Dictionary(
                listed.map { (table.nodes[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
        }

        /// Makes the listed class the destination of each relationship that refers to an unlisted class with the same
        /// name. The draft gets a warning and an assumption.
        func replace(in draft: inout EntityDraft) {
            for index in draft.relationships.indices {
                let meant = draft.relationships[index].destination
                guard !listed.contains(meant), let standing = listedByName[table.nodes[meant].name] else { continue }
                let property = draft.relationships[index].relationship.name
                draft.relationships[index].destination = standing
                draft.assumptions.append(
                    Assumption(entity: draft.name, property: property, .namesake))
                draft.issues.append(
                    SourceIssue(
                        .namesake(
                            model: draft.name, property: property, meant: table.nodes[meant].path,
                            place: table.location(ofNode: meant) ?? draft.location, listed: table.nodes[standing].path),
                        severity: .warning, at: draft.relationships[index].location))
            }
        }
    }
}
