import PermafrostModel
import PermafrostSource

/// PF0234: `@FreezeSchema` and `versionIdentifier` specify different numbers for a version.
struct TwoNumbers: ProjectRule {
    static let needs: Set<Fact> = [.edits]
    static let page = RulePage(
        code: "PF0234", name: "TwoNumbers", severity: .warning,
        summary: "@FreezeSchema and versionIdentifier give the same version different numbers.",
        failure: """
            Fixtures, commands and tests use the name in @FreezeSchema. A store's metadata and SwiftData's messages use \
            versionIdentifier. If the numbers differ, 2.0.0 in a crash report isn't the frozen 2.0.0, and you may inspect or \
            edit the wrong version.
            """,
        fix: """
            Before the version ships, use the same number in @FreezeSchema and versionIdentifier. Don't change a \
            frozen version: use equal numbers in the next version. Names such as 2024-01-15 and suffixes such as \
            2.0.0-beta.1 are fine.
            """,
        reads: ["@FreezeSchema and versionIdentifier"],
        source: .contract("a version has one number"),
        examples: (
            reported: .file(
                """
                @FreezeSchema(version: "2.0.0")
                enum AppV1: VersionedSchema {
                    static let versionIdentifier = Schema.Version(1, 0, 0)
                    static var models: [any PersistentModel.Type] { [Note.self] }
                    @Model final class Note { var title: String? }
                }
                """),
            accepted: .file(
                """
                @FreezeSchema(version: "1.0.0")
                enum AppV1: VersionedSchema {
                    static let versionIdentifier = Schema.Version(1, 0, 0)
                    static var models: [any PersistentModel.Type] { [Note.self] }
                    @Model final class Note { var title: String? }
                }
                """)
        ))

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        facts.groups.filter { !$0.rules.isModelFile }.flatMap { group in
            group.versions.compactMap { declared -> Finding? in
                guard let name = declared.version, let own = Self.numbers(name), !declared.isUnversioned,
                    let identifier = Self.numbers(declared.versionIdentifier), own != identifier
                else { return nil }
                let isFrozen = group.rules.frozenVersions.contains(name)
                // An older version that is frozen keeps its numbers.
                guard !isFrozen || declared.name == group.schemas.last?.name else { return nil }
                return finding(
                    .init(
                        what: "@FreezeSchema gives \(declared.name) the version \(name), but its versionIdentifier is "
                            + declared.versionIdentifier,
                        affected:
                            "developers who read \(declared.versionIdentifier) in a store or in a SwiftData message. "
                            + "Permafrost calls that version \(name)",
                        fix: isFrozen
                            ? "Leave \(name) unchanged, because the version is frozen. In the next version, use the "
                                + "same number in both places"
                            : "Before \(name) ships, use the same number in both places"),
                    in: group.rules, about: declared.schemaVersion, at: declared.versionLocation)
            }
        }
    }

    /// Returns the numbers in a version name, padded with zeros to three numbers. A suffix after a hyphen is ignored.
    /// Returns nil if the rest isn't one to three numbers separated by periods. Also returns nil for a single number
    /// with a suffix, such as the date `2024-01-15`.
    private static func numbers(_ name: String) -> [Int]? {
        let plain = name.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        let parts = (plain.first ?? "").split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...3).contains(parts.count), !parts.contains(nil) else { return nil }
        // `2024-01-15` is a date and not a version.
        if parts.count == 1, plain.count == 2 { return nil }
        return parts.compactMap(\.self) + Array(repeating: 0, count: 3 - parts.count)
    }
}
