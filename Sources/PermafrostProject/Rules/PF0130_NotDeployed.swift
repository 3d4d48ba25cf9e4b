import PermafrostModel

/// PF0130: A synced model or property has no record type or field in the exported schema.
struct NotDeployed: ProjectRule {
    static let needs: Set<Fact> = [.cloudKit]
    static let page = RulePage(
        code: "PF0130", name: "NotDeployed", severity: .error, gates: [.check],
        summary: "A synced model or property has no record type or field in the exported CloudKit schema.",
        failure: """
            In production, CloudKit doesn't add record types and fields by itself. If the app ships before its schema \
            is deployed, it can't save records with the new fields, and its users' devices stop syncing. Only \
            `permafrost check --cloudkit-schema` finds this.
            """,
        fix: """
            Before the release, deploy the schema changes from development to production in the CloudKit Console, and \
            export the schema of production again. If the file is from the development environment or from another \
            container, export the production schema of the app's container.
            """,
        reads: ["the models of the synced stores", "the exported schema"],
        source: .cloudKitSchema)

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        guard let production = facts.production, let comparison = production.comparison else { return [] }
        let effect = "CloudKit adds nothing in production by itself, so the affected records aren't saved to iCloud"
        let entities = comparison.missingTypes.filter { $0.origin.property == nil }
        // A finding about a model that only debug builds sync is a warning.
        let entity = entities.first { !production.compared[$0.origin.model].isForDevelopment } ?? entities.first
        if comparison.isDisjoint, comparison.missingTypes.count > 1, let entity {
            let names = ProductionSchema.list(comparison.missingTypes.map(\.name))
            return [
                production.finding(
                    Self.page,
                    what: "\(production.file) has none of the \(comparison.missingTypes.count) record types that the "
                        + "models need (\(names))",
                    effect: "If the file is the schema of production, nothing is saved to iCloud",
                    fix: "Check that the file is from the app's container. \(production.deployment)",
                    about: entity.origin)
            ]
        }
        return comparison.missingTypes.map { type in
            production.finding(
                Self.page,
                what: "\(production.file) has no record type \(type.name), which \(type.origin.subject) needs",
                effect: effect, fix: production.deployment, about: type.origin)
        }
            + comparison.missingFields.map { missing in
                production.finding(
                    Self.page,
                    what: "\(production.file) has no field \(missing.field.name) in \(missing.type.name), which "
                        + "\(missing.field.origin.subject) needs",
                    effect: effect, fix: production.deployment, about: missing.field.origin)
            }
    }
}
