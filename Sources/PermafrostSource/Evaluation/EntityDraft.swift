import PermafrostModel

/// An entity as its class declares it, before the schema determines the inverses of its relationships.
struct EntityDraft: Sendable {
    /// A relationship, with the class's declaration of its inverse.
    struct RelationshipDraft: Sendable {
        var relationship: Relationship
        /// The destination's node.
        var destination: Int
        /// The property named by `inverse:`.
        var explicitInverse: String?
        /// Whether the property has a `@Relationship`.
        var hasMacro: Bool
        var location: SourceLocation
    }

    var node: Int
    var name: String
    var location: SourceLocation
    /// The `@Model` class that it inherits from.
    var superclass: Int?
    /// Attributes and relationships, in declaration order.
    var attributes: [Attribute] = []
    var relationships: [RelationshipDraft] = []
    var uniquenessConstraints: [[String]] = []
    var indexes: [FetchIndex] = []
    var places: [String: SourceLocation] = [:]
    /// The enums and structs in each property's values.
    var valueTypes: [String: [ValueType]] = [:]
    var assumptions: [Assumption] = []
    var issues: [SourceIssue] = []
}

extension EntityDraft {
    /// Classes with the same name as a class that a version lists.
    ///
    /// A store has one entity for a name. If a relationship refers to a class outside the version and the version lists
    /// another class of the same name, the listed one is the entity. [A]
    struct Namesakes {
        private let table: DeclarationTable
        private let listed: Set<Int>
        private let listedByName: [String: Int]

        /// - Parameter listed: the classes that the version lists.
        init(listed: [Int], table: DeclarationTable) {
            self.table = table
            self.listed = Set(listed)
            listedByName = Dictionary(
                listed.map { (table.nodes[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
        }

        /// Redirects relationships from a namesake to the listed class, and reports them.
        func replace(in draft: inout EntityDraft) {
            for index in draft.relationships.indices {
                let meant = draft.relationships[index].destination
                guard !listed.contains(meant), let standing = listedByName[table.nodes[meant].name] else { continue }
                let property = draft.relationships[index].relationship.name
                draft.relationships[index].destination = standing
                draft.assumptions.append(
                    Assumption(
                        entity: draft.name, property: property, shape: "class of the same name outside the version"))
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
