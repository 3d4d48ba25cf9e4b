import PermafrostFixtures
import PermafrostModel

/// PF0105: A declared version isn't frozen.
struct NotFrozen: ProjectRule {
    static let needs: Set<Fact> = [.comparison, .rejections]
    static let page = RulePage(
        code: "PF0105", name: "NotFrozen", severity: .warning, gates: [.check],
        summary: "A declared version isn't frozen.",
        failure: """
            If somebody edits the declaration after the version ships, no check notices the edit. Tests have no store \
            of the version.
            """,
        fix: """
            Freeze the version before it ships. If a release tag declares the version differently, freeze what shipped, with \
            --at, and make the change in a new version. If the plan has stages, the finding is then an error.
            """,
        reads: ["the declared versions", "the fixtures", "the declarations at release tags"],
        source: .contract("a version is frozen before it ships"),
        assumption: "It assumes that the version will ship.")

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        let freezable = facts.freezableVersions
        return freezable.filter(\.isSafeName).map { version in
            // If a version is in several plans, it is frozen for each of them.
            let same = freezable.filter {
                $0.schema.name == version.schema.name && $0.version == version.version
            }
            var command =
                version.unversioned?.command(as: version.version)
                ?? version.command.joined(with: same.map(\.command)).text(version.version)
            // A version that was edited since a release or the base must not be frozen with the edit.
            let base = facts.comparison.compared.lazy.filter { $0.schema.name == version.schema.name }
                .compactMap(\.reference).first
            let reference = version.otherRelease?.tag ?? base
            if let reference { command += " --at \(reference.asShellWord)" }
            guard let release = version.otherRelease else {
                return finding(
                    .init(
                        what: "\(version.title) is declared but not frozen",
                        fix: (reference.map { "Freeze the declaration at \($0): " }
                            ?? "Freeze the version before it ships: ") + command),
                    severity: facts.settings.requiresFrozen ? .error : .warning, about: version,
                    at: version.schema.versionLocation)
            }
            return finding(
                .init(
                    what: "\(version.title) isn't frozen, and \(release.tag) declares it differently",
                    affected: DriftMessage(release.drift, version: version.version, staging: version.group.staging)
                        .affected,
                    fix: "Freeze what shipped: \(command). Then move the change to a new version: "
                        + ToolCommand.line("new-version")),
                // Without stages, the framework may infer the migration. The comparison with the base also reports the edit.
                severity: facts.settings.requiresFrozen || base == nil && version.group.staging.isStaged
                    ? .error : .warning, about: version, at: version.schema.versionLocation)
        }
    }
}
