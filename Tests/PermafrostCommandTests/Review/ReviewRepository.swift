import Foundation
import PermafrostTestSupport
import Testing

/// A repository with the base branches of reviews, and the branches that the tests review.
struct ReviewRepository {
    /// A branch, and the edits that it makes to the base.
    struct Branch: Sendable, CustomTestStringConvertible {
        let name: String
        /// The base: `main` declares and ships 1.0.0, `next` also declares 2.0.0, and `planless` declares both without
        /// a plan.
        var base = "main"
        let edit: @Sendable (ReviewRepository) throws -> Void

        var testDescription: String { name }
    }

    let folder: ScratchFolder
    /// The folder with the cache, which isn't part of the project.
    let cache: ScratchFolder
    let repository: TestRepository

    static let first = "Sources/App/NotesV1.swift"
    static let second = "Sources/App/NotesV2.swift"
    static let plan = "Sources/App/NotesPlan.swift"
    static let members = "var title: String = \"\"\nvar body: String?"

    init() throws {
        folder = try ScratchFolder()
        cache = try ScratchFolder()
        repository = try TestRepository(folder)
        try folder.write(GoldenProject.version("NotesV1", "1, 0, 0", Self.members), to: Self.first)
        try folder.write(GoldenProject.plan("NotesPlan", ["NotesV1"], stages: []), to: Self.plan)
        try folder.write(
            """
            import PermafrostTesting
            import Testing

            @Suite struct NotesTests {
                @Test func firstVersionHasNotDrifted() { assertNoDrift(of: NotesV1.self, frozenAs: "1.0.0") }

                @Test func migratesNotes() throws {
                    // The newest version changes, so NotesV9.self isn't one of these.
                    assertDataPreserved(try migrate(Fixture("1.0.0"), to: NotesV2.self, plan: NotesPlan.self))
                }
            }
            """, to: "Tests/AppTests/NotesTests.swift")
        try freeze()
        try repository.commit("Ship 1.0.0")
        try repository.git("tag", "v1.0")
        try repository.git("branch", "planless")
        try repository.git("checkout", "--quiet", "-b", "next")
        try addSecond(Self.members + "\nvar stars: Int = 0")
        try repository.commit("Declare 2.0.0")
        try repository.git("checkout", "--quiet", "planless")
        try FileManager.default.removeItem(atPath: folder.path(Self.plan))
        try folder.write(
            GoldenProject.version("NotesV2", "2, 0, 0", Self.members + "\nvar stars: Int = 0"), to: Self.second)
        try repository.commit("Declare 2.0.0 without a plan")
    }

    /// Declares version 2.0.0, and a plan that migrates to it.
    func addSecond(_ members: String, stage: String? = nil) throws {
        try folder.write(GoldenProject.version("NotesV2", "2, 0, 0", members), to: Self.second)
        try addStage(stage)
    }

    func addStage(_ stage: String? = nil) throws {
        let lightweight = ".lightweight(fromVersion: NotesV1.self, toVersion: NotesV2.self)"
        try folder.write(
            GoldenProject.plan("NotesPlan", ["NotesV1", "NotesV2"], stages: stage ?? lightweight), to: Self.plan)
    }

    func freeze() throws {
        let result = try Tool.run(
            ["freeze", "--all", "--quiet"], in: folder.url, environment: ["SOURCE_DATE_EPOCH": "1767225600"],
            cache: cache)
        #expect(result.status == 0, "\(result)")
    }

    /// Checks out a new branch with the edits.
    func make(_ branch: Branch) throws {
        try repository.git("checkout", "--quiet", "-B", branch.name, branch.base)
        try branch.edit(self)
        try repository.commit(branch.name)
    }

    /// Runs `permafrost review` on the checked-out branch.
    func review(_ arguments: String...) throws -> CommandResult {
        try Tool.run(["review"] + arguments, in: folder.url, cache: cache)
    }

