/// PF0237: a relationship with the delete rule nullify, whose inverse is required or has a minimum.
struct NullifiedRequirement: Rule {
    static let needs: Set<Fact> = [.edits]
    static let page = RulePage(
        code: "PF0237", name: "NullifiedRequirement", severity: .warning,
        summary: "The newest version has a relationship with the delete rule nullify, but its inverse can't be empty.",
        failure: """
            Deleting a row sets the inverse of the relationship to nil, or removes the row from it. If the inverse is a \
            required to-one, the save fails with error \(CoreDataFailure.missingRequiredValue.code); in SwiftData, developers \
            report that the app ends. If the inverse is a to-many that falls below its minimum, the save fails with error \
            \(CoreDataFailure.tooFewDestinations.code). Nullify is SwiftData's default.
            """,
        fix: """
            Make the inverse optional, or use the delete rule deny or cascade. Cascade also deletes the destinations. \
            The version hash doesn't include delete rules, so if you change a delete rule in a version that shipped, \
            check reports silent drift. Make the change in a new version.
            """,
        reads: ["the relationships of the newest version, with their delete rules"],
        source: .inference,
        assumption: "It assumes that code deletes a row that another row needs.",
        examples: (
            reported: .models(
                """
                @Model final class Folder { @Relationship(inverse: \\Note.folder) var notes: [Note] = [] }
                @Model final class Note { var folder: Folder }
                """),
            accepted: .models(
                """
                @Model final class Folder { @Relationship(deleteRule: .cascade, inverse: \\Note.folder) var notes: [Note] = [] }
                @Model final class Note { var folder: Folder }
                """)
        ))

    func findings(in context: RuleContext) -> [Finding] {
        context.groups.flatMap { group in
            group.newest.map { version in
                (version.model.map(Self.nullified) ?? []).map { finding(about: $0, of: version, in: group) }
            } ?? []
        }
    }

    /// A relationship with the delete rule nullify, and its inverse.
    private struct Pair {
        var entity: String
        var relationship: Relationship
        var inverse: Relationship

        var name: String { "\(entity).\(relationship.name)" }
        var inverseName: String { "\(relationship.destination).\(inverse.name)" }
    }

    private static func nullified(in model: SchemaModel) -> [Pair] {
        model.entities.flatMap { entity in
            entity.relationships.compactMap { relationship -> Pair? in
                guard relationship.deleteRule == .nullify, !relationship.isTransient,
                    let inverse = model.inverse(of: relationship), inverse.failsWhenNullified
                else { return nil }
                return Pair(entity: entity.name, relationship: relationship, inverse: inverse)
            }
        }
    }

    private func finding(about pair: Pair, of version: SchemaVersion, in group: RuleGroup) -> Finding {
        let (destination, failure) = (pair.relationship.destination, CoreDataFailure.missingRequiredValue)
        let what: String
        let affected: String
        let loosened: String
        if pair.inverse.isToMany {
            what =
                "Deleting a row of \(pair.entity) removes the row from \(pair.inverseName), which needs at least "
                + "\(pair.inverse.minimumCount): \(pair.name) has the delete rule nullify"
            affected =
                "users who delete a row of \(pair.entity) while a row of \(destination) has no more than "
                + "\(pair.inverse.minimumCount). The save fails with error \(CoreDataFailure.tooFewDestinations.code)"
            loosened = "lower the minimum of \(pair.inverseName)"
        } else {
            what =
                "Deleting a row of \(pair.entity) empties \(pair.inverseName), which is required: \(pair.name) has "
                + "the delete rule nullify"
            affected =
                "users who delete a row of \(pair.entity) that a row of \(destination) refers to. "
                + (group.isModelFile
                    ? "The save fails with error \(failure.code)"
                    : "The app ends, as developers report, or the save fails with error \(failure.code)")
            loosened = "make \(pair.inverseName) optional"
        }
        let cascade =
            "give \(pair.name) the delete rule cascade, which also deletes rows of \(destination)"
        let fix =
            group.frozenVersions.contains(version.name)
            ? "Leave \(version.name) unchanged, because it is frozen. In a new version, \(loosened), or \(cascade). A "
                + "delete rule isn't part of the version hash, so also make a change that affects the hash"
            : "Before \(version.name) ships, \(loosened), or \(cascade)"
        return finding(
            .init(what: what, affected: affected, fix: fix), in: group, about: version,
            at: version.place(entity: pair.entity, property: pair.relationship.name))
    }
}

extension SchemaModel {
    /// Returns a relationship's inverse. The inverse can be inherited by the destination entity. Returns nil if the
    /// relationship has no inverse, or if the model doesn't contain the inverse.
    package func inverse(of relationship: Relationship) -> Relationship? {
        guard let name = relationship.inverse else { return nil }
        let destination = relationship.destination
        let owners = [entity(named: destination)].compactMap(\.self) + superentities(of: destination)
        for case .relationship(let inverse)? in owners.map({ $0.property(named: name) }) { return inverse }
        return nil
    }
}

extension Relationship {
    /// Whether removing a destination can leave the relationship invalid. An empty optional to-many is valid, even if
    /// it has a minimum.
    fileprivate var failsWhenNullified: Bool {
        guard !isTransient else { return false }
        return isToMany ? minimumCount > (isOptional ? 1 : 0) : !isOptional
    }
}
