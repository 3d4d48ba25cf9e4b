/// PF0112: two versions in one group with the same name.
struct SharedVersion: Rule {
    static let page = RulePage(
        code: "PF0112", name: "SharedVersion", severity: .error, gates: [.check, .plan],
        summary: "Two schemas of a group have the same version identifier or frozen name.",
        failure: """
            Reports, backups and fixtures identify a version by its identifier. If two versions have the same identifier, you \
            can't tell which version a report is about, and only one of the versions can be frozen under that name.
            """,
        fix:
            "Give each version its own identifier, or a frozen name with @FreezeSchema(version:) from PermafrostMacros."
    )

    func findings(in context: RuleContext) -> [Finding] {
        context.groups.flatMap { group in
            var first: [String: SchemaVersion] = [:]
            return group.graph.versions.compactMap { version -> Finding? in
                guard version.isNamed else { return nil }
                guard let other = first[version.name] else {
                    first[version.name] = version
                    return nil
                }
                guard other.schema != version.schema else { return nil }
                let place = other.versionLocation.map { " (\($0))" } ?? ""
                return finding(
                    .init(
                        what:
                            "\(version.typeName) and \(other.typeName)\(place) both declare version \(version.name), so "
                            + "only one of them can be frozen as \(version.name)",
                        fix: "Give \(version.typeName) a different version identifier"),
                    in: group, about: version, at: version.versionLocation)
            }
        }
    }
}
