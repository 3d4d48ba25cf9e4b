/// One kind of thing that is wrong: a code with a page of documentation. Only the rule finds it and words it.
package protocol DocumentedRule: Sendable {
    /// Its documentation.
    static var page: RulePage { get }
}

/// A rule over versions and plans.
///
/// A rule reads no source. It looks at a ``RuleContext``; what only sources show, such as places and the code of hooks, is
/// given there, or is absent. A rule over such code is made with what it looks at.
package protocol Rule: DocumentedRule {
    /// What it finds.
    func findings(in context: RuleContext) -> [Finding]
}

/// A rule that looks at what changes from one version to the next.
package protocol StepRule: Rule {
    /// What it finds in one step.
    func findings(in step: UpgradeStep, of group: RuleGroup) -> [Finding]
}

extension StepRule {
    package func findings(in context: RuleContext) -> [Finding] {
        context.groups.flatMap { group in group.steps.flatMap { findings(in: $0, of: group) } }
    }
}

extension Rule {
    /// A finding about a version.
    package func finding(
        _ words: Finding.Words, severity: Finding.Severity? = nil, subject: Finding.Subject? = nil,
        in group: RuleGroup, about version: SchemaVersion, stage: String? = nil, at location: SourceLocation?
    ) -> Finding {
        Finding(
            Self.page, words, severity: severity, subject: subject, group: group.name, version: version.name,
            schema: version.schema, stage: stage, at: location)
    }

    /// A finding about one change of a step, at the place of what changed.
    package func finding(
        _ words: Finding.Words, severity: Finding.Severity? = nil, in step: UpgradeStep, of group: RuleGroup,
        about judged: MigrationVerdict.ClassifiedChange
    ) -> Finding {
        finding(
            words, severity: severity, subject: .step(judged), in: group, about: step.to, stage: step.name,
            at: step.place(of: judged.change))
    }
}
