import PermafrostModel

/// PF0111: A version's name can't be used as a folder name.
struct UnsafeVersion: ProjectRule {
    static let needs: Set<Fact> = [.comparison, .rejections]
    static let page = RulePage(
        code: "PF0111", name: "UnsafeVersion", severity: .error, gates: [.check],
        summary: "A version's identifier can't be the name of a folder.",
        failure: "The version can't be frozen: its fixture's folder would be hidden, outside the tree, or invalid.",
        fix:
            "Set the frozen version's name with @FreezeSchema(version:) from PermafrostMacros, without `/`, `..` or a leading `-` or `.`.",
        reads: ["the version's name"],
        source: .contract("a version's name can be the name of a folder"))

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        let freezable = facts.freezableVersions
        return freezable.filter { !$0.isSafeName }.map { version in
            finding(
                .init(
                    what:
                        "\(version.schema.name) can't be frozen, because its version \"\(version.version)\" can't be the name of a "
                        + "fixture's folder",
                    fix:
                        "Set the frozen version's name with @FreezeSchema(version:) from PermafrostMacros, without `/`, `..` or a leading `-` or `.`"
                ),
                about: version, at: version.schema.versionLocation)
        }
    }
}
