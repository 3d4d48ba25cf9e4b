import PermafrostModel
import PermafrostSource

/// The stages, and the code of stages, that a plan has at the base of a change and no longer has.
///
/// Stages to versions that are known to be unreleased don't count. Neither do stages of versions that the plan no longer
/// lists, and missing stages of a plan that has others, because other findings report these.
struct RemovedStages {
    /// A stage whose code is gone, or all stages of a plan.
    struct Removal {
        enum Kind {
            /// The plan has no stages. The value is the number at the base.
            case all(Int)
            /// The stage with this name no longer runs the code.
            case code(stage: String)
            /// The stage with this name still has code, but not the code that used rows.
            case use(stage: String)
        }

        let kind: Kind
        let group: VersionGroup
        /// The names of the versions whose stores the code migrated. Empty if there was no code.
        let versions: [String]
        /// The names of the hooks and operations that are gone, such as `didMigrate`.
        let code: [String]
        /// The names of the models whose rows the code used.
        let models: [String]
        let location: SourceLocation
    }

    private(set) var all: [Removal] = []

    /// Compares the plans of two projects.
    ///
    /// - Parameter mayBeReleased: a function that returns whether a version that the base declares may have shipped.
    init(
        from earlier: Project, to project: Project,
        _ mayBeReleased: (DeclaredVersion, VersionGroup) throws -> Bool
    ) rethrows {
        let planned = project.groups.filter(\.hasPlan)
        for before in earlier.groups where before.hasPlan {
            let now =
                planned.first { $0.name == before.name }
                ?? planned.first { group in before.schemas.contains { Self.name(of: $0, in: group) != nil } }
            if let now { try add(before, now) { try mayBeReleased($0, before) } }
        }
    }

    private mutating func add(
        _ before: VersionGroup, _ now: VersionGroup, _ mayBeReleased: (DeclaredVersion) throws -> Bool
    ) rethrows {
        guard let plan = now.plan, !plan.issues.contains(where: { $0.severity == .error }) else { return }
        let stages = zip(before.plan?.stages ?? [], RuleGroup(before).stages).compactMap { declared, stage -> Kept? in
            let versions = [declared.from, declared.to].compactMap { name in before.schemas.first { $0.name == name } }
            let names = versions.compactMap { Self.name(of: $0, in: now) }
            guard names.count == 2 else { return nil }
            return Kept(from: names[0], to: names[1], destination: versions[1], code: Code(declared, stage))
        }
        if now.staging == .noStages {
            let shipped = try stages.filter { try mayBeReleased($0.destination) }
            let coded = shipped.filter { !$0.code.users.isEmpty }
            guard !shipped.isEmpty else { return }
            all.append(
                Removal(
                    kind: .all(stages.count), group: now, versions: coded.map { now.versionName(of: $0.from) },
                    code: coded.flatMap(\.code.users).unique, models: coded.flatMap(\.code.models).unique,
                    location: plan.location))
        }
        guard now.staging.isStaged else { return }
        for old in stages where !old.code.users.isEmpty {
            // The version's stage may now end at another version.
            guard let index = plan.stages.firstIndex(where: { $0.from == old.from }),
                let removal = removal(of: old, now, index), try mayBeReleased(old.destination)
            else { continue }
            all.append(removal)
        }
    }

    /// Returns the code that a stage of the base had and that the stage at an index no longer has, or nil if there is none.
    private func removal(of old: Kept, _ now: VersionGroup, _ index: Int) -> Removal? {
        guard let stage = now.plan?.stages[index] else { return nil }
        let new = Code(stage, RuleGroup(now).stages[index])
        let gone = old.code.users.filter { !new.users.contains($0) }
        // Operations replace each other, and so do the hooks of stages to different versions.
        let isComparable = new.users.isEmpty || stage.to == old.to && old.code.isOfHooks && new.isOfHooks
        let isUnused = !old.code.models.isEmpty && new.models.isEmpty
        guard isComparable && !gone.isEmpty || isUnused else { return nil }
        let users = isComparable && !gone.isEmpty ? gone : old.code.users
        let name = now.name(of: stage)
        return Removal(
            kind: users == gone ? .code(stage: name) : .use(stage: name), group: now,
            versions: [now.versionName(of: old.from)], code: users,
            models: users.flatMap { old.code.uses[$0] ?? [] }.unique, location: stage.location)
    }

    /// Returns the type that declares a version of the base now: the type with the same name or, if it was renamed, with
    /// the same version hashes. Returns nil if the group has no such version.
    private static func name(of schema: DeclaredVersion, in now: VersionGroup) -> String? {
        if now.schemas.contains(where: { $0.name == schema.name }) { return schema.name }
        guard let checksum = schema.model?.versionChecksum else { return nil }
        return now.schemas.first { $0.model?.versionChecksum == checksum }?.name
    }

    /// A stage of the base, with the types that declare its versions now.
    private struct Kept {
        let from: String
        let to: String
        /// The newer version, as the base declares it.
        let destination: DeclaredVersion
        let code: Code
    }

    /// The code of a stage.
    private struct Code {
        /// The names of the hooks or operations.
        let users: [String]
        /// The names of the models whose rows the code uses, keyed by the hook or operation.
        let uses: [String: [String]]
        let isOfHooks: Bool

        var models: [String] { users.flatMap { uses[$0] ?? [] }.unique }

        init(_ declared: DeclaredStage, _ stage: RuleGroup.Stage) {
            isOfHooks = declared.operations.isEmpty
            let users: [String]
            if declared.kind == .lightweight || stage.effects.isEmpty {
                users = []
            } else if isOfHooks {
                users = [HookMoment.willMigrate, .didMigrate].filter { !declared.absentHooks.contains($0) }.map(
                    \.rawValue)
            } else {
                users = declared.operations.filter { !$0.isDrop }.map(\.name).unique
            }
            self.users = users
            // The name of a hook of an operation ends with the operation's name.
            let named = Dictionary(grouping: stage.uses) { use in users.first { use.user.hasSuffix($0) } ?? use.user }
            uses = named.mapValues { uses in
                uses.compactMap { $0.name.split(separator: ".").last.map(String.init) }.unique
            }
        }
    }
}
