import PermafrostDeclarations
import PermafrostModel

/// One thing that can be wrong with a project's versions before anything fails.
protocol LintRule: Sendable {
    /// Its documentation.
    static var page: LintPage { get }

    /// What it finds.
    func findings(in input: LintInput) -> [Finding]
}

extension LintRule {
    /// A finding of this rule about a version.
    func finding(
        _ problem: LintProblem.Words, severity: Finding.Severity? = nil, in group: LintGroup,
        about version: LintVersion,
        at location: SourceLocation
    ) -> Finding {
        Finding(
            .lint(LintProblem(code: Self.page.code, words: problem)), severity: severity ?? Self.page.severity,
            group: group.name, version: version.version, schema: version.schema, hasPlan: group.plan != nil,
            location: location)
    }

    /// A finding of this rule about a group's plan.
    func finding(
        _ problem: LintProblem.Words, severity: Finding.Severity? = nil, in group: LintGroup,
        at location: SourceLocation
    ) -> Finding {
        Finding(
            .lint(LintProblem(code: Self.page.code, words: problem)), severity: severity ?? Self.page.severity,
            group: group.name, hasPlan: group.plan != nil, location: location)
    }
}

/// A rule that looks at what changes from one version to the next.
protocol LintStepRule: LintRule {
    /// What it finds in one step.
    func findings(in step: LintStep, of group: LintGroup) -> [Finding]
}

extension LintStepRule {
    func findings(in input: LintInput) -> [Finding] {
        input.groups.flatMap { group in group.steps.flatMap { findings(in: $0, of: group) } }
    }

    /// A finding about one change of a step, at the place of what changed.
    func finding(
        _ problem: LintProblem.Words, severity: Finding.Severity? = nil, in step: LintStep, of group: LintGroup,
        about judged: JudgedChange
    ) -> Finding {
        finding(problem, severity: severity, in: group, about: step.to, at: step.place(of: judged.change))
    }
}
