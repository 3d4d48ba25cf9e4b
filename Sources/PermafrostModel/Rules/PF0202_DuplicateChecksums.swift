/// PF0202: two versions in one group with equal version hashes. This is an error in a migration plan with stages. Without
/// a plan in Swift, or without a stage, it is a warning, because users aren't affected yet.
struct DuplicateChecksums: Rule {
    static let needs: Set<Fact> = []
    static let page = RulePage(
        code: "PF0202", name: "DuplicateChecksums", severity: .error,
        gates: [.check, .freeze, .lint, .plan, .rejection],
        summary: "Two versions have the same version hashes.",
        failure: """
            If the plan has a stage, Core Data raises \(CoreDataFailure.duplicateChecksums.quotation) when the \
            container is made. This Objective-C exception can't be caught in Swift, so the app crashes at launch for all \
            users. The hashes are equal if the versions differ only in parts that a hash doesn't include, such as \
            defaults or delete rules. If the plan has no stage, nothing fails until the first stage is added, so the \
            finding is a warning.
            """,
        fix: """
            Remove one of the two versions from the plan, or change a stored property in the newer version. If your \
            change isn't part of any hash, such as a new index, set @Attribute(hashModifier: "2") on an attribute of \
            the model in the newer version. If the older version lists the newer version's classes by mistake, give \
            the older version its own classes (PF0201).
            """,
        reads: ["the version hashes of the listed versions", "the stages of the plan"],
        source: .duplicateChecksums,
        assumption: "If the plan has no stage, the finding is a warning that assumes that one will be added.",
        examples: (
            reported: .change(from: "var size: Int = 0", to: "var size: Int = 1"),
            accepted: .change(from: "var size: Int = 0", to: "var size: Int? = 1")
        ))

    func findings(in context: RuleContext) -> [Finding] {
        context.groups.flatMap { group in
            group.graph.problems.compactMap { problem in
                guard case .equalHashes(let index, _) = problem else { return nil }
                let version = group.graph.versions[index]
                return finding(
                    group.message(of: problem), severity: problem.severity(in: group.graph.staging),
                    subject: .plan(problem), in: group, about: version, at: version.location)
            }
        }
    }
}
