import PermafrostModel

/// PF0111: A version's name can't be a folder name.
struct UnsafeVersion: CheckRule {
    static let page = RulePage(
        code: "PF0111", name: "UnsafeVersion", severity: .error, gates: [.check],
        summary: "A version's identifier cannot be the name of a folder.",
        failure: "The version cannot be frozen: its fixture's folder would be outside the tree, or hidden, or none.",
        fix:
            "Name the frozen version with @FreezeSchema(version:) of PermafrostMacros, without `/`, `..` or a leading `-` or `.`."
    )

    let input: CheckInput

    func findings(in context: RuleContext) -> [Finding] {
        input.unfrozen.filter { !$0.isSafeName }.map { version in
            finding(
                .init(
                    what: "\"\(version.version)\" cannot be the name of a fixture's folder",
                    fix:
                        "Name the frozen version with @FreezeSchema(version:) of PermafrostMacros, without `/`, `..` or a leading `-` or `.`"
                ),
                about: version, at: version.schema.versionLocation)
        }
    }
}
