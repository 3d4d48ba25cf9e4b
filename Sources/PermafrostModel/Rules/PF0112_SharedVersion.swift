/// PF0112: two versions in one group with the same name, or versions or groups whose names differ only by case.
///
/// The framework doesn't compare version identifiers. Only a fixture needs a name of its own, so the finding is a warning
/// while the group has no fixture.
struct SharedVersion: Rule {
    static let needs: Set<Fact> = [.edits]
    static let page = RulePage(
        code: "PF0112", name: "SharedVersion", severity: .error, gates: [.check, .freeze, .lint, .plan],
        summary:
            "Two schemas of a group have the same version identifier or frozen name, or names of versions or groups differ only by case.",
        failure: """
            Reports, backups and fixtures identify a version by its identifier. If two versions have the same identifier, you \
            can't tell which version a report is about, and only one of the versions can be frozen under that name. If \
            names differ only by case, most volumes of Macs have room for only one of the fixtures.
            """,
        fix:
            "Give each version its own identifier, or a frozen name with @FreezeSchema(version:) from PermafrostMacros.",
        reads: ["the names of a group's versions"],
        source: .contract("each version of a group has its own name"))

    func findings(in context: RuleContext) -> [Finding] {
        var groups: [String: RuleGroup] = [:]
        return context.groups.flatMap { group in
            let other = groups[group.name.lowercased()]
            if other == nil { groups[group.name.lowercased()] = group }
            return (other.flatMap { confused(group, $0) }.map { [$0] } ?? []) + shared(in: group)
        }
    }

    private func shared(in group: RuleGroup) -> [Finding] {
        var first: [String: SchemaVersion] = [:]
        return group.graph.versions.compactMap { version -> Finding? in
            guard version.isNamed else { return nil }
            guard let other = first[version.name.lowercased()] else {
                first[version.name.lowercased()] = version
                return nil
            }
            guard other.schema != version.schema else { return nil }
            let place = other.versionLocation.map { " (\($0))" } ?? ""
            let types = "\(version.typeName) and \(other.typeName)\(place)"
            return finding(
                .init(
                    what: version.name == other.name
                        ? "\(types) both declare version \(version.name), so only one of them can be frozen as "
                            + version.name
                        : "\(types) declare versions \(version.name) and \(other.name), which differ only by case, so "
                            + "only one of them can be frozen on most volumes of Macs",
                    fix: "Give \(version.typeName) a different version identifier"),
                severity: group.frozenVersions.isEmpty ? .warning : .error, in: group,
                about: version, at: version.versionLocation)
        }
    }

    /// Returns the finding about groups whose names differ only by case. Returns nil if the names are equal.
    private func confused(_ group: RuleGroup, _ other: RuleGroup) -> Finding? {
        guard group.name != other.name else { return nil }
        return Finding(
            Self.page,
            .init(
                what:
                    "The groups \(group.name) and \(other.name) differ only by case, so their fixtures share one folder "
                    + "on most volumes of Macs",
                fix: "Rename the plan or the schemas of \(group.name)"),
            group: group.name, at: group.plan?.location ?? group.graph.versions.first?.versionLocation)
    }
}
