import PermafrostModel

/// PF0103: The declaration of a frozen version changed only in its indexes, or in the order of its columns or
/// constraints.
struct PhysicalDrift: DriftRule {
    static let needs: Set<Fact> = [.comparison]
    static let page = RulePage(
        code: "PF0103", name: "PhysicalDrift", severity: .error, gates: [.check, .freeze],
        summary: """
            A frozen version's declaration changed, but only in its indexes, or in the order of its columns or constraints.
            """,
        failure: """
            Stores of the version still open, but their tables or indexes differ from the tables and indexes in a new \
            store.
            """,
        fix: "Revert the declaration. If you want to keep the change, freeze the version again with --force.",
        reads: ["the version's declaration", "its fixture or its declaration at the base"],
        source: .contract("a frozen version doesn't change"))
    static let kind = ModelChange.Kind.physical
    let facts: ProjectFacts
}
