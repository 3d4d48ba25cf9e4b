import PermafrostModel

/// PF0133: The exported schema lacks the asset fields for large values.
struct AssetFieldNotDeployed: CheckRule {
    static let page = RulePage(
        code: "PF0133", name: "AssetFieldNotDeployed", severity: .warning, gates: [.check],
        summary: "The exported CloudKit schema lacks the asset field for an attribute's large values.",
        failure: """
            A record has at most 1 MB. Core Data moves a larger value of a string, binary or transformable attribute to the field \
            CD_NAME_ckAsset. In development, that field is made when such a value is first saved, so it is easily missing when the \
            schema is deployed. Users with a large value then can't save it to iCloud. Only `permafrost check --cloudkit-schema` \
            reports it.
            """,
        fix: """
            Run `initializeCloudKitSchema()` of `NSPersistentCloudKitContainer` in a debug build. It makes every field in the \
            development environment. Then deploy the schema changes to production.
            """)

    let input: CheckInput

    func findings(in context: RuleContext) -> [Finding] {
        guard let production = input.production, let comparison = production.comparison else { return [] }
        return comparison.missingAssets.map { missing in
            let names = ProductionSchema.list(missing.fields.map(\.name))
            let noun = missing.fields.count == 1 ? "an asset field" : "asset fields"
            return production.finding(
                Self.page, what: "\(production.file) lacks \(noun) for large values in \(missing.type.name): \(names)",
                effect: "A value that makes a record larger than 1 MB isn't saved to iCloud",
                fix: "Run initializeCloudKitSchema() in a debug build, which makes every field in development. "
                    + production.deployment,
                about: missing.type.origin)
        }
    }
}
