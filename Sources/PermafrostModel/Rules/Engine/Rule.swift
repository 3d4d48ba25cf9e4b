/// A kind of problem with a code and a documentation page. Each problem is found and described by exactly one rule.
package protocol DocumentedRule: Sendable {
    /// The rule's documentation.
    static var page: RulePage { get }
}

/// A rule that checks versions and plans.
///
/// A rule doesn't read sources. It checks a ``RuleContext``, which also contains information from sources, such as
/// locations and the code of hooks, if available. A rule that checks other code receives that code when it is created.
package protocol Rule: DocumentedRule {
    /// Returns the problems in a context.
    func findings(in context: RuleContext) -> [Finding]
}

/// A rule that checks the changes from one version to the next.
package protocol StepRule: Rule {
    /// Returns the problems in one step.
    func findings(in step: UpgradeStep, of group: RuleGroup) -> [Finding]
}

extension StepRule {
    package func findings(in context: RuleContext) -> [Finding] {
        context.groups.flatMap { group in group.steps.flatMap { findings(in: $0, of: group) } }
    }
}

extension Rule {
    /// Returns a finding about a version.
    package func finding(
        _ words: Finding.Words, severity: Finding.Severity? = nil, subject: Finding.Subject? = nil,
        in group: RuleGroup, about version: SchemaVersion, stage: String? = nil, at location: SourceLocation?
    ) -> Finding {
        Finding(
            Self.page, words, severity: severity, subject: subject, group: group.name, version: version.name,
            schema: version.schema, stage: stage, at: location)
    }

    /// Returns a finding about one change of a step, located at the changed declaration.
    package func finding(
        _ words: Finding.Words, severity: Finding.Severity? = nil, in step: UpgradeStep, of group: RuleGroup,
        about judged: MigrationVerdict.ClassifiedChange
    ) -> Finding {
        finding(
            words, severity: severity, subject: .step(judged), in: group, about: step.to, stage: step.name,
            at: step.place(of: judged.change))
    }
}
