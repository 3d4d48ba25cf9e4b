import Foundation
import PermafrostTestSupport

/// The fixes of `check` for damaged and misplaced fixtures.
extension FollowedFix {
    static let ofFixtures: [FollowedFix] = damaged + misplaced

    /// The folder of the fixture of 1.0.0.
    static let fixture = "Fixtures/1.0.0"

    /// Freezes the only version.
    @Sendable static func freezeFirst(_ folder: ScratchFolder) throws {
        try folder.write(first, to: file)
        try run("freeze", "--all", in: folder)
    }

    /// Freezes both versions and commits everything.
    @Sendable static func commitBoth(_ folder: ScratchFolder) throws {
        try folder.write(first + second + plan(1, 2), to: file)
        try run("freeze", "--all", in: folder)
        try commit(folder)
    }

    /// Commits everything. Creates the repository, with the branch `main`, if there is none.
    @Sendable static func commit(_ folder: ScratchFolder) throws {
        let repository = TaggedRepository(folder)
        if !FileManager.default.fileExists(atPath: folder.path(".git")) {
            try repository.git("init", "--quiet", "--initial-branch", "main")
            try folder.write(".cache\n", to: ".git/info/exclude")
        }
        try repository.git("add", "--all")
        try repository.git("commit", "--quiet", "--no-gpg-sign", "--allow-empty", "--message", "all")
    }

    /// Removes an item of the project.
    @Sendable static func remove(_ path: String, _ folder: ScratchFolder) throws {
        try FileManager.default.removeItem(atPath: folder.path(path))
    }

    /// Moves an item of the project.
    static func move(_ path: String, _ other: String, _ folder: ScratchFolder) throws {
        try FileManager.default.moveItem(atPath: folder.path(path), toPath: folder.path(other))
    }

    // MARK: Damage

    private static let damaged = [
        FollowedFix("PF0108", "a missing file outside git", [.command("permafrost freeze")]) {
            try freezeFirst($0)
            try remove("\(fixture)/schema-1_0_0.sql", $0)
        },
        FollowedFix("PF0108", "a missing file of models without a version", [.command("permafrost freeze")]) {
            try $0.write(
                "import SwiftData\n@Model final class Note { var text: String?; init() {} }\n"
                    + "func open() throws -> ModelContainer { try ModelContainer(for: Note.self) }\n", to: file)
            try run("freeze", "1.0.0", "--models", "Note", in: $0)
            try remove("\(fixture)/schema-1_0_0.sql", $0)
        },
        FollowedFix("PF0108", "a missing file of one of two plans", [.command("permafrost freeze")]) {
            try $0.write(first + plan(1) + secondPlan, to: file)
            try run("freeze", "--all", in: $0)
            try remove("Fixtures/NotesPlan/1.0.0/schema-1_0_0.sql", $0)
        },
        FollowedFix("PF0108", "a folder that isn't a fixture", [.command("rm -r")]) {
            try freezeFirst($0)
            try $0.write("notes", to: "Fixtures/9.0.0/export_metadata.txt")
        },
        FollowedFix("PF0108", "a log next to the store", [.command("rm ")]) {
            try freezeFirst($0)
            try $0.write("log", to: "\(fixture)/App-1_0_0.sqlite-wal")
        },
        FollowedFix("PF0108", "a link instead of a file", [.command("git checkout")]) {
            try freezeFirst($0)
            try commit($0)
            try move("\(fixture)/schema-1_0_0.sql", "schema.sql", $0)
            try FileManager.default.createSymbolicLink(
                atPath: $0.path("\(fixture)/schema-1_0_0.sql"), withDestinationPath: "../../schema.sql")
        },
        FollowedFix("PF0108", "a folder instead of a file", [.command("rm -r")]) {
            try freezeFirst($0)
            try commit($0)
            try remove("\(fixture)/schema-1_0_0.sql", $0)
            try $0.write("", to: "\(fixture)/schema-1_0_0.sql/empty")
        },
        FollowedFix("PF0108", "a folder with another version's name", [.command("mv ")]) {
            try freezeFirst($0)
            try move(fixture, "Fixtures/0.9.0", $0)
        },
        FollowedFix(
            "PF0108", "a copy of a folder",
            [.edit("remove the wrong folder") { try remove("Fixtures/0.9.0", $0) }]
        ) {
            try freezeFirst($0)
            try FileManager.default.copyItem(atPath: $0.path(fixture), toPath: $0.path("Fixtures/0.9.0"))
        },
        FollowedFix(
            "PF0108", "a store that git ignores",
            [.command("permafrost freeze"), .command("git add --force"), .edit("and commit", commit)]
        ) {
            try freezeFirst($0)
            try $0.write("*.sqlite\n", to: ".gitignore")
            try commit($0)
            try remove("\(fixture)/App-1_0_0.sqlite", $0)
        },
        FollowedFix(
            "PF0108", "a file that git converted",
            [
                .command("permafrost init"),
                .edit("commit .gitattributes") {
                    try TaggedRepository($0).git("add", ".gitattributes")
                    try TaggedRepository($0).git("commit", "--quiet", "--no-gpg-sign", "--message", "attributes")
                }, .command("rm -r"),
            ]
        ) {
            try freezeFirst($0)
            try commit($0)
            try TaggedRepository($0).git("config", "core.autocrlf", "true")
            try remove(fixture, $0)
            try TaggedRepository($0).git("checkout", "--", fixture)
        },
        FollowedFix("PF0117", "a fixture outside the sparse checkout", [.command("git sparse-checkout")]) {
            try commitBoth($0)
            try TaggedRepository($0).git("tag", "v1.0")
            try TaggedRepository($0).git("sparse-checkout", "set", "--cone", "Sources", "Fixtures/2.0.0")
        },
    ]

