import PermafrostModel

/// PF0133: The exported schema lacks the asset fields for large values.
struct AssetFieldNotDeployed: ProjectRule {
    static let needs: Set<Fact> = [.cloudKit]
    static let page = RulePage(
        code: "PF0133", name: "AssetFieldNotDeployed", severity: .warning, gates: [.check],
        summary: "The exported CloudKit schema lacks the asset field for an attribute's large values.",
        failure: """
            A record can have at most 1 MB. If a string, binary or transformable attribute has a larger value, Core \
            Data moves the value to the field CD_NAME_ckAsset. In development, CloudKit makes this field when such a \
            value is first saved. If you deploy the schema before that, production lacks the field, and users can't \
            save a large value to iCloud. Only `permafrost check --cloudkit-schema` finds this.
            """,
        fix: """
            In a debug build, run `initializeCloudKitSchema()` of `NSPersistentCloudKitContainer`, which makes every \
            field in the development environment. Then deploy the schema changes to production.
            """,
        reads: ["the models of the synced stores", "the exported schema"],
        source: .cloudKitRecords,
        assumption: "It assumes that a record has values of more than 1 MB.")

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        guard let production = facts.production, let comparison = production.comparison else { return [] }
        return comparison.missingAssets.flatMap { missing in
            [true, false].compactMap { isAsset -> Finding? in
                let fields = missing.fields.filter { ($0.presence == .asset) == isAsset }
                guard let first = fields.first else { return nil }
                let noun =
                    fields.count == 1 ? (isAsset ? "an asset field" : "a field") : isAsset ? "asset fields" : "fields"
                let names = ProductionSchema.list(fields.map(\.name))
                return production.finding(
                    Self.page,
                    what: "\(production.file) lacks \(noun) for \(isAsset ? "large" : "small") values in "
                        + "\(missing.type.name): \(names)",
                    effect: isAsset
                        ? "A value that makes a record larger than 1 MB isn't saved to iCloud"
                        : "A value that Core Data doesn't store as an asset isn't saved to iCloud",
                    fix: "Run initializeCloudKitSchema() in a debug build, which makes every field in development. "
                        + production.deployment,
                    about: isAsset ? missing.type.origin : first.origin)
            }
        }
    }
}
