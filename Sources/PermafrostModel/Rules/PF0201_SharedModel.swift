/// PF0201: an older version that lists a class of a newer version.
struct SharedModel: Rule {
    static let needs: Set<Fact> = []
    static let page = RulePage(
        code: "PF0201", name: "SharedModel", severity: .warning,
        summary: "An older version lists the same class as a newer version.",
        failure: """
            The next edit of that class, made for the newest version, also changes the older version. Stores of the older \
            version then match no version of the plan, and the app fails to launch with \
            \(CoreDataFailure.unknownModelVersion.quotation).
            """,
        fix: """
            Nest a copy of the class in the older version's type, and use a typealias for the newest class in the rest \
            of the app. When you make the next version with permafrost new-version, it does this for you. If the model \
            will never change again, the versions can share its class. In this case, explain why in a comment: \
            // permafrost:ignore PF0201 because …
            """,
        reads: ["the classes that the versions list"],
        source: .unknownVersion,
        assumption: "It assumes that the shared class will be edited.",
        examples: (
            reported: .file(
                """
                enum AppV1: VersionedSchema {
                    static let versionIdentifier = Schema.Version(1, 0, 0)
                    static var models: [any PersistentModel.Type] { [Note.self] }
                }

                enum AppV2: VersionedSchema {
                    static let versionIdentifier = Schema.Version(2, 0, 0)
                    static var models: [any PersistentModel.Type] { [Note.self, Tag.self] }
                    @Model final class Tag { var name: String? }
                }

                @Model final class Note { var title: String? }
                """),
            accepted: .file(
                """
                enum AppV1: VersionedSchema {
                    static let versionIdentifier = Schema.Version(1, 0, 0)
                    static var models: [any PersistentModel.Type] { [Note.self] }
                    @Model final class Note { var title: String? }
                }

                enum AppV2: VersionedSchema {
                    static let versionIdentifier = Schema.Version(2, 0, 0)
                    static var models: [any PersistentModel.Type] { [Note.self, Tag.self] }
                    @Model final class Tag { var name: String? }
                }

                @Model final class Note { var title: String? }
                """)
        ))

    /// Returns the first five names, and the number of the others.
    private static func shown(_ names: [String]) -> String {
        let rest = names.count - 5
        return names.prefix(5).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }

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
                let names = Self.shown(shared.keys.sorted())
                return finding(
                    .init(
                        what: "\(version.title) lists the same \(shared.count == 1 ? "class" : "classes") as "
                            + "\(others.joined(separator: ", ")): \(names)",
                        affected: "no users yet. The next edit of \(names) affects users with a \(version.name) store",
                        fix:
                            "Nest a copy of \(names) in \(version.typeName), with the properties that \(names) had when \(version.name) "
                            + "shipped"
                    ),
                    in: group, about: version, at: version.location)
            }
        }
    }
}
