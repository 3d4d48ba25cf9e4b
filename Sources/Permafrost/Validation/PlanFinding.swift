/// One thing that is wrong with a plan, or that it loses: found by ``MigrationPlan/validate()`` before any store is opened.
public struct PlanFinding: Sendable, Hashable {
    /// What is wrong.
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

    /// What is wrong.
    public let kind: Kind
    /// How bad it is.
    public let severity: Severity
    /// The stage concerned, such as `1.0.0 → 2.0.0`; nil where it is the plan.
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

extension PlanFinding: CustomStringConvertible {
    /// Severity, stage, what is wrong and what to do, as one line.
    public var description: String {
        "\(severity)\(stage.map { " in stage \($0)" } ?? ""): \(what) \(fix)"
    }
}
