/// PF0112: two versions of one group with the same name.
struct SharedVersion: Rule {
    static let page = RulePage(
        code: "PF0112", name: "SharedVersion", severity: .error, gates: [.check, .plan],
        summary: "Two schemas of a group declare one version.",
        failure: """
            Reports, backups and fixtures name a version by its identifier. With one identifier for two versions nobody knows which \
            of them a store is of, and neither can be frozen.
            """,
        fix: "Give each version an identifier of its own, or name it with @FreezeSchema(version:) of PermafrostMacros.")

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
                        what: "\(version.typeName) declares version \(version.name), as \(other.typeName) does\(place)",
                        affected: "Nothing distinguishes them: a freeze of \(version.name) would be a guess",
                        fix: "Give one of them another version identifier"),
                    in: group, about: version, at: version.versionLocation)
            }
        }
    }
}
