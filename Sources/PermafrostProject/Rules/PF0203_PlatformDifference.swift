import PermafrostModel
import PermafrostSource

/// PF0203: On some platforms, a version lists different models or has the same version hashes as another version.
struct PlatformDifference: ProjectRule {
    static let needs: Set<Fact> = []
    static let page = RulePage(
        code: "PF0203", name: "PlatformDifference", severity: .error, gates: [.freeze, .lint],
        summary: "On some platforms, a version lists different models, or has the same hashes as another version.",
        failure: """
            If a version lists other models on one platform because of #if, its schema differs there. If a store moves \
            to this platform, through iCloud or a backup, it matches no version. If two versions have equal hashes on \
            a platform and the plan has a stage, the app crashes at launch there \
            (\(CoreDataFailure.duplicateChecksums.quotation)).
            """,
        fix: """
            List the same models on every platform, with the same properties. Use #if only in the code that uses the \
            models.
            """,
        reads: ["the models of each version on each platform", "the stages of the plan"],
        source: .duplicateChecksums,
        assumption: """
            If only the models differ, the finding is a warning that assumes that a store moves between platforms.
            """,
        examples: (
            reported: .change(
                from: "var title: String?",
                to: "var title: String?\n#if !os(watchOS)\nvar size: Int?\n#endif"),
            accepted: .change(from: "var title: String?", to: "var title: String?\nvar size: Int?")
        ))

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        facts.groups.flatMap { group in group.versions.flatMap { findings(about: $0, in: group) } }
    }

    private func findings(
        about declared: DeclaredVersion, in group: LintGroup
    ) -> [Finding] {
        let version = declared.schemaVersion
        return declared.variants.compactMap { variant in
            guard let content = variant.content, let model = try? content.decoded(), let location = variant.location
            else { return nil }
            let names = Set(model.entities.map(\.name))
            let usual = Set(version.model?.entities.map(\.name) ?? [])
            let fix =
                names == usual
                ? "Declare the same properties on every platform" : "List the same models on every platform"
            let twin = group.versions.first { other in
                other.name != version.schema
                    && Self.checksum(of: other, under: variant.condition) == content.versionChecksum
            }
            if let twin, group.staging.isStaged(on: variant.platforms) {
                return finding(
                    .init(
                        what:
                            "Under `#if \(variant.condition)`, \(version.title) has the same version hashes as \(twin.schemaVersion.title)",
                        affected:
                            "all users on \(Self.names(variant)). The app crashes at launch with \(CoreDataFailure.duplicateChecksums.quotation)",
                        fix: fix),
                    in: group.rules, about: version, at: location)
            }
            guard names != usual else { return nil }
            let difference = names.symmetricDifference(usual).sorted().joined(separator: ", ")
            return finding(
                .init(
                    what: "Under `#if \(variant.condition)`, \(version.title) lists different models (\(difference))",
                    affected:
                        "users with a store that moves between \(Self.names(variant)) and other platforms. The "
                        + "store's version is unknown on the other platform",
                    fix: fix),
                severity: .warning, in: group.rules, about: version, at: location)
        }
    }

    private static func names(_ variant: SchemaVersion.Variant) -> String {
        variant.platforms.isEmpty ? "that platform" : variant.platforms.listed
    }

    private static func checksum(of declared: DeclaredVersion, under condition: String) -> String? {
        let variant = declared.variants.first { $0.condition == condition }
        return (variant.map(\.content) ?? declared.model)?.versionChecksum
    }
}
