import PermafrostFixtures
import PermafrostModel

/// PF0105: A declared version isn't frozen.
struct NotFrozen: CheckRule {
    static let page = RulePage(
        code: "PF0105", name: "NotFrozen", severity: .warning, gates: [.check],
        summary: "A declared version isn't frozen.",
        failure: """
            If somebody edits the declaration after the version ships, no check notices the edit. Tests have no store \
            of the version.
            """,
        fix: "Freeze the version before it ships.")

    let input: CheckInput

    func findings(in context: RuleContext) -> [Finding] {
        input.unfrozen.filter(\.isSafeName).map { version in
            // If a version is in several plans, it is frozen for each of them.
            let same = input.unfrozen.filter {
                $0.schema.name == version.schema.name && $0.version == version.version
            }
            var command =
                version.unversioned?.command(as: version.version)
                ?? version.command.joined(with: same.map(\.command)).text(version.version)
            // A version that was edited since the base must not be frozen with the edit.
            let base = input.compared.lazy.filter { $0.schema.name == version.schema.name }.compactMap(\.reference)
                .first
            if let base { command += " --at \(base.asShellWord)" }
            return finding(
                .init(
                    what: "\(version.title) is declared but not frozen",
                    fix: (base.map { "Freeze the declaration at \($0): " } ?? "Freeze the version before it ships: "
                        + "") + command),
                severity: input.requiresFrozen ? .error : .warning, about: version,
                at: version.schema.versionLocation)
        }
    }
}
