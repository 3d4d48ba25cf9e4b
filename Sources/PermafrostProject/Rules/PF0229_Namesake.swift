import PermafrostModel
import PermafrostSource

/// PF0229: A relationship refers to a class outside of the version, and the version lists a different class with the
/// same name.
struct Namesake: ProjectRule {
    static let needs: Set<Fact> = []
    static let page = RulePage(
        code: "PF0229", name: "Namesake", severity: .error,
        summary:
            "A relationship's destination is a class outside the version, and the version lists a different class with that name.",
        failure: """
            In a process, SwiftData connects an entity name to the first class with that name. If the app then fetches \
            objects of the other class, or reads the relationship, it crashes. Making the schema may also fail with \
            "Inverse Relationship does not exist". Apple doesn't document this, so the hashes of such a version aren't \
            verified. If a newer version lists the other class, the older version gets that class's hash. Two developers \
            reported that stores of such a version failed with \(CoreDataFailure.unknownModelVersion.code), and their \
            apps now nest copies. Unless the plan has stages and the classes have different hashes, the finding is a \
            warning.
            """,
        fix: """
            In the version's type, nest a copy of the class that has the relationship. Both sides of every relationship then \
            belong to the same version.
            """,
        reads: ["the classes that the version lists", "the destinations of their relationships"],
        source: .fix("https://github.com/dashpay/platform/pull/4644"),
        assumption: "It assumes that both classes are used in one process.",
        examples: (
            reported: .file(
                """
                enum AppV1: VersionedSchema {
                    static let versionIdentifier = Schema.Version(1, 0, 0)
                    static var models: [any PersistentModel.Type] { [Note.self, Folder.self] }
                    @Model final class Folder { var name: String? }
                }

                @Model final class Note { var folder: Folder? }
                @Model final class Folder { var name: String?; var size: Int? }

                enum AppV2: VersionedSchema {
                    static let versionIdentifier = Schema.Version(2, 0, 0)
                    static var models: [any PersistentModel.Type] { [Folder.self] }
                }

                enum AppPlan: SchemaMigrationPlan {
                    static var schemas: [any VersionedSchema.Type] { [AppV1.self, AppV2.self] }
                    static var stages: [MigrationStage] { [.lightweight(fromVersion: AppV1.self, toVersion: AppV2.self)] }
                }
                """),
            accepted: .file(
                """
                enum AppV1: VersionedSchema {
                    static let versionIdentifier = Schema.Version(1, 0, 0)
                    static var models: [any PersistentModel.Type] { [Note.self, Folder.self] }
                    @Model final class Folder { var name: String? }
                }

                @Model final class Note { var folder: AppV1.Folder? }
                @Model final class Folder { var name: String?; var size: Int? }

                enum AppV2: VersionedSchema {
                    static let versionIdentifier = Schema.Version(2, 0, 0)
                    static var models: [any PersistentModel.Type] { [Folder.self] }
                }

                enum AppPlan: SchemaMigrationPlan {
                    static var schemas: [any VersionedSchema.Type] { [AppV1.self, AppV2.self] }
                    static var stages: [MigrationStage] { [.lightweight(fromVersion: AppV1.self, toVersion: AppV2.self)] }
                }
                """)
        ))

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        facts.groups.flatMap { group in
            group.versions.flatMap { declared in
                let version = declared.schemaVersion
                return declared.issues.compactMap { issue -> Finding? in
                    guard var message = Self.message(issue.problem, in: version.title) else { return nil }
                    let isLockedOut = Self.hasHashOfOtherVersion(issue.problem, version, in: group)
                    if isLockedOut {
                        message.affected =
                            "users with a \(version.name) store. Its hashes aren't those that shipped, because SwiftData "
                            + "connects the entity to the newer class, so the app fails to launch with "
                            + CoreDataFailure.unknownModelVersion.quotation
                    }
                    return finding(
                        message, severity: isLockedOut ? .error : .warning, in: group.rules, about: version,
                        at: issue.location)
                }
            }
        }
    }

    /// Returns whether a newer version of a plan with stages lists the destination, with a hash that differs from the
    /// hash of the class that this version lists.
    private static func hasHashOfOtherVersion(
        _ problem: SourceIssue.Problem, _ version: SchemaVersion, in group: LintGroup
    ) -> Bool {
        guard case .namesake(_, _, _, let place, _) = problem, group.staging.isStaged, group.hasPlan else {
            return false
        }
        let newer = group.rules.evaluated.drop { $0.schema != version.schema }.dropFirst()
        return newer.contains { other in
            other.classes.contains { name, own in
                own == place && version.hashes[name] != nil && other.hashes[name] != version.hashes[name]
            }
        }
    }

    /// Returns the message about a namesake, or nil for any other problem.
    static func message(_ problem: SourceIssue.Problem, in version: String = "The version") -> Finding.Message? {
        guard case .namesake(let model, let property, let meant, let place, let listed) = problem else { return nil }
        return .init(
            what: "The destination of \(model).\(property) is \(meant) (\(place)), but \(version) lists \(listed)",
            affected: "all users of that version. A fetch of \(meant) ends the app if \(listed) was used first",
            fix: "Nest a copy of \(model) next to \(listed), so that the destination of \(property) is \(listed)")
    }
}
