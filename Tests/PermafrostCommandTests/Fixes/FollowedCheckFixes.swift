import Foundation
import PermafrostTestSupport

extension FollowedFix {
    /// The fixes of `check` and `history`.
    static let ofCheck: [FollowedFix] =
        drift + lost + sources + [
            FollowedFix(
                "PF0104", "a version that is no longer declared",
                [.edit("Restore the declaration", write(first + second + plan(1, 2)))]
            ) {
                try $0.write(first + second + plan(1, 2), to: file)
                try run("freeze", "--all", in: $0)
                try $0.write(second + plan(2), to: file)
            },
            FollowedFix(
                "PF0104", "a version that its plan no longer lists",
                [.edit("Add NotesV1 to NotesPlan again, with its stages", write(first + second + plan(1, 2)))]
            ) {
                try $0.write(first + second + plan(1, 2), to: file)
                try run("freeze", "--all", in: $0)
                try $0.write(first + second + plan(2), to: file)
            },
            FollowedFix(
                "PF0105", "a version before it ships", by: ["check", "--require-frozen"],
                [.command("permafrost freeze")]
            ) {
                try $0.write(first + second + plan(1, 2), to: file)
                try run("freeze", "1.0.0", in: $0)
            },
            FollowedFix(
                "PF0107", "a changed version identifier",
                [.edit("Restore the version identifier 1.0.0", edit("1, 1, 0", "1, 0, 0"))]
            ) {
                try $0.write(first, to: file)
                try run("freeze", "--all", in: $0)
                try $0.edit(file, "1, 0, 0", "1, 1, 0")
            },
            FollowedFix("PF0107", "two unreleased versions that became one", [.command("rm -r")]) {
                try $0.write(first + second + plan(1, 2), to: file)
                try run("freeze", "--all", in: $0)
                try $0.write(
                    version(1, "var title: String = \"\"\nvar stars: Int = 0\nvar text: String?") + plan(1), to: file)
            },
            FollowedFix(
                "PF0113", "models that shipped before the first version", by: ["history"],
                [
                    .edit(
                        "Declare the models at v1.0 as a version that precedes the declared versions, add this version to the migration plan",
                        { folder in
                            let old =
                                "enum NotesV0: VersionedSchema {\n    static let versionIdentifier = Schema.Version(0, 1, 0)\n"
                                + "    static var models: [any PersistentModel.Type] { [NoteV2.self] }\n"
                                + "    @Model final class NoteV2 { var title: String = \"\"; init() {} }\n}\n"
                            try folder.write(first + old + plan(0, 1), to: file)
                        }),
                    .command("permafrost freeze"),
                ]
            ) {
                try $0.write(
                    "import SwiftData\n@Model final class NoteV2 { var title: String = \"\"; init() {} }\n"
                        + "func open() throws -> ModelContainer { try ModelContainer(for: NoteV2.self) }\n", to: file)
                try TaggedRepository($0).ship("v1.0")
                try $0.write(first + plan(1), to: file)
            },
            FollowedFix("PF0113", "models without a version", by: ["history"], [.command("permafrost adopt")]) {
                let model = "import SwiftData\n@Model final class Note { var title: String = \"\"; init() {} }\n"
                let open = "func open() throws -> ModelContainer { try ModelContainer(for: Note.self) }\n"
                try $0.write(model + open, to: file)
                try TaggedRepository($0).ship("v1.0")
                try $0.write(model.replacing("var title", with: "var text: String?; var title") + open, to: file)
            },
        ]

