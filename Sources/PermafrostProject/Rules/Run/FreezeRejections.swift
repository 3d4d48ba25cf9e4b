import PermafrostModel
import PermafrostSource

/// The declared versions that can't be frozen, because a check would reject them afterwards.
struct FreezeRejections: Sendable {
    /// The first error about each version, keyed by the name of the type that declares the version.
    private let findings: [String: Finding]

    /// Applies the rules that a version must satisfy to be frozen. A comment that suppresses a finding in a check also
    /// suppresses it here.
    init(_ project: Project) {
        let context = RuleContext(groups: project.groups.map { RuleGroup($0) })
        var suppressions = Suppressions(of: project.options)
        let run = RuleRun(gate: .rejection, over: context, suppress: { suppressions.applied(to: $0) })
        let errors = run.findings.filter { $0.severity == .error }
        findings = Dictionary(errors.compactMap { finding in finding.schema.map { ($0, finding) } }) { first, _ in
            first
        }
    }

    /// Returns the finding that prevents a version from being frozen, or nil if the version can be frozen.
    func finding(of schema: DeclaredVersion) -> Finding? { findings[schema.name] }
}
