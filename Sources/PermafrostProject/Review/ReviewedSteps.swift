import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The migrations between a project's versions, compared with the migrations at the base of a review.
struct ReviewedSteps {
    private(set) var steps: [ReviewStep] = []
    /// The migrations that are the same at the base.
    private(set) var unchanged: [UnchangedStep] = []

    /// The findings of `lint`.
    private let findings: [Finding]
    private let tests: CoveringTests

    /// Compares a project's migrations with the migrations at the base.
    ///
    /// - Parameters:
    ///   - earlier: the project at the base.
    ///   - reference: the name of the base's commit. It distinguishes the base's models from current models with the
    ///     same version name.
    ///   - findings: the findings of the lint.
    ///   - frozen: the names of the frozen versions, keyed by group name.
    init(
        _ project: Project, since earlier: Project, reference: String, _ findings: [Finding],
        _ tests: CoveringTests,
        frozen: [String: Set<String>]
    ) {
        self.findings = findings
        self.tests = tests
        let before = earlier.groups.map { group in
            (
                group: group,
                steps: Dictionary(RuleGroup(group).steps.map { ([$0.from.schema, $0.to.schema], $0) }) { first, _ in
                    first
                }
            )
        }
        for group in project.groups {
            let frozen = frozen[group.name] ?? []
            // Prefer the group with the same name. The versions may have been in another group.
            let known = before.filter { $0.group.name == group.name } + before.filter { $0.group.name != group.name }
            let inferred = Self.inferred(in: group, since: earlier)
            for step in RuleGroup(group).steps {
                let same = known.lazy.compactMap { group, steps in
                    steps[[step.from.schema, step.to.schema]].map { (group, $0) }
                }.first
                let isInferred = step.from.schema.map(inferred.contains) == true
                add(step, in: group, since: same ?? (isInferred ? (group, step) : nil), frozen)
            }
            if let step = Self.step(ofUnversioned: group, project, since: earlier, reference: reference) {
                add(step, in: group, since: nil, frozen)
            }
        }
    }

    /// Returns the schemas whose stores the base, whose models have no `VersionedSchema`, already migrates in the same way.
    /// There the framework infers one migration to its models. It does the same here if every stage from the schema to the
    /// version with these models is lightweight.
    private static func inferred(in group: VersionGroup, since earlier: Project) -> Set<String> {
        let successors = Set(earlier.groups.flatMap(\.schemas).compactMap { $0.successor(in: group)?.name })
        guard !successors.isEmpty,
            let end = group.schemas.lazy.filter({ successors.contains($0.name) }).compactMap(group.index).first
        else { return [] }
        let lightweight = Set(
            (group.plan?.stages ?? []).filter { $0.kind == .lightweight }.map { [$0.from, $0.to] as [String?] })
        let schemas = group.graph.versions.map(\.schema)
        let starts = (0..<end).reversed().prefix { lightweight.contains([schemas[$0], schemas[$0 + 1]]) }
        return Set(starts.compactMap { schemas[$0] })
    }

    /// Returns the migration of models without a `VersionedSchema` from the base's declaration to the current one.
    /// Returns nil if the models haven't changed, or if the base or the project has no such models.
    private static func step(
        ofUnversioned group: VersionGroup, _ project: Project, since earlier: Project, reference: String
    ) -> UpgradeStep? {
        guard let schema = group.schemas.first(where: \.isUnversioned),
            let before = earlier.groups.first(where: { $0.name == group.name })?.schemas.first(where: \.isUnversioned),
            before.model?.checksum != schema.model?.checksum
        else { return nil }
        let (old, new) = (earlier.versionName(of: before), project.versionName(of: schema))
        return UpgradeStep(
            from: before.schemaVersion(named: old == new ? "\(old) at \(reference)" : old),
            to: schema.schemaVersion(named: new))
    }

