/// A rule with a code and a documentation page. Exactly one rule finds and describes each kind of problem.
package protocol DocumentedRule: Sendable {
    /// The rule's documentation.
    static var page: RulePage { get }
}

/// A rule that checks versions and plans.
///
/// A rule doesn't read sources. It checks a ``RuleContext``, which may contain information from sources, such as
/// locations and the code of hooks. A rule that checks other code receives this code in its initializer.
package protocol Rule: DocumentedRule {
    /// The facts that the rule asks for. Empty if the rule examines only versions and plans.
    static var needs: Set<Fact> { get }

    /// Returns the problems in a context.
    func findings(in context: RuleContext) -> [Finding]
}

/// A rule that checks each upgrade step by itself. If stores skip a step's change because the framework migrates them
/// directly to a later version, the rule reports its finding as a note.
package protocol StepRule: Rule {
    /// Returns the problems in a step.
    func findings(in step: UpgradeStep, of group: RuleGroup) -> [Finding]
}

extension StepRule {
    package func findings(in context: RuleContext) -> [Finding] {
        context.groups.flatMap { group in
            group.steps.flatMap { step in
                let findings = findings(in: step, of: group)
                guard !findings.isEmpty, let route = OneMigration(from: step, of: group) else { return findings }
                let reason =
                    switch group.graph.staging {
                    case .noPlan:
                        "doesn't affect \(step.from.name) stores: Core Data migrates them directly to a later version"
                    case .noStages: "doesn't affect \(step.from.name) stores as long as the plan has no stage"
                    case .staged, .partlyStaged, .unknown:
                        "doesn't affect \(step.from.name) stores as long as every stage is lightweight"
                    }
                return findings.map { route.avoids($0) ? $0.avoided(because: reason) : $0 }
            }
        }
    }
}

/// The direct migration from a version to a later one, without the versions in between. The framework migrates in this
/// way if all stages of a route are lightweight, if a plan has no stage, and for Core Data model files.
///
/// Apple documents this behavior for Core Data models. For lightweight stages, Permafrost relies on developers'
/// reports, which include a test matrix.
private struct OneMigration {
    /// The changes that the framework infers between the step's older version and each possible destination: the newest
    /// version, and every later version that a container opens.
    private let inferences: [LightweightInference]

    /// Creates the migration of stores that have the step's older version. Returns nil in any of these cases:
    ///
    /// - The group has neither a migration plan nor a Core Data model file.
    /// - The group contains no later version than the step's older version.
    /// - The model of a version where the migration may end isn't known, or
    ///   ``RuleGroup/stopsOfSingleMigration(from:to:)`` returns nil for this version.
    init?(from step: UpgradeStep, of group: RuleGroup) {
        let graph = group.graph
        guard graph.kind == .plan || group.isModelFile,
            let start = graph.versions.firstIndex(where: { $0.schema == step.from.schema })
        else { return nil }
        let newest = group.destination(from: start)
        let ends = graph.versions.indices.filter { version in
            version > start
                && (version == newest || graph.versions[version].schema.map(group.openedSchemas.contains) == true)
        }
        let found = ends.compactMap { end -> LightweightInference? in
            guard group.stopsOfSingleMigration(from: start, to: end) != nil else { return nil }
            return group.directInference(from: start, to: end)
        }
        guard !found.isEmpty, found.count == ends.count else { return nil }
        inferences = found
    }

    /// Returns whether a finding is about a change that doesn't occur in a direct migration. Returns false if a direct
    /// migration changes the same part of the model in the same way, or at least as severely.
    func avoids(_ finding: Finding) -> Bool {
        guard case .step(let judged)? = finding.subject else { return false }
        return !inferences.flatMap(\.changes).contains { other in
            other.change.subject == judged.change.subject
                && (other.rule == judged.rule || other.verdict >= judged.verdict)
        }
    }
}

extension Rule {
    package func finding(
        _ message: Finding.Message, severity: Finding.Severity? = nil, subject: Finding.Subject? = nil,
        in group: RuleGroup, about version: SchemaVersion, stage: String? = nil, at location: SourceLocation?
    ) -> Finding {
        Finding(
            Self.page, message, severity: severity, subject: subject, group: group.name, version: version.name,
            schema: version.schema, stage: stage, at: location)
    }

    /// Returns a finding about a change in a step. The finding's location is the changed declaration: see
    /// ``UpgradeStep/place(of:)``.
    package func finding(
        _ message: Finding.Message, severity: Finding.Severity? = nil, in step: UpgradeStep, of group: RuleGroup,
        about judged: ClassifiedChange
    ) -> Finding {
        finding(
            message, severity: severity, subject: .step(judged), in: group, about: step.to, stage: step.name,
            at: step.place(of: judged.change))
    }
}

// MARK: Severities

extension Staging {
    /// The severity of a problem that exists only if the plan has a stage. Nil if it has none.
    package var severity: Finding.Severity? {
        switch self {
        case .staged, .partlyStaged: .error
        case .unknown: .warning
        case .noPlan, .noStages: nil
        }
    }
}

extension PlanProblem {
    /// Returns the severity of the problem. A problem that may be intentional is a warning, and so is a problem with
    /// versions that affects nobody until the plan has a stage.
    package func severity(in staging: Staging) -> Finding.Severity {
        switch self {
        case .notIncreasing, .skips: .warning
        case .listedTwice, .equalHashes: staging.severity ?? .warning
        default: .error
        }
    }
}
