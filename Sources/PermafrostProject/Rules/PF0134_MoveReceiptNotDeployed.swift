import PermafrostModel

/// PF0134: The exported schema lacks the fields that Core Data needs to share records.
struct MoveReceiptNotDeployed: ProjectRule {
    static let needs: Set<Fact> = [.cloudKit]
    static let page = RulePage(
        code: "PF0134", name: "MoveReceiptNotDeployed", severity: .note, gates: [.check],
        summary: "The exported CloudKit schema lacks the fields that Core Data writes when it shares records.",
        failure: """
            If a user shares a record, Core Data moves the record to another zone, and writes CD_moveReceipt or \
            CD_moveReceipt_ckAsset. If production lacks these fields, the record can't be moved. An app that doesn't \
            share records never needs the fields. Apple doesn't document them. Only `permafrost check \
            --cloudkit-schema` finds this.
            """,
        fix: """
            If the app shares records, run `initializeCloudKitSchema()` of `NSPersistentCloudKitContainer` in a debug \
            build, or share a record in a debug build. Then deploy the schema changes to production.
            """,
        reads: ["the exported schema"],
        source: .inference,
        assumption: "It assumes that the app shares records.")

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        guard let production = facts.production, let comparison = production.comparison else { return [] }
        guard let first = comparison.missingReceipts.first else { return [] }
        let place = comparison.deployed.recordType(named: first.name)?.position
        let names = ProductionSchema.list(comparison.missingReceipts.map(\.name))
        return [
            Finding(
                Self.page,
                .init(
                    what: "\(production.file) lacks CD_moveReceipt or CD_moveReceipt_ckAsset, which sharing needs, in "
                        + names,
                    fix: "If the app shares records, run initializeCloudKitSchema() in a debug build. "
                        + production.deployment),
                at: place.map(production.location))
        ]
    }
}
