/// A kind of problem with a code and a documentation page. Each problem is found and described by exactly one rule.
package protocol DocumentedRule: Sendable {
    /// The rule's documentation.
    static var page: RulePage { get }
}

/// A rule that checks versions and plans.
///
/// A rule doesn't read sources. It checks a ``RuleContext``, which may contain information from sources, such as
/// locations and the code of hooks. A rule that checks other code receives that code in its initializer.
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
        context.groups.flatMap { group in
            group.steps.flatMap { step in
                let findings = findings(in: step, of: group)
                guard !findings.isEmpty, let route = OneMigration(from: step, of: group) else { return findings }
                return findings.map { route.avoids($0) ? $0.avoided(from: step.from.name) : $0 }
            }
        }
    }
}

/// The single migration that the framework runs for a route whose stages are all lightweight. Stores skip the
/// intermediate versions.
///
/// Source: developers report this with a test matrix; Apple doesn't document it.
private struct OneMigration {
    private let inference: LightweightInference

    /// Creates the migration; nil if the route has a custom stage, has only one stage, or doesn't exist.
    init?(from step: UpgradeStep, of group: RuleGroup) {
        let graph = group.graph
        guard graph.kind == .plan, let version = group.newest, let newest = version.model,
            let start = graph.versions.firstIndex(where: { $0.schema == step.from.schema }),
            graph.singleMigration(from: start) != nil
        else { return nil }
        inference = LightweightInference(from: step.old, to: newest, valueTypes: version.valueTypes)
    }

    /// Returns whether a finding is about a change that stores skip.
    func avoids(_ finding: Finding) -> Bool {
        guard case .step(let judged)? = finding.subject else { return false }
        return !inference.changes.contains { other in
            other.change.subject == judged.change.subject
                && (other.rule == judged.rule || other.verdict >= judged.verdict)
        }
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

    /// Returns a finding about one change of a step, at the location of the changed declaration.
    package func finding(
        _ words: Finding.Words, severity: Finding.Severity? = nil, in step: UpgradeStep, of group: RuleGroup,
        about judged: MigrationVerdict.ClassifiedChange
    ) -> Finding {
        finding(
            words, severity: severity, subject: .step(judged), in: group, about: step.to, stage: step.name,
            at: step.place(of: judged.change))
    }
}
