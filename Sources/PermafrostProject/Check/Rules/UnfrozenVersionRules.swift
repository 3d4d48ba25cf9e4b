import PermafrostModel

/// PF0105: a version that is declared and not frozen.
struct NotFrozenRule: CheckRule {
    static let page = RulePage(
        code: "PF0105", name: "NotFrozen", severity: .warning, gates: [.check],
        summary: "A declared version is not frozen.",
        failure:
            "Once the version has shipped, nothing shows that its declaration changed, and no test has a store of it.",
        fix: "Freeze the version before it ships.")

    let input: CheckInput

    func findings(in context: RuleContext) -> [Finding] {
        input.unfrozen.filter(\.isSafeName).map { version in
            // A version of several plans is frozen in each.
            let same = input.unfrozen.filter {
                $0.schema.name == version.schema.name && $0.version == version.version
            }
            let command =
                version.unversioned?.command(as: version.version)
                ?? version.command.joined(with: same.map(\.command)).text(version.version)
            return finding(
                .init(what: "\(version.title) is declared and not frozen", fix: "Before it ships: \(command)"),
                severity: input.requiresFrozen ? .error : .warning, about: version,
                at: version.schema.versionLocation)
        }
    }
}

/// PF0111: a version whose name cannot be a folder's.
struct UnsafeVersionRule: CheckRule {
    static let page = RulePage(
        code: "PF0111", name: "UnsafeVersion", severity: .error, gates: [.check],
        summary: "A version's identifier cannot be the name of a folder.",
        failure: "The version cannot be frozen: its fixture's folder would be outside the tree, or hidden, or none.",
        fix: "Name the frozen version with @FreezeSchema(version:), without `/`, `..` or a leading `-` or `.`.")

    let input: CheckInput

    func findings(in context: RuleContext) -> [Finding] {
        input.unfrozen.filter { !$0.isSafeName }.map { version in
            finding(
                .init(
                    what: "\"\(version.version)\" cannot be the name of a fixture's folder",
                    fix:
                        "Name the frozen version with @FreezeSchema(version:), without `/`, `..` or a leading `-` or `.`"
                ),
                about: version, at: version.schema.versionLocation)
        }
    }
}

extension CheckInput.Version {
    fileprivate var isSafeName: Bool { (try? VersionName(version)) != nil }
}
