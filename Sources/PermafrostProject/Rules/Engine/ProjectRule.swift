import PermafrostModel
import PermafrostSource

/// A rule about a project: its sources, its fixtures, or its repository.
///
/// Before a command applies the rule, it computes the facts that the rule ``Rule/needs``. The rule must not ask for
/// other facts.
protocol ProjectRule: Rule {
    /// Creates the rule for a project.
    init(facts: ProjectFacts)
}

extension ProjectRule {
    /// Returns this rule's finding about a version that is compared with its fixture.
    func finding(
        _ message: Finding.Message, severity: Finding.Severity? = nil, subject: Finding.Subject? = nil,
        about version: ComparedVersion, at location: SourceLocation
    ) -> Finding {
        Finding(
            Self.page, message, severity: severity, subject: subject, group: version.group.name,
            version: version.version, schema: version.schema.name, at: location)
    }

    /// Returns this rule's finding about code that doesn't belong to a version, such as a plan, a stage or a container.
    func finding(
        _ message: Finding.Message, severity: Finding.Severity? = nil, in group: LintGroup? = nil,
        stage: DeclaredStage? = nil, at location: SourceLocation
    ) -> Finding {
        let stage = stage.flatMap { stage in group?.declared.name(of: stage) }
        return Finding(Self.page, message, severity: severity, group: group?.name, stage: stage, at: location)
    }
}
