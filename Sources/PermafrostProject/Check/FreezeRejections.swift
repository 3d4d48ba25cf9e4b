import PermafrostModel
import PermafrostSource

/// The declared versions that a freeze refuses, since a check would reject them once they are frozen.
struct FreezeRejections {
    /// The findings by the types that declare the versions.
    private let findings: [String: Finding]

    /// Applies the rules of a freeze. A comment in the source that suppresses a finding of a check suppresses it here, too.
    init(_ project: Project) {
        let context = RuleContext(groups: project.groups.map { RuleGroup($0, steps: []) })
        var suppressions = Suppressions(of: project.options)
        let run = RuleRun(gate: .freeze, over: context) { suppressions.applied(to: $0) }
        let errors = run.findings.filter { $0.severity == .error }
        findings = Dictionary(errors.compactMap { finding in finding.schema.map { ($0, finding) } }) { first, _ in first
        }
    }

    /// Why a version is refused; nil if it is not.
    func finding(of schema: DeclaredVersion) -> Finding? { findings[schema.name] }
}