    private static let drift = [
        FollowedFix("PF0101", "the newest version was edited after its release", [.command("permafrost new-version")]) {
            try $0.write(first + second + plan(1, 2), to: file)
            try run("freeze", "--all", in: $0)
            try release("v1.0", $0)
            try $0.edit(file, "var text: String?", "var text: String?\n        var more: String?")
        },
        FollowedFix(
            "PF0101", "an older version was edited",
            [.edit("Revert NotesV1", edit("var stars: Int = 0\n        var more: Int?", "var stars: Int = 0"))]
        ) {
            try $0.write(first + second + plan(1, 2), to: file)
            try run("freeze", "--all", in: $0)
            try $0.edit(file, "var stars: Int = 0", "var stars: Int = 0\n        var more: Int?")
        },
        FollowedFix("PF0101", "a version that never shipped was edited", [.command("permafrost freeze")]) {
            try $0.write(first, to: file)
            try run("freeze", "--all", in: $0)
            try $0.edit(file, "var stars: Int", "var stars: Int?")
        },
        FollowedFix("PF0102", "a default of a released version changed", [.command("permafrost new-version")]) {
            try $0.write(first, to: file)
            try run("freeze", "--all", in: $0)
            try release("v1.0", $0)
            try $0.edit(file, "var stars: Int = 0", "var stars: Int = 1")
        },
        FollowedFix(
            "PF0102", "an enum lost a case",
            [.edit("Revert NotesV1.Note.Kind", edit("case memo", "case memo\n            case list"))]
        ) {
            try $0.write(
                version(1, "enum Kind: String, Codable {\n    case memo\n    case list\n}\nvar kind: Kind = Kind.memo"),
                to: file)
            try run("freeze", "--all", in: $0)
            try $0.edit(file, "case memo\n            case list", "case memo")
        },
        FollowedFix("PF0102", "an enum gained a case, which should be known", [.command("permafrost freeze")]) {
            try $0.write(
                version(1, "enum Kind: String, Codable {\n    case memo\n}\nvar kind: Kind = Kind.memo"), to: file)
            try run("freeze", "--all", in: $0)
            try $0.edit(file, "case memo", "case memo\n            case list")
        },
        FollowedFix(
            "PF0102", "an enum of a released version gained a case, which should be known",
            [.command("permafrost freeze")]
        ) {
            try $0.write(
                version(1, "enum Kind: String, Codable {\n    case memo\n}\nvar kind: Kind = Kind.memo"), to: file)
            try run("freeze", "--all", in: $0)
            try release("v1.0", $0)
            try $0.edit(file, "case memo", "case memo\n            case list")
        },
        FollowedFix("PF0103", "an index that existing stores need", [.command("permafrost new-version")]) {
            try $0.write(first, to: file)
            try run("freeze", "--all", in: $0)
            try release("v1.0", $0)
            try $0.edit(file, "var title", "#Index<Note>([\\.stars])\n        var title")
        },
        FollowedFix("PF0103", "an index that only new stores need", [.command("permafrost freeze")]) {
            try $0.write(first, to: file)
            try run("freeze", "--all", in: $0)
            try $0.edit(file, "var title", "#Index<Note>([\\.stars])\n        var title")
        },
        FollowedFix(
            "PF0103", "an index that only new stores of a released version need", [.command("permafrost freeze")]
        ) {
            try $0.write(first, to: file)
            try run("freeze", "--all", in: $0)
            try release("v1.0", $0)
            try $0.edit(file, "var title", "#Index<Note>([\\.stars])\n        var title")
        },
    ]

    private static let lost = [
        FollowedFix("PF0108", "a damaged fixture in git", [.command("git checkout")]) {
            try $0.write(first, to: file)
            try run("freeze", "--all", in: $0)
            try release("v1.0", $0)
            try $0.write("", to: "Fixtures/1.0.0/schema-1_0_0.sql")
        },
        FollowedFix("PF0117", "a fixture of a release is missing", [.command("git checkout")]) {
            try $0.write(first, to: file)
            try run("freeze", "--all", in: $0)
            try release("v1.0", $0)
            try FileManager.default.removeItem(atPath: $0.path("Fixtures/1.0.0"))
        },
    ]

    private static let sources = [
        FollowedFix(
            "PF0120", "a version without an identifier",
            [.edit("Declare the version identifier with a number that no other version has", write(first))]
        ) {
            try $0.write(first, to: file)
            try run("freeze", "--all", in: $0)
            try $0.edit(file, "    static let versionIdentifier = Schema.Version(1, 0, 0)\n", "")
        },
        FollowedFix(
            "PF0112", "two versions with one number",
            [.edit("a different version identifier", edit("Version(1, 0, 0)", "Version(0, 9, 0)"))]
        ) {
            try $0.write(first + second + plan(1, 2), to: file)
            try run("freeze", "2.0.0", in: $0)
            try $0.write(
                first + version(3, "var title: String?", identifier: "1, 0, 0") + second + plan(1, 3, 2), to: file)
        },
    ]
}
