/// The way that SwiftData migrates the stores of a group's versions, which depends on the stages of the migration plan.
///
/// If a plan has a stage, SwiftData rejects stores of unknown versions and plans with equal versions. If a plan has no
/// stage, SwiftData migrates by inference, from the store's own model directly to the container's, as it does without a
/// plan. This was derived from developers' reports and isn't verified with Apple's framework yet.
package enum Staging: Sendable, Hashable, Codable {
    /// No migration plan in Swift lists the versions.
    case noPlan
    /// The plan has no stage.
    case noStages
    /// The plan has a stage.
    case staged
    /// The plan has a stage on some platforms only. The values are the platforms' names.
    case partlyStaged(on: [String], not: [String])
    /// It isn't known whether the plan has a stage, for example because its `stages` depends on a condition.
    case unknown

    /// Returns whether a plan with the given stages migrates in stages.
    package init<Stages: Collection>(planWith stages: Stages) { self = stages.isEmpty ? .noStages : .staged }

    /// Whether the plan has a stage, at least on some platforms.
    package var isStaged: Bool {
        switch self {
        case .staged, .partlyStaged: true
        case .noPlan, .noStages, .unknown: false
        }
    }

    /// Returns whether the plan has a stage on any of the given platforms.
    ///
    /// - Parameter platforms: the names of the platforms; empty for all.
    package func isStaged(on platforms: [String]) -> Bool {
        guard case .partlyStaged(let staged, _) = self, !platforms.isEmpty else { return isStaged }
        return platforms.contains(where: staged.contains)
    }

    /// Whether SwiftData certainly infers every migration.
    package var isInferred: Bool { self == .noPlan || self == .noStages }
}

// MARK: Texts

extension Staging {
    /// The end of a sentence about a store that matches no version of a plan without stages.
    package static let opensToday =
        "opens today by inference, because the plan has no stage. The first stage you add locks these users out "
        + "(\(CoreDataFailure.unknownModelVersion.code))"

    /// A sentence about a plan whose stages can't be determined.
    private static let isUnknown = "Permafrost can't determine whether the plan has a stage"

    /// Returns the effect on a store that matches no version of the plan, as one or more sentences without a period at
    /// the end. Nil if there is no plan.
    ///
    /// - Parameters:
    ///   - reason: the first clause, such as `The store no longer matches a version in the plan`.
    ///   - isInferable: false if the framework certainly can't infer the migration to the container's models.
    package func effectOnUnknownStore(_ reason: String, isInferable: Bool = true) -> String? {
        let failure = CoreDataFailure.unknownModelVersion.quotation
        switch self {
        case .noPlan: return nil
        case .noStages where !isInferable:
            return
                "\(reason). The plan has no stage, so SwiftData infers the migration, and this change can't be inferred"
        case .noStages: return "\(reason). It \(Self.opensToday)"
        case .staged: return "\(reason), so the app fails to launch with \(failure)"
        case .partlyStaged(let staged, let rest):
            return
                "\(reason), so the app fails to launch with \(failure) on \(staged.listed). On \(rest.listed), it "
                + Self.opensToday
        case .unknown:
            return
                "\(reason). \(Self.isUnknown). With a stage, the app fails to launch with \(failure). Without one, the "
                + "store opens by inference"
        }
    }

    /// Returns an effect that every user of a plan with stages sees, such as `The app crashes at launch`, with the
    /// affected users. Nil if the plan has no stage.
    package func effectOnEveryone(_ effect: String) -> String? {
        switch self {
        case .noPlan, .noStages: nil
        case .staged: "all users. \(effect)"
        case .partlyStaged(let staged, _): "all users on \(staged.listed). \(effect)"
        case .unknown: "all users, if the plan has a stage. \(Self.isUnknown). With a stage: \(effect)"
        }
    }
}
