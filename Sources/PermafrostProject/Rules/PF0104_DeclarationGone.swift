import PermafrostFixtures
import PermafrostModel

/// PF0104: A version is no longer declared, although it is frozen or an earlier commit declares it. Or a stage of an earlier
/// commit, or the stage's code, is gone.
struct DeclarationGone: ProjectRule {
    static let needs: Set<Fact> = [.comparison]
    static let page = RulePage(
        code: "PF0104", name: "DeclarationGone", severity: .error, gates: [.check, .freeze],
        summary: "A frozen version is no longer declared, or a stage that the base declares is gone.",
        failure: """
            Stores of the version no longer match a declared version, and no stage migrates them to the newest \
            version. A plan without stages opens them by inference until its first stage is added. Without a stage's code, \
            the migration no longer keeps or computes what the code did. check finds a stage that is gone with --base.
            """,
        fix: """
            Restore the version's declaration, and list the version in the plan. Keep every shipped version in the \
            plan, because users may still have a store of the version. To stop supporting the version, declare it as retired \
            in the plan, with the printed value. Restore a stage and its code as long as the plan lists both versions.
            """,
        reads: [
            "the fixtures and the declarations at the base", "the declared versions", "the lists of the plans",
            "the stages at the base",
        ],
        source: .contract("a frozen version stays declared"),
        assumption: """
            A stage that is gone is an error if its code used rows of a model. Else it is a warning that assumes that the \
            migration gives the same rows without it.
            """)

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        facts.comparison.removed.filter { $0.declared == nil }.map { gone in
            Finding(
                Self.page, Self.message(gone), group: gone.group.name, version: gone.version, schema: gone.schema,
                at: gone.location)
        } + facts.comparison.compared.compactMap(uncompiled) + facts.comparison.removedStages.map(finding)
    }

    /// Returns the finding about a stage that is gone, or whose code is gone.
    private func finding(_ gone: RemovedStages.Removal) -> Finding {
        let reference = facts.settings.earlier?.reference ?? "the base"
        let code = gone.code.listed
        let (what, stage): (String, String?) =
            switch gone.kind {
            case .all(let count):
                (
                    "\(gone.group.name) has no stages, but at \(reference) it has "
                        + Self.stages(count, code), nil
                )
            case .code(let stage): ("The stage \(stage) doesn't run \(code), but at \(reference) it does", stage)
            case .use(let stage):
                (
                    "The code of the stage \(stage) uses no model, but at \(reference) it uses \(gone.models.listed)",
                    stage
                )
            }
        let effect =
            gone.models.isEmpty
            ? "The migration no longer does what the code did"
            : "The migration no longer does what the code did with rows of \(gone.models.listed)"
        let isUsed: Bool
        if case .use = gone.kind { isUsed = false } else { isUsed = !gone.models.isEmpty }
        return Finding(
            Self.page,
            .init(
                what: what,
                affected: gone.versions.isEmpty
                    ? "no users if SwiftData infers the same migrations"
                    : "users with a \(gone.versions.joined(separator: " or ")) store. \(effect)",
                fix: "Restore the \(stage == nil ? "stages" : "stage's code") from \(reference)"),
            severity: isUsed ? .error : .warning, group: gone.group.name, stage: stage, at: gone.location)
    }

    /// Returns a phrase for a plan's stages, such as `one that runs didMigrate`.
    private static func stages(_ count: Int, _ code: String) -> String {
        if code.isEmpty { return count == 1 ? "one" : "\(count)" }
        return count == 1 ? "one that runs \(code)" : "\(count), with the code of \(code)"
    }

    /// Returns the finding about a version whose only declaration is in a file that no target is known to compile.
    private func uncompiled(_ compared: ComparedVersion) -> Finding? {
        let file = compared.schema.location.file
        guard let found = facts.project.declarations.targets.uncompiled.first(where: { $0.file == file }) else {
            return nil
        }
        let reason = found.gap.map { "isn't known to compile, because \($0)" } ?? "doesn't compile"
        return Finding(
            Self.page,
            .init(
                what: "\(compared.title) \(ComparedVersion.standing(compared.reference)), but it is only declared in a "
                    + "file that \(found.manifest) \(reason)",
                affected: DriftMessage(.identity, version: compared.version, staging: compared.group.staging).affected,
                fix: "Move the declaration to a target's folder"
                    + (found.gap == nil
                        ? "" : ", or list the target that compiles the file in the package's `targets`, with literals")),
            group: compared.group.name, version: compared.version, schema: compared.schema.name,
            at: compared.schema.location)
    }

    private static func message(_ gone: RemovedVersion) -> Finding.Message {
        if gone.wasRetired, let reference = gone.reference, let retired = gone.retired {
            return .init(
                what:
                    "\(gone.version) is retired at \(reference), but \(gone.group.name) no longer declares it as retired",
                affected: affected(gone),
                fix: "Add this value to the retired versions of \(gone.group.name) again: \(retired)")
        }
        let standing = "\(gone.version) \(ComparedVersion.standing(gone.reference))"
        if let place = gone.unlisted, let schema = gone.schema {
            return .init(
                what:
                    "\(standing), but \(gone.group.name) no longer lists \(schema), which is declared at \(place)",
                affected: Self.affected(gone),
                fix: "Add \(schema)"
                    + (gone.group.staging == .noStages ? "" : " and its stages") + " to \(gone.group.name) again"
                    + (gone.group.staging == .noStages ? ", with its stages if the plan had any" : "")
                    + retirement(gone))
        }
        if gone.isUnversioned, let reference = gone.reference {
            let effect =
                gone.succeeding?.effectOnUnknownStore("The store matches no version in the plan")
                ?? "The store matches no declared version"
            return .init(
                what:
                    "\(gone.schema ?? gone.version) \(ComparedVersion.standing(reference)) without a VersionedSchema, but "
                    + "no version has its schema",
                affected: "users with a store from \(reference). \(effect)",
                fix: "Declare the models as they are at \(reference) as a separate version")
        }
        return .init(
            what: "\(standing), but no longer declared" + (gone.schema.map { " (was \($0))" } ?? ""),
            affected: Self.affected(gone),
            fix: "Restore the declaration of \(gone.version). Keep every shipped version declared"
                + (gone.group.hasPlan ? " and in the plan" : "") + retirement(gone))
    }

    /// Returns the advice for a version that the app no longer supports.
    private static func retirement(_ gone: RemovedVersion) -> String {
        guard let retired = gone.retired else { return "" }
        return
            ". To stop supporting \(gone.version) instead, import Permafrost and add this value to the retired versions of "
            + "\(gone.group.name), which conforms to RetiringMigrationPlan if it is a type: \(retired)"
    }

    private static func affected(_ gone: RemovedVersion) -> String {
        DriftMessage(.identity, version: gone.version, staging: gone.group.staging).affected
    }
}
