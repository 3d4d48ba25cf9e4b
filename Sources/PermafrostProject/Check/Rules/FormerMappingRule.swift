import PermafrostFixtures
import PermafrostModel
import PermafrostRules

/// PF0116: a fixture that an earlier release froze by a mapping that was wrong for it.
struct FormerMappingRule: CheckRule {
    static let page = RulePage(
        code: "PF0116", name: "FormerMapping", severity: .error, gates: [.check],
        summary: "A version was frozen by an earlier Permafrost whose mapping was wrong for parts of it.",
        failure: """
            The fixture is not what Apple's framework makes of the declaration, and tests with it prove nothing of users' stores. \
            No user's store is affected.
            """,
        fix: "Freeze the version again: \(ToolCommand.line("freeze")) --all --remap does it for every such fixture.")

    let input: CheckInput

    func findings(in context: RuleContext) -> [Finding] {
        input.compared.compactMap { compared in
            let (version, isEdited) = (compared.version, !compared.drift.changes.isEmpty)
            return compared.drift.formerMapping.map { mapping in
                let wording = FormerMappingWording(mapping)
                return finding(
                    .init(
                        what: "\(version.title) \(wording.frozen)"
                            + (isEdited ? "" : "; by that mapping, nothing in the declaration has changed"),
                        affected: wording.affected,
                        fix: wording.fix(
                            isEdited: isEdited,
                            one: version.unversioned?.command(as: version.version, isForced: true)
                                ?? version.command.text(version.version, isForced: true),
                            all: version.unversioned?.remapping ?? version.command.remapping)),
                    subject: .formerMapping(mapping.properties), about: version, at: version.schema.location)
            }
        }
    }
}