    /// Returns a text without the base's hash, which depends on the release of SQLite that wrote the fixtures.
    func stable(_ text: String, base: String) throws -> String {
        let commit = try repository.git("rev-parse", base)
        return text.replacing(commit.prefix(10), with: "0123456789")
    }
}

extension ReviewRepository {
    static let branches: [Branch] = [
        Branch(name: "additive") { try $0.addSecond(members + "\nvar stars: Int = 0\nvar isPinned: Bool?") },
        Branch(name: "retyped") { try $0.addSecond("var title: Int = 0\nvar body: String?") },
        Branch(name: "renamed") {
            try $0.addSecond("var title: String = \"\"\n@Attribute(originalName: \"body\") var text: String?")
        },
        Branch(name: "renamed-without-original-name") {
            try $0.addSecond("var title: String = \"\"\nvar text: String?")
        },
        Branch(name: "dropped-property") { try $0.addSecond("var title: String = \"\"") },
        Branch(name: "declared-loss") { repository in
            try repository.addSecond("var title: String = \"\"")
            try repository.folder.write(
                """
                import Permafrost
                import SwiftData

                enum NotesPlan: DeclaredMigrationPlan {
                    static let plan = MigrationPlan(schemas: [NotesV1.self, NotesV2.self]) {
                        Stage(from: NotesV1.self, to: NotesV2.self) {
                            Drop(\\NotesV1.Note.body, because: "nobody read it")
                        }
                    }
                }

                """, to: plan)
        },
        Branch(name: "required-without-default") { try $0.addSecond(members + "\nvar slug: String") },
        Branch(name: "new-entity") { repository in
            try repository.addSecond(members)
            try repository.folder.edit(second, "[Note.self]", "[Note.self, Tag.self]")
            try repository.folder.edit(
                second, "    @Model final class Note {",
                "    @Model final class Tag {\n        var name: String?\n        init() {}\n    }\n\n"
                    + "    @Model final class Note {")
        },
        Branch(name: "custom-stage") { repository in
            try repository.addSecond(
                "var title: String = \"\"",
                stage: """
                    .custom(
                        fromVersion: NotesV1.self, toVersion: NotesV2.self,
                        willMigrate: { context in
                            for note in try context.fetch(FetchDescriptor<NotesV1.Note>()) {
                                note.title += note.body ?? ""
                            }
                            try context.save()
                        }, didMigrate: nil)
                    """)
        },
        Branch(name: "drifted") { try $0.folder.edit(first, "var title: String = \"\"", "var title: String?") },
        Branch(name: "newly-frozen", base: "next") { try $0.freeze() },
        Branch(name: "edited-before-it-ships", base: "next") {
            try $0.folder.edit(second, "var stars: Int = 0", "var stars: Int = 0\n        var mood: String?")
        },
        Branch(name: "new-plan", base: "planless") { try $0.addStage() },
        Branch(name: "removed-version") { repository in
            try FileManager.default.removeItem(atPath: repository.folder.path(first))
            try repository.folder.edit(plan, "NotesV1.self", "")
        },
        Branch(name: "retired-version", base: "next") { repository in
            try FileManager.default.removeItem(atPath: repository.folder.path(first))
            let hash = "49915e05f5e06d3d5b9cd4ee92f05ed9dcb2f01018aa15c8c43cf2d70f55df5d"
            try repository.folder.write(
                "import Permafrost\nimport SwiftData\n"
                    + GoldenProject.plan("NotesPlan", "NotesV2", retired: "Retired(\"1.0.0\", hashes: [\"\(hash)\"])"),
                to: plan)
            try repository.folder.edit(
                "Tests/AppTests/NotesTests.swift", "assertNoDrift(of: NotesV1.self, frozenAs: \"1.0.0\")", "")
        },
        Branch(name: "nothing") { try $0.folder.write("let unrelated = 1\n", to: "Sources/App/Other.swift") },
    ]
}
