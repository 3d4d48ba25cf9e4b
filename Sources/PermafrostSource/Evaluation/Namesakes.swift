import PermafrostModel

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
            draft.code.append(([draft.name, property], .namesake))
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
