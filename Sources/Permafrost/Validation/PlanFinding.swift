import PermafrostModel
import SwiftData

/// A problem in a migration plan, such as a missing stage or lost values. ``MigrationPlan/validate()`` returns findings
/// before any store is opened.
///
/// ```swift
/// for finding in PostsMigrationPlan.plan.validate() where finding.severity == .error {
///     print("\(finding.what) \(finding.fix)")
/// }
/// ```
public struct PlanFinding: Sendable, Hashable {
    /// The kind of a problem.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The plan lists no versions.
        case noVersions
        /// SwiftData can't make a store from a version's classes.
        case unreadableVersion
        /// The versions aren't listed oldest first, or two of them have the same number or frozen name.
        case versionsOutOfOrder
        /// Two versions have equal hashes, or one version is listed twice. SwiftData can't distinguish them.
        case duplicateHashes
        /// A stage has a kind that this version of Permafrost doesn't know.
        case unknownStage
        /// A stage refers to a version that the plan doesn't list.
        case unlistedVersion
        /// The stages aren't declared in the order of the versions.
        case stagesOutOfOrder
        /// A version other than the last one has no stage to a later version.
        case missingStage
        /// A stage ends at its own start version or an earlier one.
        case backwardStage
        /// A stage skips listed versions.
        case skippedVersion
        /// Two stages start from the same version.
        case repeatedStage
        /// Several lightweight stages succeed if they run one by one, but fail if SwiftData runs them as one combined
        /// migration.
        case chainDoesNotCompose
        /// A required attribute or struct field is added without a default, or an attribute becomes required without
        /// one.
        case missingDefault
        /// SwiftData can't infer a migration that keeps the data, for example because a type or a relationship's
        /// destination changes.
        case notInferable
        /// Properties become unique, or a unique property becomes required, and rows may have equal values.
        case newUniqueness
        /// An operation uses a class of the wrong version.
        case wrongVersion
        /// A stage removes a property or model, no operation carries its values over or deletes them intentionally, and no
        /// ``Drop`` declares the loss.
        case lostValues
        /// A ``Drop`` declares a loss that doesn't happen, gives no reason, or contradicts another ``Drop``.
        case lossThatDoesNotHappen
        /// A ``Backfill`` without an `overwrite` argument replaces the values that rows already have.
        case replacedValues
        /// A ``Transform`` keeps the snapshots of all rows in memory.
        case snapshotsInMemory
    }

    /// The severity of a finding.
    public enum Severity: String, Sendable, Hashable {
        /// The migration fails, or does something unintended.
        case error
        /// The problem may be intentional.
        case warning
    }

    /// The kind of the problem.
    public let kind: Kind
    /// The severity of the problem.
    public let severity: Severity
    /// The affected stage, such as `1.0.0 → 2.0.0`; nil if the problem isn't about a stage.
    public let stage: String?
    /// The problem, followed by the affected users if they are known.
    public let what: String
    /// The fix, as one or more sentences; empty if the rule suggests no fix.
    public let fix: String

    init(_ kind: Kind, _ severity: Severity = .error, stage: String? = nil, what: String, fix: String) {
        self.kind = kind
        self.severity = severity
        self.stage = stage
        self.what = what
        self.fix = fix
    }
}

extension PlanFinding {
    /// Creates a finding from a lint rule's finding.
    init(_ finding: Finding) {
        self.init(
            Kind(finding), finding.severity == .error ? .error : .warning, stage: finding.stage,
            what: finding.sentences.prefix(finding.affected == nil ? 1 : 2).joined(separator: " "),
            fix: finding.fix.map { "\($0)." } ?? "")
    }
}

