/// A problem of a plan's list of versions or of its stages, identified by position.
///
/// Source: the table of errors of the migration rules. It is assumed, and not yet verified with Apple's framework, that
/// stages out of order are rejected.
package enum PlanProblem: Sendable, Hashable {
    /// A type is listed twice.
    case listedTwice(Int, earlier: Int)
    /// A version has the same hashes as one that is listed earlier.
    case equalHashes(Int, earlier: Int)
    /// A version's identifier is lower than that of the preceding version.
    case notIncreasing(Int)
    /// A stage starts or ends at a version that isn't listed.
    case unlisted(stage: Int, schema: String)
    /// A stage ends at its own start, or at a version that is listed earlier.
    case backward(stage: Int)
    /// A stage is declared after one that starts at a later version.
    case outOfOrder(stage: Int)
    /// A stage starts at the same version as an earlier one, so it never runs.
    case repeatedStart(stage: Int, earlier: Int)
    /// A stage skips listed versions.
    case skips(stage: Int, versions: [Int])
    /// No stage starts at a version.
    case noStage(from: Int)

    /// The failure that the framework reports for every store of any version; nil if it accepts the plan.
    package var failure: CoreDataFailure? {
        switch self {
        case .listedTwice, .equalHashes: .duplicateChecksums
        case .unlisted: .unknownModelVersion
        case .backward, .outOfOrder: .backwardMigration
        case .notIncreasing, .repeatedStart, .skips, .noStage: nil
        }
    }

    /// Whether the framework rejects every store because of the problem.
    package var isFatal: Bool { failure != nil }

    /// Whether the problem is certainly an error. Other problems may be intentional.
    package var isError: Bool {
        switch self {
        case .notIncreasing, .skips: false
        default: true
        }
    }

    /// Whether the problem is that two listed versions have equal hashes.
    var isOfHashes: Bool { if case .equalHashes = self { true } else { false } }

    /// The affected stage; nil if the problem is about versions.
    package var stage: Int? {
        switch self {
        case .unlisted(let stage, _), .backward(let stage), .outOfOrder(let stage), .repeatedStart(let stage, _),
            .skips(let stage, _):
            stage
        case .listedTwice, .equalHashes, .notIncreasing, .noStage: nil
        }
    }

    /// The text of a problem. Each part is a sentence without a period.
    package struct Words: Sendable, Hashable {
        /// The problem.
        package let what: String
        /// The affected users and the effect; nil if it isn't certain that anyone is affected.
        package let affected: String?
        /// The fix.
        package let fix: String
    }
}

extension VersionGraph {
    /// Returns the stage as the subject of a sentence, such as `The stage from PostsSchemaV1 to PostsSchemaV2`.
    private func subject(_ stage: Int) -> String {
        "The stage from \(name(stages[stage].from)) to \(name(stages[stage].to))"
    }

    private func name(_ end: VersionGraph.PlanStage.Endpoint) -> String {
        switch end {
        case .listed(let index): versions[index].typeName
        case .unlisted(let schema): schema
        }
    }

    /// Returns the problem, the affected users, and the fix as text.
    ///
    /// - Parameter plan: the plan's name.
    package func words(of problem: PlanProblem, plan: String) -> PlanProblem.Words {
        let everyone =
            problem.failure == .duplicateChecksums
            ? "Every user: the app crashes at launch with \(CoreDataFailure.duplicateChecksums.quotation)" : nil
        switch problem {
        case .listedTwice(let index, _):
            return .init(
                what: "\(plan) lists \(versions[index].typeName) twice", affected: everyone, fix: "List it once")
        case .equalHashes(let index, let earlier):
            return .init(
                what: "\(versions[index].title) has the same version hashes as \(versions[earlier].title)",
                affected: kind == .plan
                    ? everyone
                    : "Nobody yet: a migration plan over both would stop with "
                        + CoreDataFailure.duplicateChecksums.quotation,
                fix: "Give one of them a difference that is stored, or take one out of the plan")
        case .notIncreasing(let index):
            let (old, new) = (versions[index - 1], versions[index])
            return .init(
                what: "\(new.typeName) is listed after \(old.typeName), and its version identifier is lower "
                    + "(\(new.identifier ?? "") after \(old.identifier ?? ""))",
                affected: nil, fix: "List the versions oldest first, with identifiers that increase")
        case .unlisted(let stage, let schema):
            return .init(
                what: "\(subject(stage)) is of a version that \(plan) does not list: \(schema)",
                affected: "Every user: \(CoreDataFailure.unknownModelVersion.quotation)",
                fix: "Add \(schema) to schemas")
        case .backward(let stage):
            let isLoop = stages[stage].from == stages[stage].to
            return .init(
                what: "\(subject(stage)) leads \(isLoop ? "nowhere" : "backward")",
                affected: "Every user: \(CoreDataFailure.backwardMigration.quotation)",
                fix: "Let it lead from the older to the newer version")
        case .outOfOrder(let stage):
            return .init(
                what: "\(subject(stage)) is declared after one from a later version",
                affected: "Every user, as is assumed: \(CoreDataFailure.backwardMigration.quotation)",
                fix: "Put the stages in the order of the versions")
        case .repeatedStart(let stage, let earlier):
            let isSame = stages[stage] == stages[earlier] || stages[stage].to == stages[earlier].to
            return .init(
                what: isSame
                    ? "\(subject(stage)) is declared twice in \(plan)"
                    : "\(subject(stage)) never runs: \(subject(earlier).lowercasedFirst) starts there already",
                affected: "Users at \(name(stages[stage].from))", fix: "Remove one of them")
        case .skips(let stage, let skipped):
            return .init(
                what: "\(subject(stage)) skips \(skipped.map { versions[$0].typeName }.joined(separator: ", "))",
                affected: "Users at \(name(stages[stage].from)), if the versions between do more than one stage can",
                fix: "Lead from each version to the next")
        case .noStage(let index):
            return .init(
                what: "No stage of \(plan) leads from \(versions[index].typeName) on",
                affected: "Users whose store is at \(versions[index].typeName): nothing migrates it",
                fix: "Add a stage from \(versions[index].typeName) to the next version")
        }
    }
}

extension String {
    fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
