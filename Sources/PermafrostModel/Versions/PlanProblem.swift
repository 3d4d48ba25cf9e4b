/// One thing that is wrong with a plan's list of versions or with its stages, by their positions.
///
/// Source: the table of errors of the migration rules. That stages out of order are refused is assumed until Apple's framework
/// was asked.
package enum PlanProblem: Sendable, Hashable {
    /// A type is listed a second time.
    case listedTwice(Int, earlier: Int)
    /// A version has the hashes of one that is listed earlier.
    case equalHashes(Int, earlier: Int)
    /// A version's identifier is lower than that of the one before.
    case notIncreasing(Int)
    /// A stage starts or ends at a version that is not listed.
    case unlisted(stage: Int, schema: String)
    /// A stage ends where it starts, or at a version that is listed earlier.
    case backward(stage: Int)
    /// A stage is declared after one that starts from a later version.
    case outOfOrder(stage: Int)
    /// A stage starts from a version from which an earlier one starts: it never runs.
    case repeatedStart(stage: Int, earlier: Int)
    /// A stage leads past listed versions.
    case skips(stage: Int, versions: [Int])
    /// No stage starts from a version.
    case noStage(from: Int)

    /// How the framework refuses every store for it, whatever the store's version; nil if it does not.
    package var failure: CoreDataFailure? {
        switch self {
        case .listedTwice, .equalHashes: .duplicateChecksums
        case .unlisted: .unknownModelVersion
        case .backward, .outOfOrder: .backwardMigration
        case .notIncreasing, .repeatedStart, .skips, .noStage: nil
        }
    }

    /// Whether the framework refuses every store for it.
    package var isFatal: Bool { failure != nil }

    /// Whether it is wrong for certain. The rest may be meant so.
    package var isError: Bool {
        switch self {
        case .notIncreasing, .skips: false
        default: true
        }
    }

    /// Whether it is that two listed types are the same version.
    var isOfHashes: Bool { if case .equalHashes = self { true } else { false } }

    /// The stage that it is about; nil if it is about versions.
    package var stage: Int? {
        switch self {
        case .unlisted(let stage, _), .backward(let stage), .outOfOrder(let stage), .repeatedStart(let stage, _),
            .skips(let stage, _):
            stage
        case .listedTwice, .equalHashes, .notIncreasing, .noStage: nil
        }
    }

    /// A problem in sentences without a full stop.
    package struct Words: Sendable, Hashable {
        /// What is wrong.
        package let what: String
        /// Who is hit, and how; nil if nobody is for certain.
        package let affected: String?
        /// What to do.
        package let fix: String
    }
}

extension VersionGraph {
    /// `The stage from PostsSchemaV1 to PostsSchemaV2`
    private func subject(_ stage: Int) -> String {
        "The stage from \(name(stages[stage].from)) to \(name(stages[stage].to))"
    }

    private func versionName(_ end: VersionGraph.PlanStage.Endpoint) -> String {
        switch end {
        case .listed(let index): versions[index].name
        case .unlisted(let schema): schema
        }
    }

    private func name(_ end: VersionGraph.PlanStage.Endpoint) -> String {
        switch end {
        case .listed(let index): versions[index].typeName
        case .unlisted(let schema): schema
        }
    }

    /// What is wrong, who is hit and what to do.
    ///
    /// - Parameter plan: the plan's name.
    package func words(of problem: PlanProblem, plan: String) -> PlanProblem.Words {
        let everyone =
            problem.failure == .duplicateChecksums
            ? "all users. The app crashes at launch with \(CoreDataFailure.duplicateChecksums.quotation)" : nil
        switch problem {
        case .listedTwice(let index, _):
            return .init(
                what: "\(plan) lists \(versions[index].typeName) twice", affected: everyone, fix: "Remove one of them")
        case .equalHashes(let index, let earlier):
            return .init(
                what: "\(versions[index].title) has the same version hashes as \(versions[earlier].title)",
                affected: kind == .plan
                    ? everyone
                    : "no users yet. The app would crash at launch with a migration plan that lists both "
                        + "(\(CoreDataFailure.duplicateChecksums.quotation))",
                fix: "Change something in one of them that is stored, or remove one of them"
                    + (kind == .plan ? " from the plan" : ""))
        case .notIncreasing(let index):
            let (old, new) = (versions[index - 1], versions[index])
            return .init(
                what: "\(new.typeName) is listed after \(old.typeName), but its version identifier is lower "
                    + "(\(new.identifier ?? "") after \(old.identifier ?? ""))",
                affected: nil, fix: "List the versions oldest first, with increasing identifiers")
        case .unlisted(let stage, let schema):
            return .init(
                what: "\(subject(stage)) uses \(schema), which \(plan) doesn't list",
                affected: "all users. The app fails to launch with \(CoreDataFailure.unknownModelVersion.quotation)",
                fix: "Add \(schema) to the schemas of \(plan)")
        case .backward(let stage):
            let isLoop = stages[stage].from == stages[stage].to
            return .init(
                what: isLoop
                    ? "\(subject(stage)) starts and ends at the same version" : "\(subject(stage)) goes backward",
                affected: "all users. The app fails to launch with \(CoreDataFailure.backwardMigration.quotation)",
                fix: "Make it go from the older version to the newer one")
        case .outOfOrder(let stage):
            return .init(
                what: "\(subject(stage)) is declared after a stage from a later version",
                affected: "all users. The app probably fails to launch with "
                    + CoreDataFailure.backwardMigration.quotation,
                fix: "Declare the stages in the order of the versions")
        case .repeatedStart(let stage, let earlier):
            let isSame = stages[stage] == stages[earlier] || stages[stage].to == stages[earlier].to
            return .init(
                what: isSame
                    ? "\(subject(stage)) is declared twice in \(plan)"
                    : "\(subject(stage)) never runs, because \(subject(earlier).lowercasedFirst) starts from the same version",
                affected: "users with a \(versionName(stages[stage].from)) store", fix: "Remove one of them")
        case .skips(let stage, let skipped):
            return .init(
                what: "\(subject(stage)) skips \(skipped.map { versions[$0].typeName }.joined(separator: ", "))",
                affected:
                    "users with a \(versionName(stages[stage].from)) store, if a skipped version needs a stage of its own",
                fix: "Declare a stage from each version to the next")
        case .noStage(let index):
            return .init(
                what: "\(plan) has no stage from \(versions[index].typeName) to a later version",
                affected: "users with a \(versions[index].name) store. It can't be migrated",
                fix: "Add a stage from \(versions[index].typeName) to the next version")
        }
    }
}

extension String {
    fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
