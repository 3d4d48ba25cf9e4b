import PermafrostModel
import PermafrostStore

/// PF0107: A frozen version is now declared under a different name.
struct RenamedVersion: CheckRule {
    static let page = RulePage(
        code: "PF0107", name: "RenamedVersion", severity: .error, gates: [.check],
        summary: "A version was frozen with one identifier and is declared with another.",
        failure:
            "Stores still open. But code that reads the version identifier, and tests that use the fixture, find a different version.",
        fix: "Restore the version identifier, or declare the new version as a separate schema.")

    let input: CheckInput

    func findings(in context: RuleContext) -> [Finding] {
        input.gone.compactMap(Self.finding) + input.compared.filter(\.isRenamed).map(finding)
    }

    private func finding(about version: CheckInput.Version) -> Finding {
        let declared = version.schema.version
        return finding(
            .init(
                what: "\(version.schema.name) is frozen as \(version.version), but now declares "
                    + "\(declared.map { "version \($0)" } ?? "no version")",
                affected: Self.affected(version.version),
                fix:
                    "Restore the version identifier \(version.version), or declare \(declared ?? "the new version") as a separate "
                    + "schema"), about: version, at: version.schema.versionLocation)
    }

    /// Returns the finding about a version if another declared version now has its hashes, or nil if none has them.
    private static func finding(about gone: CheckInput.Gone) -> Finding? {
        guard let declared = gone.declared else { return nil }
        let title = declared.schemaVersion.title
        var fix = "Declare that schema as \(gone.version) again"
        if let fixture = gone.fixture {
            fix += ". If \(gone.version) never shipped, run rm -r \(fixture.asShellWord)"
            if let again = gone.refreezing { fix += " && \(again)" }
        }
        return Finding(
            page,
            .init(
                what:
                    "\(gone.version) \(CheckInput.Version.standing(gone.reference)), but \(title) now declares the same schema",
                affected: affected(gone.version), fix: fix),
            group: gone.group.name, version: gone.version, schema: gone.schema, at: declared.versionLocation)
    }

    private static func affected(_ version: String) -> String {
        "users with a \(version) store. It still opens, but code that reads its version identifier finds a different one"
    }
}
