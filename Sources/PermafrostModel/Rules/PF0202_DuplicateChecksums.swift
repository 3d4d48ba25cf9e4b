/// PF0202: two versions of one plan with equal version hashes. Without a migration plan in Swift nobody is affected
/// yet.
struct DuplicateChecksums: Rule {
    static let page = RulePage(
        code: "PF0202", name: "DuplicateChecksums", severity: .error, gates: [.check, .freeze, .lint, .plan],
        summary: "Two versions have the same version hashes.",
        failure: """
            Core Data raises \(CoreDataFailure.duplicateChecksums.quotation) as soon as the container is made, an Objective-C \
            exception that Swift cannot catch: the app crashes at launch, for everyone. Names of types and version identifiers \
            are in no hash, nor are defaults, delete rules and original names.
            """,
        fix: """
            Take one of the two out of the plan, or let it differ in something that is stored. Where an older version lists the \
            newer one's classes by mistake, give it its own (PF0201).
            """)

    func findings(in context: RuleContext) -> [Finding] {
        context.groups.flatMap { group in
            group.graph.problems.compactMap { problem in
                guard case .equalHashes(let index, _) = problem else { return nil }
                let version = group.graph.versions[index]
                return finding(
                    group.words(of: problem), severity: group.graph.kind == .plan ? .error : .warning,
                    subject: .plan(problem), in: group, about: version, at: version.location)
            }
        }
    }
}
