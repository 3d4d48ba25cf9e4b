/// PF0220: models that can't be mirrored to CloudKit. The conditions are assumed, not verified.
struct CloudKitModel: Rule {
    static let page = RulePage(
        code: "PF0220", name: "CloudKitModel", severity: .error,
        summary: "With --cloudkit: the newest version has something that CloudKit doesn't support.",
        failure: """
            A container that syncs doesn't open: \(CoreDataFailure.cloudKitIntegration.code), "CloudKit integration requires …". \
            Records arrive in any order and incomplete, so nothing can be required.
            """,
        fix: """
            Remove unique constraints. Make attributes optional or give them a default on the property. Make relationships \
            optional (including to-many ones) and unordered, and give them an inverse and a delete rule other than deny.
            """)

    func findings(in context: RuleContext) -> [Finding] {
        guard context.checksCloudKit else { return [] }
        return context.groups.flatMap { group in
            group.newest.map { version in
                (version.model?.entities ?? []).flatMap { entity in
                    Self.violations(of: entity).map { property, what, fix in
                        finding(
                            .init(
                                what: "\(property.map { "\(entity.name).\($0)" } ?? entity.name) \(what)",
                                affected: "all users. A container that syncs with CloudKit doesn't open "
                                    + "(\(CoreDataFailure.cloudKitIntegration.code))",
                                fix: fix),
                            in: group, about: version, at: version.place(entity: entity.name, property: property))
                    }
                }
            } ?? []
        }
    }

    private static func violations(of entity: Entity) -> [(property: String?, what: String, fix: String)] {
        let constraints = entity.uniquenessConstraints.map { names in
            (
                names.first, "is unique (\(names.joined(separator: ", ")))",
                "Remove the constraint and keep values unique in the app's code"
            )
        }
        let attributes = entity.attributes.filter { attribute in
            !attribute.isTransient && attribute.defaultValue == nil && attribute.leaves.contains { !$0.isOptional }
        }.map { ($0.name as String?, "is required and has no default", "Make it optional, or give it a default") }
        let relationships = entity.relationships.filter { !$0.isTransient }.flatMap { relationship in
            let name = relationship.name as String?
            return [
                relationship.isOptional ? nil : (name, "is a required relationship", "Make it optional"),
                relationship.inverse == nil
                    ? (name, "is a relationship without an inverse", "Add one with @Relationship(inverse:)") : nil,
                relationship.deleteRule == .deny ? (name, "has the delete rule deny", "Use nullify or cascade") : nil,
                relationship.isOrdered ? (name, "is ordered", "Keep the order in an attribute") : nil,
            ].compactMap { $0 }
        }
        return constraints + attributes + relationships
    }
}
