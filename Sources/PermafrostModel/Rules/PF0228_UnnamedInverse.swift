/// PF0228: two relationships that look like inverses, but declare no inverse and get none from the newest frameworks.
struct UnnamedInverse: Rule {
    static let needs: Set<Fact> = [.edits]
    static let page = RulePage(
        code: "PF0228", name: "UnnamedInverse", severity: .warning,
        summary:
            "The newest version has two relationships that look like inverses, but neither declares its inverse.",
        failure: """
            SwiftData infers an inverse only if each relationship is the only candidate for the other. A required \
            to-one isn't a candidate, so both sides stay separate relationships: setting one doesn't change the other. \
            A relationship that has @Relationship without inverse: is a candidate up to iOS 18, but not from iOS 26 \
            on. The same declaration then has two version hashes, and a store made on iOS 17 or 18 has a different \
            version on iOS 26. In a Core Data model, no inverse is ever inferred.
            """,
        fix: """
            Declare the inverse on one side, such as @Relationship(inverse: \\Room.museum) var rooms. The hash is then \
            the same on every system. Declaring the inverse changes the version hash, so if the version has shipped, \
            declare the inverse in a new version.
            """,
        reads: ["the relationships of the newest version"],
        source: .stores("version hashes of several frameworks show which inverses each one infers"),
        assumption: "It assumes that the two relationships are meant as inverses.",
        examples: (
            reported: .models(
                """
                @Model final class Folder { var notes: [Note] = [] }
                @Model final class Note { var folder: Folder }
                """),
            accepted: .models(
                """
                @Model final class Folder { var notes: [Note] = [] }
                @Model final class Note { var folder: Folder? }
                """)
        ))

    func findings(in context: RuleContext) -> [Finding] {
        context.groups.flatMap { group in
            group.newest.map { version in
                (version.model.map { Self.pairs(in: $0, infersInverses: !group.isModelFile) } ?? []).map {
                    finding(about: $0, of: version, in: group)
                }
            } ?? []
        }
    }

    private func finding(about pair: Pair, of version: SchemaVersion, in group: RuleGroup) -> Finding {
        let (named, other) = (pair.named, pair.other)
        let what: String
        let affected: String
        switch pair.reason {
        case .required(let side):
            what =
                "\(named) and \(other) look like inverses but are separate relationships: \(side) is a required to-one, for "
                + "which SwiftData infers no inverse"
            affected =
                "all users. Setting one relationship doesn't change the other"
        case .differs(let framework):
            what =
                "\(named) and \(other) declare no inverse: \(framework.text) treat them as inverses, and later systems don't"
            affected =
                "users with a store made with \(framework.text) who update the system. The version has different "
                + "hashes on the newer system, and the two sides become separate relationships"
        case .neverInferred:
            what = "\(named) and \(other) look like inverses, but the model declares none"
            affected = "all users. Setting one relationship doesn't change the other"
        }
        let naming = Self.naming(pair, isModelFile: group.isModelFile)
        let fix =
            group.frozenVersions.contains(version.name)
            ? "Leave \(version.name) unchanged, because it is frozen. In a new version, \(naming)"
            : "Before \(version.name) ships, \(naming)"
        return finding(
            .init(what: what, affected: affected, fix: fix), in: group, about: version,
            at: version.place(entity: named.entity, property: named.property))
    }

    /// Returns a description of the edit that declares the inverse. If the other side is required and would be
    /// nullified, the edit makes that side optional or uses the delete rule cascade.
    private static func naming(_ pair: Pair, isModelFile: Bool) -> String {
        let (named, other) = (pair.named, pair.other)
        let isEmptied = other.isRequired && named.deleteRule == .nullify
        let declaring =
            switch (isModelFile, isEmptied) {
            case (true, true):
                "choose \(other) as the inverse of \(named) and the delete rule cascade in the model editor"
            case (true, false): "choose \(other) as the inverse of \(named) in the model editor"
            case (false, true): "add @Relationship(deleteRule: .cascade, inverse: \\\(other)) to \(named)"
            case (false, false) where named.deleteRule != .nullify:
                "add inverse: \\\(other) to the @Relationship of \(named)"
            case (false, false): "add @Relationship(inverse: \\\(other)) to \(named)"
            }
        guard isEmptied else { return declaring + ". This changes the version hash" }
        return
            "make \(other) optional, or \(declaring), which also deletes rows of \(other.entity). Each of these "
            + "changes affects the version hash"
    }

