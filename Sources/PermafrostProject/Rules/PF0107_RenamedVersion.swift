import PermafrostModel

/// PF0107: A version was frozen under one name and is now declared under another.
struct RenamedVersion: CheckRule {
    static let page = RulePage(
        code: "PF0107", name: "RenamedVersion", severity: .error, gates: [.check],
        summary: "A version was frozen under one identifier and is declared under another.",
        failure:
            "Stores keep opening. Code that reads version identifiers, and tests that look for the fixture, find another version.",
        fix: "Set the version identifier back, or declare the new version as a schema of its own.")

    let input: CheckInput

    func findings(in context: RuleContext) -> [Finding] {
        input.compared.filter(\.isRenamed).map { version in
            let declared = version.schema.version
            return finding(
                .init(
                    what: "\(version.schema.name) is frozen as \(version.version), and declares "
                        + "\(declared.map { "version \($0)" } ?? "no version") now",
                    affected: "Stores keep opening; what reads version identifiers sees another one",
                    fix: "Set the version identifier back to \(version.version), or declare \(declared ?? "it") as a "
                        + "schema of its own"), about: version, at: version.schema.versionLocation)
        }
    }
}
