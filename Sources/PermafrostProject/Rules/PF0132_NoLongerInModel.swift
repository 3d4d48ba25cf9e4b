import PermafrostModel

/// PF0132: The exported schema has a record type or field from Core Data that no synced model has.
struct NoLongerInModel: ProjectRule {
    static let needs: Set<Fact> = [.cloudKit]
    static let page = RulePage(
        code: "PF0132", name: "NoLongerInModel", severity: .note, gates: [.check],
        summary: "The exported CloudKit schema has a record type or field that no synced model has.",
        failure: """
            The app still works: record types and fields in production are never removed, and devices with an older \
            version still use them. The note helps you find a model or property that was renamed or removed by \
            mistake, or a file from another container. Permafrost ignores record types and fields that don't come from \
            Core Data. Only `permafrost check --cloudkit-schema` finds this.
            """,
        fix: "You don't have to do anything. Don't use the name again for a property with another type.",
        reads: ["the models of the synced stores", "the exported schema"],
        source: .cloudKitSchema,
        assumption: "It assumes that a record type or field was renamed or removed by mistake.")

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        guard let production = facts.production, let comparison = production.comparison else { return [] }
        var findings: [Finding] = []
        if let first = comparison.surplusTypes.first {
            let names = ProductionSchema.list(comparison.surplusTypes.map(\.name))
            let noun = comparison.surplusTypes.count == 1 ? "a record type" : "record types"
            findings.append(note("has \(noun) that no synced model has: \(names)", at: first.position, production))
        }
        return findings
            + comparison.surplusFields.compactMap { surplus in
                guard let first = surplus.fields.first else { return nil }
                let names = ProductionSchema.list(surplus.fields.map(\.name))
                let noun = surplus.fields.count == 1 ? "a field" : "fields"
                return note(
                    "has \(noun) in \(surplus.type.name) that no synced model has: \(names)", at: first.position,
                    production)
            }
    }

    private func note(
        _ text: String, at position: CloudKitSchema.Position, _ production: ProductionSchema
    ) -> Finding {
        Finding(Self.page, .init(what: "\(production.file) \(text)"), at: production.location(position))
    }
}
