import PermafrostModel
import SwiftData

/// One thing that is wrong with a plan, or that it loses: found by ``MigrationPlan/validate()`` before any store is opened.
public struct PlanFinding: Sendable, Hashable {
    /// The problem.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The plan lists no version.
        case noVersions
        /// A version's classes make no store.
        case unreadableVersion
        /// Versions are not listed oldest first, each with a number of its own.
        case versionsOutOfOrder
        /// Two versions are the same to SwiftData.
        case duplicateHashes
        /// A stage is of a kind that this version of Permafrost does not know.
        case unknownStage
        /// A stage names a version that the plan does not list.
        case unlistedVersion
        /// Stages are not declared in the order of the versions.
        case stagesOutOfOrder
        /// No stage leads on from a version.
        case missingStage
        /// A stage leads to the version that it starts from, or to one listed earlier.
        case backwardStage
        /// A stage leads past listed versions.
        case skippedVersion
        /// Two stages start from one version.
        case repeatedStage
        /// Lightweight stages that work one by one do not work as one migration.
        case chainDoesNotCompose
        /// A required property is added, or a property becomes required, without a default.
        case missingDefault
        /// A change that no stage can make.
        case notInferable
        /// A property becomes unique, and nothing removes equal values.
        case newUniqueness
        /// An operation works with a class of another version.
        case wrongVersion
        /// Values go, and no operation of the stage carries them over or deletes them.
        case lostValues
    }

    /// How bad it is.
    public enum Severity: String, Sendable, Hashable {
        /// The migration fails, or is not the one that was meant.
        case error
        /// It may be meant so.
        case warning
    }

    /// The problem.
    public let kind: Kind
    /// How bad it is.
    public let severity: Severity
    /// The stage concerned, such as `1.0.0 → 2.0.0`; nil if it is the plan.
    public let stage: String?
    /// What is wrong, as one sentence.
    public let what: String
    /// What to do, as one sentence.
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
    /// What a rule found, in the rule's words.
    init(_ finding: Finding) {
        self.init(
            Kind(finding), finding.severity == .error ? .error : .warning, stage: finding.stage,
            what: finding.sentences.prefix(finding.affected == nil ? 1 : 2).joined(separator: " "),
            fix: finding.fix.map { "\($0)." } ?? "")
    }
}

extension PlanFinding.Kind {
    /// The kinds by the codes of rules.
    private static let kinds: [String: Self] = [
        "PF0112": .versionsOutOfOrder, "PF0202": .duplicateHashes, "PF0208": .missingDefault, "PF0209": .notInferable,
        "PF0210": .missingDefault, "PF0213": .lostValues, "PF0214": .notInferable, "PF0215": .notInferable,
        "PF0216": .wrongVersion, "PF0217": .chainDoesNotCompose, "PF0218": .stagesOutOfOrder,
        "PF0219": .newUniqueness, "PF0227": .lostValues,
    ]

    /// The kind of what a rule found. Two rules find what has several kinds.
    fileprivate init(_ finding: Finding) {
        switch finding.subject {
        case .plan(.listedTwice): self = .duplicateHashes
        case .plan(.notIncreasing): self = .versionsOutOfOrder
        case .plan(.unlisted): self = .unlistedVersion
        case .plan(.backward): self = .backwardStage
        case .plan(.repeatedStart): self = .repeatedStage
        case .plan(.skips): self = .skippedVersion
        case .plan(.noStage): self = .missingStage
        // A relationship that made room for another one is gone, with its links.
        case .step(let judged) where finding.code == "PF0215" && judged.change.aspect == .added: self = .lostValues
        default: self = Self.kinds[finding.code] ?? .notInferable
        }
    }
}

extension PlanFinding: CustomStringConvertible {
    /// Severity, stage, what is wrong and what to do, as one line.
    public var description: String {
        "\(severity)\(stage.map { " in stage \($0)" } ?? ""): \(what)\(fix.isEmpty ? "" : " Fix: \(fix)")"
    }
}

extension MigrationPlan {
    /// The errors and warnings that the plan's versions and stages show, in the order of the stages.
    ///
    /// Core Data's hashes are asked of empty stores, one a version, in the temporary folder: a few milliseconds each, once in
    /// a process. Call it in a test:
    ///
    /// ```swift
    /// #expect(plan.validate().isEmpty)
    /// ```
    ///
    /// The rules are those of `permafrost lint`, with the same words. `permafrost lint` reads the source, and finds more: it sees
    /// the code of hooks, the places of containers, and what Swift types are behind the columns of a store.
    public func validate() -> [PlanFinding] {
        guard !schemas.isEmpty else {
            return [
                PlanFinding(.noVersions, what: "The plan lists no version.", fix: "List the versions, oldest first.")
            ]
        }
        let plan = LivePlan(self)
        // If a version cannot be read, what follows from its model is not known.
        let run = RuleRun(gate: .plan, over: RuleContext(groups: [RuleGroup(plan)]))
        let order = plan.stages.map(\.name)
        let sorted = run.findings.enumerated().sorted { left, right in
            let places = [left, right].map { item in item.element.stage.flatMap(order.firstIndex(of:)) ?? -1 }
            return (places[0], left.offset) < (places[1], right.offset)
        }
        return plan.unreadableVersions + unknownStages + sorted.map { PlanFinding($0.element) }
    }

    /// A finding for each stage of a kind that is not known.
    private var unknownStages: [PlanFinding] {
        if case .type(let type) = source { DeclaredStages(type).findings } else { [] }
    }
}

extension LivePlan {
    /// A finding for each version that no store can be made of.
    fileprivate var unreadableVersions: [PlanFinding] {
        versions.compactMap { version in
            guard case .failure(let error) = version.identity else { return nil }
            return PlanFinding(
                .unreadableVersion, what: "No store can be made of \(version.type): \(error.localizedDescription)",
                fix: "Correct its classes.")
        }
    }
}
