/// A problem with a plan's versions or stages, which are identified by position.
///
/// Permafrost assumes that the framework rejects stages that are out of order. This hasn't been verified with Apple's
/// framework yet.
package enum PlanProblem: Sendable, Hashable {
    /// A type is listed twice. The values are the positions of the repeated entry and of an earlier one.
    case listedTwice(Int, earlier: Int)
    /// A version has the same hashes as an earlier one in the list. The values are the positions of the two versions.
    case equalHashes(Int, earlier: Int)
    /// A version's identifier is lower than the preceding version's.
    case notIncreasing(Int)
    /// A stage starts or ends at a version that isn't listed.
    case unlisted(stage: Int, schema: String)
    /// A stage ends at the version where it starts, or at an earlier one in the list.
    case backward(stage: Int)
    /// A stage is declared after a stage that starts at a later version.
    case outOfOrder(stage: Int)
    /// A stage starts at the same version as an earlier stage, so the later stage never runs.
    case repeatedStart(stage: Int, earlier: Int)
    /// A stage skips listed versions.
    case skips(stage: Int, versions: [Int])
    /// A version other than the last one has no stage to a later version.
    case noStage(from: Int)

    /// The failure that the framework reports for every store if the plan has stages, or nil if the problem doesn't
    /// affect every store.
    package var failure: CoreDataFailure? {
        switch self {
        case .listedTwice, .equalHashes: .duplicateChecksums
        case .unlisted: .unknownModelVersion
        case .backward, .outOfOrder: .backwardMigration
        case .notIncreasing, .repeatedStart, .skips, .noStage: nil
        }
    }

    /// Whether the problem causes the framework to reject every store if the plan has stages.
    package var isFatal: Bool { failure != nil }

    /// Whether the problem is that two listed versions have equal hashes.
    var isAboutHashes: Bool { if case .equalHashes = self { true } else { false } }

    /// The texts for a problem, without a final period.
    package struct Message: Sendable, Hashable {
        /// A description of the problem.
        package let what: String
        /// The affected users and the effect, or nil if nobody is affected.
        package let affected: String?
        package let fix: String
    }
}

extension VersionGraph {
    /// Returns a stage as the subject of a sentence, such as `The stage from PostsSchemaV1 to PostsSchemaV2`.
    private func subject(_ stage: Int) -> String {
        "The stage from \(name(stages[stage].from)) to \(name(stages[stage].to))"
    }

    private func isFromModelFile(_ version: Int) -> Bool {
        VersionTitle(schema: versions[version].typeName, name: versions[version].name).isFromModelFile
    }

    private func versionName(_ end: PlanStage.Endpoint) -> String {
        switch end {
        case .listed(let index): versions[index].name
        case .unlisted(let schema): schema
        }
    }

    private func name(_ end: PlanStage.Endpoint) -> String {
        switch end {
        case .listed(let index): versions[index].typeName
        case .unlisted(let schema): schema
        }
    }

    /// Returns the texts for a problem.
    ///
    /// - Parameter plan: the plan's name.
    package func message(of problem: PlanProblem, plan: String) -> PlanProblem.Message {
        let crash = CoreDataFailure.duplicateChecksums.quotation
        let everyone =
            staging.effectOnEveryone("The app crashes at launch with \(crash)")
            ?? "no users yet. "
            + (staging == .noStages
                ? "The first stage you add to the plan ends every launch with \(crash)"
                : "If a migration plan with stages lists both versions, every launch ends with \(crash)")
        switch problem {
        case .listedTwice(let index, _):
            return .init(
                what: "\(plan) lists \(versions[index].typeName) twice", affected: everyone,
                fix: "List \(versions[index].typeName) only once")
        case .equalHashes(let index, let earlier) where isFromModelFile(index):
            return .init(
                what: "\(versions[index].title) has the same version hashes as \(versions[earlier].title)",
                affected: stages.contains { $0.from == .listed(earlier) && $0.to == .listed(index) }
                    ? "users with a \(versions[earlier].name) store. The mapping model to \(versions[index].name) never runs, "
                        + "because the store already matches that version"
                    : "no users. Core Data can't distinguish the stores of these two model versions",
                fix:
                    "If they are meant to differ, make a change in \(versions[index].typeName) that affects the version "
                    + "hash, or set a hash modifier in the model editor. Otherwise, remove one of them")
        case .equalHashes(let index, let earlier) where !sharedClasses(index, earlier).isEmpty:
            // A change of a shared class would change both versions.
            let names = sharedClasses(index, earlier).listed
            return .init(
                what: "\(versions[index].title) has the same version hashes as \(versions[earlier].title)",
                affected: everyone,
                fix:
                    "Remove \(versions[index].typeName)\(kind == .plan ? " from the plan" : ""), with its stages. Or nest "
                    + "copies of \(names) as they shipped in \(versions[earlier].typeName), and make a change in "
                    + "\(versions[index].typeName) that affects the version hash")
        case .equalHashes(let index, let earlier):
            return .init(
                what: "\(versions[index].title) has the same version hashes as \(versions[earlier].title)",
                affected: everyone,
                fix:
                    "Make a change in \(versions[index].typeName) that affects the version hash, set "
                    + "@Attribute(hashModifier:) on an attribute of one of its models, or remove one of the two versions"
                    + (kind == .plan ? " from the plan" : ""))
        case .notIncreasing(let index):
            let (old, new) = (versions[index - 1], versions[index])
            return .init(
                what: "\(new.typeName) is listed after \(old.typeName), but has a lower version identifier "
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
                    ? "\(subject(stage)) starts and ends at the same version"
                    : "\(subject(stage)) migrates to an older version",
                affected: "all users. The app fails to launch with \(CoreDataFailure.backwardMigration.quotation)",
                fix: isLoop
                    ? "Remove the stage"
                    : "Declare the stage from the older version to the newer one, or remove the stage if the plan "
                        + "already has that stage"
            )
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
                affected:
                    "users with a \(versionName(stages[stage].from)) store. Only "
                    + (isSame ? "the first of the two stages" : subject(earlier).lowercasedFirst) + " runs for them",
                fix: isSame
                    ? "Remove one of the two stages"
                    : "Remove \(subject(stage).lowercasedFirst) or \(subject(earlier).lowercasedFirst)")
        case .skips(let stage, let skipped):
            return .init(
                what: "\(subject(stage)) skips \(skipped.map { versions[$0].typeName }.joined(separator: ", "))",
                affected:
                    "users with a \(versionName(stages[stage].from)) store, if the migration to a skipped version needs a "
                    + "custom stage. The code of that stage doesn't run for them",
                fix: "Declare a stage from each version to the next")
        case .noStage(let index):
            return .init(
                what: "\(plan) has no stage from \(versions[index].typeName) to a later version",
                affected: "users with a \(versions[index].name) store. The app can't migrate the store",
                fix: "Add a stage from \(versions[index].typeName) to the next version")
        }
    }
}

extension VersionGraph {
    /// Returns the sorted names of the classes of two versions that list the same classes. Empty if they differ.
    private func sharedClasses(_ index: Int, _ earlier: Int) -> [String] {
        let own = versions[index].classes
        return own == versions[earlier].classes ? own.keys.sorted() : []
    }
}
