import PermafrostDeclarations
import PermafrostModel

/// PF0202: two versions of one plan with equal version hashes.
struct EqualHashesRule: LintRule {
    static let page = LintPage(
        code: "PF0202", name: "DuplicateChecksums", severity: .error,
        summary: "Two versions have the same version hashes.",
        failure: """
            Core Data raises "Duplicate version checksums detected." as soon as the container is made, an Objective-C \
            exception that Swift cannot catch: the app crashes at launch, for everyone. Names of types and version identifiers \
            are in no hash, nor are defaults, delete rules and original names.
            """,
        fix: """
            Take one of the two out of the plan, or let it differ in something that is stored. Where an older version lists the \
            newer one's classes by mistake, give it its own (PF0201).
            """)

    func findings(in input: LintInput) -> [Finding] {
        input.groups.flatMap { group in
            Self.findings(in: group.name, group.graph, group.schemas, plan: group.plan)
        }
    }

    /// What it finds in a group: for each version with the hashes of an earlier one. Without a migration plan in Swift nobody is
    /// hit yet.
    static func findings(
        in group: String, _ graph: VersionGraph, _ schemas: [DeclaredSchema], plan: PlanDeclaration?
    ) -> [Finding] {
        graph.problems.compactMap { problem in
            guard case .equalHashes(let index, _) = problem,
                let schema = schemas.first(where: { $0.name == graph.versions[index].schema })
            else { return nil }
            let words = graph.words(of: problem, plan: plan?.name ?? group)
            return Finding(
                .lint(
                    LintProblem(
                        code: page.code, words: .init(what: words.what, affected: words.affected, fix: words.fix))),
                severity: graph.kind == .plan ? page.severity : .warning, group: group,
                version: schema.version ?? schema.versionIdentifier, schema: schema.name,
                hasPlan: graph.kind == .plan, location: schema.location)
        }
    }
}