    private mutating func add(
        _ step: UpgradeStep, in group: VersionGroup, since before: (group: VersionGroup, step: UpgradeStep)?,
        _ frozen: Set<String>
    ) {
        let stage = Self.stage(of: step, in: group)
        let known = Set(before.map { earlier in Self.signatures(of: earlier.step) } ?? [])
        // Two versions always have different identifiers.
        let all = step.inference.changes.filter { $0.change.aspect != .versionIdentifier }
        let new = all.filter { !known.contains(Self.signature(of: $0, in: step)) }
        let isAdded = before == nil
        let isStageChanged = before.map { Self.stage(of: $0.step, in: $0.group) != stage } ?? false
        guard isAdded || isStageChanged || !new.isEmpty else {
            unchanged.append(
                UnchangedStep(group: group.name, from: step.from.name, to: step.to.name, stage: stage))
            return
        }
        let isDeclared = !step.to.isUnversioned && group.plan?.isModelFile != true
        steps.append(
            ReviewStep(
                group: group.name, from: step.from.name, to: step.to.name, isAdded: isAdded, stage: stage,
                changes: new.map { change($0, in: step, of: group) }.sorted { $0.verdict > $1.verdict },
                knownChangeCount: all.count - new.count,
                tests: tests.migration(from: step.from, to: step.to, in: group, frozen: frozen),
                canScaffold: isDeclared && frozen.contains(step.from.name)))
    }

    private static func stage(of step: UpgradeStep, in group: VersionGroup) -> PlanStage.Kind? {
        group.plan?.stages.first { $0.from == step.from.schema && $0.to == step.to.schema }?.kind
    }

    // MARK: Changes

    /// A change, and whether the stage's code handles it. A change is new if the base's step lacks its signature.
    private struct Signature: Hashable {
        let change: ClassifiedChange
        let isHandled: Bool
    }

    private static func signature(of judged: ClassifiedChange, in step: UpgradeStep) -> Signature {
        Signature(
            change: judged,
            isHandled: judged.verdict > .lightweight
                && (judged.verdict == .losesData ? !step.losesData(judged) : !step.runsNoCode))
    }

    private static func signatures(of step: UpgradeStep) -> [Signature] {
        step.inference.changes.map { signature(of: $0, in: step) }
    }

    private func change(
        _ judged: ClassifiedChange, in step: UpgradeStep, of group: VersionGroup
    ) -> ReviewChange {
        let message = JudgementMessage(judged)
        let finding = findings.first { finding in
            finding.groups.contains(group.name) && finding.stage == step.name && Self.isAbout(judged, finding.subject)
        }
        let verdict = Self.verdict(judged, finding, in: step)
        // A migration that skips the step avoids its problems.
        let isAvoided = finding?.severity == .note && judged.verdict > .lightweight
        let effect: String =
            if isAvoided {
                finding?.what ?? message.effect
            } else if verdict == .custom {
                "the stage's code runs. Without it, \(message.effect)"
            } else if let loss = step.declaredLoss(judged) {
                "the stage declares this loss with Drop" + (loss.reason.map { ": \($0)" } ?? "")
            } else {
                message.effect
            }
        let place = Self.place(of: judged, in: step)
        return ReviewChange(
            what: message.what, subject: judged.change.subject, verdict: verdict, effect: effect,
            affected: verdict == .nothing || isAvoided
                ? nil : finding?.affected ?? "users with a \(step.from.name) store",
            code: finding?.code, file: place?.file, line: place?.line)
    }

    /// Returns the location of a change: in the newer version or, for a removed declaration, in the older version.
    private static func place(
        of judged: ClassifiedChange, in step: UpgradeStep
    ) -> SourceLocation? {
        let change = judged.change
        if judged.rule == .renamed, change.property != nil {
            return step.to.place(entity: change.entity, property: change.after)
        }
        return change.aspect == .removed ? step.from.place(of: change) : step.place(of: change)
    }

    private static func verdict(
        _ judged: ClassifiedChange, _ finding: Finding?, in step: UpgradeStep
    ) -> ReviewChange.Verdict {
        if finding?.severity == .note, judged.verdict > .lightweight { return .lightweight }
        return switch judged.verdict {
        case .nothing: .nothing
        case .lightweight: .lightweight
        case .losesData: step.losesData(judged) || step.declaredLoss(judged) != nil ? .losesData : .custom
        case .needsDefault, .needsCustomStage: finding == nil && !step.runsNoCode ? .custom : .needsCode
        }
    }

    /// Returns whether a finding is about a change. If the change is a removal, this includes the finding that the
    /// removed part may have been renamed.
    private static func isAbout(_ judged: ClassifiedChange, _ subject: Finding.Subject?) -> Bool {
        switch subject {
        case .step(let other): return other == judged
        case .question(let question):
            let change = judged.change
            guard change.aspect == .removed, change.element.isEmpty else { return false }
            return question.entity == nil
                ? change.property == nil && change.entity == question.oldName
                : change.entity == question.entity && change.property == question.oldName
        default: return false
        }
    }
}
