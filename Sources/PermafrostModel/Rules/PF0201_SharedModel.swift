/// PF0201: an older version that lists a class of a newer version.
struct SharedModel: Rule {
    static let page = RulePage(
        code: "PF0201", name: "SharedModel", severity: .warning,
        summary: "An older version lists the very class that a newer one lists.",
        failure: """
            The next edit of that class, made for the newest version, changes the older version as well. Stores of users on \
            the older version then match no version of the plan, and the app stops at launch with \
            \(CoreDataFailure.unknownModelVersion.quotation).
            """,
        fix: """
            Give each version a class of its own: copy it into the older version, nested in its type, and let a typealias \
            name the newest one for the rest of the app. permafrost new-version does so when it makes the next version. A model \
            that never changes again may stay shared; say so with // permafrost:ignore PF0201 because …
            """)

    func findings(in context: RuleContext) -> [Finding] {
        context.groups.flatMap { group in
            var newest: [SourceLocation: SchemaVersion] = [:]
            let classes = group.evaluated.map(\.classes)
            for (version, own) in zip(group.evaluated, classes) {
                for place in own.values { newest[place] = version }
            }
            return zip(group.evaluated, classes).compactMap { version, own -> Finding? in
                let shared = own.filter { newest[$0.value]?.schema != version.schema }
                guard !shared.isEmpty else { return nil }
                let others = Set(shared.values.compactMap { newest[$0]?.title }).sorted()
                let names = shared.keys.sorted().joined(separator: ", ")
                return finding(
                    .init(
                        what: "\(version.title) lists the same \(shared.count == 1 ? "class" : "classes") as "
                            + "\(others.joined(separator: ", ")): \(names)",
                        affected: "Nobody yet: with the next edit, every user whose store is at \(version.name)",
                        fix: "Nest a copy of \(names) in \(version.typeName), as it was when \(version.name) shipped"),
                    in: group, about: version, at: version.location)
            }
        }
    }
}
