import PermafrostModel

/// PF0131: A field in the exported schema has a type that can't store the attribute's values.
struct DeployedWithOtherType: ProjectRule {
    static let needs: Set<Fact> = [.cloudKit]
    static let page = RulePage(
        code: "PF0131", name: "DeployedWithOtherType", severity: .error, gates: [.check],
        summary: "A field in the exported CloudKit schema has a type that can't store the attribute's values.",
        failure: """
            CloudKit rejects a record if a value doesn't have the field's type. In production, you can't change a \
            field's type, or whether the field is encrypted. Only `permafrost check --cloudkit-schema` finds this.
            """,
        fix: """
            Keep the attribute with its deployed type, and add a new attribute with the new type. If the schema isn't in production yet, \
            reset the development environment instead.
            """,
        reads: ["the models of the synced stores", "the exported schema"],
        source: .cloudKitRecords)

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        guard let production = facts.production, let comparison = production.comparison else { return [] }
        return comparison.otherTypes.compactMap { other in
            guard let type = other.field.type else { return nil }
            // Apple documents that a number isn't stored in a field of another kind.
            let isNumber = [.int64, .double, .number].contains(other.deployed.type.kind)
            let assumed = isNumber ? other.field.assumption.map { ". That type is assumed: \($0)" } ?? "" : ""
            return production.finding(
                Self.page,
                what: "\(production.file) has \(other.type.name).\(other.field.name) as \(other.deployed.type), but "
                    + "\(other.field.origin.subject) needs \(type)\(assumed)",
                effect: "CloudKit rejects records with a value of the wrong type, so these records aren't saved to "
                    + "iCloud",
                fix: "A deployed field can't be changed. Keep the attribute with its deployed type, and add a new "
                    + "attribute with the new type",
                about: other.field.origin)
        }
    }
}
