import PermafrostModel

/// PF0101: The declaration of a frozen version changed, and so did its version hash.
struct IdentityDrift: DriftRule {
    static let needs: Set<Fact> = [.comparison]
    static let page = RulePage(
        code: "PF0101", name: "IdentityDrift", severity: .error, gates: [.check, .freeze],
        summary: "A frozen version's declaration changed, and so did its version hash.",
        failure: """
            Stores of the shipped version no longer match a declared version. If the migration plan has a stage, the app fails \
            to launch with \(CoreDataFailure.unknownModelVersion.quotation). If the plan has no stage, the store \
            \(Staging.opensToday). Without a plan, Core Data infers a migration or rejects the store.
            """,
        fix: "Revert the declaration and make the change in a new version.",
        reads: ["the version's declaration", "its fixture or its declaration at the base"],
        source: .contract("a frozen version doesn't change"))
    static let kind = ModelChange.Kind.identity
    let facts: ProjectFacts
}