extension PlanFinding.Kind {
    /// The kinds of the rules' findings, keyed by rule code.
    private static let kinds: [String: Self] = [
        "PF0112": .versionsOutOfOrder, "PF0202": .duplicateHashes, "PF0208": .missingDefault, "PF0209": .notInferable,
        "PF0210": .missingDefault, "PF0213": .lostValues, "PF0214": .notInferable, "PF0215": .notInferable,
        "PF0216": .wrongVersion, "PF0217": .chainDoesNotCompose, "PF0218": .stagesOutOfOrder,
        "PF0219": .newUniqueness, "PF0227": .lostValues, "PF0250": .replacedValues, "PF0253": .snapshotsInMemory,
        "PF0265": .lossThatDoesNotHappen,
    ]

    /// Creates the kind that corresponds to a lint rule's finding. If the rule can report several kinds, the finding's
    /// subject determines the kind.
    fileprivate init(_ finding: Finding) {
        switch finding.subject {
        case .plan(.listedTwice): self = .duplicateHashes
        case .plan(.notIncreasing): self = .versionsOutOfOrder
        case .plan(.unlisted): self = .unlistedVersion
        case .plan(.backward): self = .backwardStage
        case .plan(.repeatedStart): self = .repeatedStage
        case .plan(.skips): self = .skippedVersion
        case .plan(.noStage): self = .missingStage
        // A relationship that was replaced by a new one is removed, with its links.
        case .step(let judged) where finding.code == "PF0215" && judged.change.aspect == .added: self = .lostValues
        default: self = Self.kinds[finding.code] ?? .notInferable
        }
    }
}

extension PlanFinding: CustomStringConvertible {
    /// One line with the severity, the stage, the problem and the fix.
    public var description: String {
        "\(severity)\(stage.map { " in stage \($0)" } ?? ""): \(what)\(fix.isEmpty ? "" : " Fix: \(fix)")"
    }
}

extension MigrationPlan {
    /// Checks the plan, and returns findings about its versions and stages. Findings that aren't about a stage come
    /// first, followed by the others in the order of the stages. Call this method in a test, so that a broken plan
    /// fails before it reaches a user:
    ///
    /// ```swift
    /// #expect(PostsMigrationPlan.plan.validate().isEmpty)
    /// ```
    ///
    /// This method applies many of the rules of `permafrost lint`, with the same messages. The command finds more
    /// problems, because it also reads the code in hooks, the code that creates containers, and the Swift types of
    /// properties, which a store doesn't record.
    ///
    /// > Note: This doesn't open the app's store. It reads Core Data's hashes from one empty store per version in the
    /// > temporary folder. This takes a few milliseconds per version, once per process.
    ///
    /// - Returns: the findings; empty if the plan has no problem. For the meaning of a finding's severity, see
    ///   ``PlanFinding/severity-swift.property``.
    public func validate() -> [PlanFinding] {
        guard !schemas.isEmpty else {
            return [
                PlanFinding(.noVersions, what: "The plan lists no versions.", fix: "List the versions, oldest first.")
            ]
        }
        let plan = LivePlan(self)
        // If a version can't be read, nothing that depends on its model is known.
        let run = RuleRun(gate: .plan, over: RuleContext(groups: [RuleGroup(plan)]))
        let order = plan.stages.map(\.name)
        let sorted = run.findings.enumerated().sorted { left, right in
            let places = [left, right].map { item in item.element.stage.flatMap(order.firstIndex(of:)) ?? -1 }
            return (places[0], left.offset) < (places[1], right.offset)
        }
        return plan.unreadableVersions + unknownStages + sorted.map { PlanFinding($0.element) }
    }

    /// One finding for each stage of an unknown kind.
    private var unknownStages: [PlanFinding] {
        if case .type(let type) = source { DeclaredStages(type).findings } else { [] }
    }
}

extension LivePlan {
    /// One finding for each version that SwiftData can't make a store from.
    fileprivate var unreadableVersions: [PlanFinding] {
        versions.compactMap { version in
            guard case .failure(let error) = version.identity else { return nil }
            return PlanFinding(
                .unreadableVersion,
                what: "SwiftData can't make a store from \(version.type): \(error.localizedDescription)",
                fix: "Correct its model classes.")
        }
    }
}
