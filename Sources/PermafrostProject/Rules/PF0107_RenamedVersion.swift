import PermafrostModel

/// PF0107: A frozen version is now declared under a different name.
struct RenamedVersion: CheckRule {
    static let page = RulePage(
        code: "PF0107", name: "RenamedVersion", severity: .error, gates: [.check],
        summary: "A version was frozen with one identifier and is declared with another.",
        failure:
            "Stores still open, but code that reads version identifiers and tests that use the fixture find a different version.",
        fix: "Restore the version identifier, or declare the new version as a separate schema.")

    let input: CheckInput

    func findings(in context: RuleContext) -> [Finding] {
        input.compared.filter(\.isRenamed).map { version in
            let declared = version.schema.version
            return finding(
                .init(
                    what: "\(version.schema.name) is frozen as \(version.version), but now declares "
                        + "\(declared.map { "version \($0)" } ?? "no version")",
                    affected:
                        "users with a \(version.version) store. It still opens, but code that reads its version identifier "
                        + "finds a different one",
                    fix:
                        "Restore the version identifier \(version.version), or declare \(declared ?? "the new version") as a separate "
                        + "schema"), about: version, at: version.schema.versionLocation)
        }
    }
}