    /// A second plan with a version of the same number.
    static let secondPlan = """
        enum PagesV1: VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] { [Page.self] }
            @Model final class Page { var text: String?; init() {} }
        }
        enum PagesPlan: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { [PagesV1.self] }
            static var stages: [MigrationStage] { [] }
        }

        """

    // MARK: Folders

    private static let misplaced = [
        FollowedFix(
            "PF0109", "a link to a folder",
            [
                .edit("Replace the link with the file or folder that it points to") {
                    try remove(fixture, $0)
                    try move("elsewhere", fixture, $0)
                }
            ]
        ) {
            try freezeFirst($0)
            try move(fixture, "elsewhere", $0)
            try FileManager.default.createSymbolicLink(atPath: $0.path(fixture), withDestinationPath: "../elsewhere")
        },
        FollowedFix(
            "PF0109", "a folder with an unusable name",
            [.edit("Give the folder the name of a version") { try move("Fixtures/-1.0.0", fixture, $0) }]
        ) {
            try freezeFirst($0)
            try move(fixture, "Fixtures/-1.0.0", $0)
        },
        FollowedFix("PF0110", "a fixture of either of two plans", [.command("mkdir -p")]) {
            try freezeFirst($0)
            let renamed = (first + plan(1)).replacing("Notes", with: "Memos")
            try $0.write(renamed + renamed.replacing("Memos", with: "Pages"), to: file)
        },
        FollowedFix(
            "PF0111", "a name that isn't a folder's",
            [
                .edit(
                    "Set the frozen version's name with @FreezeSchema(version:) from PermafrostMacros, without `/`, `..`",
                    edit("\"../up\"", "\"2.0.0\""))
            ]
        ) {
            try freezeFirst($0)
            let named = second.replacing("enum", with: "@FreezeSchema(version: \"../up\")\nenum")
            try $0.write("import PermafrostMacros\n" + first + named + plan(1, 2), to: file)
        },
    ]
}
