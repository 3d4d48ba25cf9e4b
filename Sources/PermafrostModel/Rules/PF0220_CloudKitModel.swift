/// PF0220: models that can't be mirrored to CloudKit. [A]
struct CloudKitModel: Rule {
    static let page = RulePage(
        code: "PF0220", name: "CloudKitModel", severity: .error,
        summary: "With --cloudkit: the newest version has something that CloudKit does not take.",
        failure: """
            A container that syncs does not open: \(CoreDataFailure.cloudKitIntegration.code), "CloudKit integration requires \
            …". Records arrive in any order and with gaps, so that nothing may be required of them.
            """,
        fix: """
            No unique constraints; attributes optional or with a default on the property; relationships optional, to-many ones \
            too, with an inverse, without the deny rule, and not ordered.
            """)

    func findings(in context: RuleContext) -> [Finding] {
        guard context.checksCloudKit else { return [] }
        return context.groups.flatMap { group in
            group.newest.map { version in
                (version.model?.entities ?? []).flatMap { entity in
                    Self.offences(of: entity).map { property, what, fix in
                        finding(
                            .init(
                                what: "\(property.map { "\(entity.name).\($0)" } ?? entity.name) \(what)",
                                affected: "Every user: a container that syncs with CloudKit does not open "
                                    + "(\(CoreDataFailure.cloudKitIntegration.code))",
                                fix: fix),
                            in: group, about: version, at: version.place(entity: entity.name, property: property))
                    }
                }
            } ?? []
        }
    }

    private static func offences(of entity: Entity) -> [(property: String?, what: String, fix: String)] {
        let constraints = entity.uniquenessConstraints.map { names in
            (names.first, "is unique (\(names.joined(separator: ", ")))", "Keep it unique in the app's code")
        }
        let attributes = entity.attributes.filter { attribute in
            !attribute.isTransient && attribute.defaultValue == nil && attribute.leaves.contains { !$0.isOptional }
        }.map { ($0.name as String?, "is required and has no default", "Make it optional, or give it a default") }
        let relationships = entity.relationships.filter { !$0.isTransient }.flatMap { relationship in
            let name = relationship.name as String?
            return [
                relationship.isOptional ? nil : (name, "is a relationship that is not optional", "Make it optional"),
                relationship.inverse == nil
                    ? (name, "is a relationship without an inverse", "Give it one with @Relationship(inverse:)") : nil,
                relationship.deleteRule == .deny ? (name, "has the delete rule deny", "Use nullify or cascade") : nil,
                relationship.isOrdered ? (name, "is ordered", "Keep the order in an attribute") : nil,
            ].compactMap { $0 }
        }
        return constraints + attributes + relationships
    }
}