    // MARK: Pairs

    /// One side of a pair of relationships.
    private struct Side: CustomStringConvertible {
        var entity: String
        var property: String
        var isToMany: Bool
        var isRequired: Bool
        var deleteRule: Relationship.DeleteRule

        var description: String { "\(entity).\(property)" }

        init(_ relationship: Relationship, of entity: Entity) {
            self.entity = entity.name
            property = relationship.name
            isToMany = relationship.isToMany
            isRequired = !relationship.isToMany && !relationship.isOptional
            deleteRule = relationship.deleteRule
        }
    }

    /// Two relationships that look like inverses, but aren't.
    private struct Pair {
        enum Reason {
            /// One side is a required to-one relationship.
            case required(Side)
            /// Some frameworks infer the inverse, but the newest ones don't.
            case differs(FrameworkVariant.Framework)
            /// The pair is in a Core Data model, for which no inverse is inferred.
            case neverInferred
        }

        /// The side that should declare the inverse. If only one side is to-many, it is that side. If both are to-one
        /// and only one is optional, it is the optional side.
        var named: Side
        var other: Side
        var reason: Reason

        init(_ first: Side, _ second: Side, _ reason: Reason) {
            let isSecondNamed =
                first.isToMany == second.isToMany ? first.isRequired && !second.isRequired : second.isToMany
            (named, other) = isSecondNamed ? (second, first) : (first, second)
            self.reason = reason
        }
    }

    /// Returns the pairs of relationships that look like inverses, but have none. Either only older frameworks infer
    /// the inverse, or each side is the other's only candidate.
    private static func pairs(in model: SchemaModel, infersInverses: Bool) -> [Pair] {
        model.entities.flatMap { entity in
            entity.relationships.compactMap { relationship -> Pair? in
                guard let destination = model.entity(named: relationship.destination) else { return nil }
                return inferred(relationship, of: entity, to: destination, in: model)
                    ?? candidates(relationship, of: entity, to: destination, infersInverses)
            }
        }
    }

    /// Returns the pair of a relationship and the inverse that only older frameworks infer. Returns nil if there is no
    /// such inverse, or if the inverse sorts before the relationship.
    private static func inferred(
        _ relationship: Relationship, of entity: Entity, to destination: Entity, in model: SchemaModel
    ) -> Pair? {
        for variant in model.frameworkVariants {
            guard let inverse = variant.inverses[entity.name]?[relationship.name],
                let back = destination.relationships.first(where: { $0.name == inverse }),
                isFirst(relationship, of: entity, before: back, of: destination)
            else { continue }
            return Pair(
                Side(relationship, of: entity), Side(back, of: destination), .differs(variant.framework))
        }
        return nil
    }

    /// Returns the pair of a relationship and the relationship back to its entity. Neither has an inverse, and no
    /// other relationships without an inverse connect the two entities. Returns nil if there is no such pair, or if the
    /// relationship back sorts first.
    ///
    /// If the framework infers inverses, one side must also be a required to-one relationship. SwiftData would
    /// otherwise have inferred the inverse.
    private static func candidates(
        _ relationship: Relationship, of entity: Entity, to destination: Entity, _ infersInverses: Bool
    ) -> Pair? {
        guard entity.name != destination.name,
            free(from: entity, to: destination).map(\.name) == [relationship.name],
            let back = only(free(from: destination, to: entity)),
            isFirst(relationship, of: entity, before: back, of: destination)
        else { return nil }
        let (first, second) = (Side(relationship, of: entity), Side(back, of: destination))
        guard infersInverses else { return Pair(first, second, .neverInferred) }
        return [second, first].first(where: \.isRequired).map { Pair(first, second, .required($0)) }
    }

    /// Returns whether a relationship sorts before another one. Used to find each pair only once.
    private static func isFirst(
        _ relationship: Relationship, of entity: Entity, before other: Relationship, of otherEntity: Entity
    ) -> Bool {
        CodeUnitOrder.isBefore("\(entity.name).\(relationship.name)", "\(otherEntity.name).\(other.name)")
    }

    private static func free(from entity: Entity, to destination: Entity) -> [Relationship] {
        entity.relationships.filter { $0.destination == destination.name && $0.inverse == nil && !$0.isTransient }
    }

    private static func only(_ relationships: [Relationship]) -> Relationship? {
        relationships.count == 1 ? relationships.first : nil
    }
}
