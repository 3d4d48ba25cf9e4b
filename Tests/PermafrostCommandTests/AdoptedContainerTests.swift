import Foundation
import PermafrostTestSupport
import Testing

/// The container of an adopted app: `adopt` edits its models and its plan, and keeps its configuration.
@Suite struct AdoptedContainerTests {
    private static let file = "App/App.swift"

    /// Ships two shapes of an app's models, which are in a file of their own.
    private static func journal(_ app: String) throws -> ScratchFolder {
        let folder = try ScratchFolder()
        let repository = TaggedRepository(folder)
        func entry(_ properties: String) -> String {
            """
            import Foundation
            import SwiftData

            @Model final class Entry {
                var title: String = ""\(properties)
                init() {}
            }

            """
        }
        try folder.write(app, to: file)
        try folder.write(entry(""), to: "App/Entry.swift")
        try repository.ship("v1.0")
        try folder.write(entry("\n    var date: Date?"), to: "App/Entry.swift")
        try repository.ship("v1.1")
        return folder
    }

    private static func text(_ folder: ScratchFolder) throws -> String {
        try String(contentsOf: folder.url.appending(path: file), encoding: .utf8)
    }

    /// An app's file before and after `adopt`.
    struct App: Sendable, CustomTestStringConvertible {
        let name: String
        let code: String
        /// The texts that are replaced, with their replacements.
        let edits: [(String, String)]

        var testDescription: String { name }
    }

    static let edited = [
        App(
            name: "classes, a name and an app group",
            code: """
                import SwiftData

                func open() throws -> ModelContainer {
                    try ModelContainer(
                        for: Entry.self, configurations: ModelConfiguration("Journal", groupContainer: .identifier("group.x")))
                }

                """,
            edits: [
                (
                    "for: Entry.self, configurations",
                    "for: Schema(versionedSchema: AppSchemaV1.self), migrationPlan: AppMigrationPlan.self, configurations"
                )
            ]),
        App(
            name: "a schema that the configuration shares",
            code: """
                import Foundation
                import SwiftData

                enum Persistence {
                    static func open() throws -> ModelContainer {
                        let schema = Schema([
                            Entry.self,
                        ])
                        let url = URL(fileURLWithPath: "/data/journal.store")
                        let configuration = ModelConfiguration(schema: schema, url: url, cloudKitDatabase: .none)
                        return try ModelContainer(
                            for: schema,
                            configurations: [configuration]
                        )
                    }
                }

                """,
            edits: [
                ("Schema([\n            Entry.self,\n        ])", "Schema(versionedSchema: AppSchemaV1.self)"),
                ("for: schema,\n", "for: schema,\n            migrationPlan: AppMigrationPlan.self,\n"),
            ]),
        App(
            name: "a plan that is nil",
            code: """
                import SwiftData

                let container = try? ModelContainer(for: Schema([Entry.self]), migrationPlan: nil)

                """,
            edits: [
                ("Schema([Entry.self])", "Schema(versionedSchema: AppSchemaV1.self)"),
                ("migrationPlan: nil", "migrationPlan: AppMigrationPlan.self"),
            ]),
        App(
            name: "SwiftUI's modifier",
            code: """
                import SwiftData
                import SwiftUI

                @main struct JournalApp: App {
                    var body: some Scene {
                        WindowGroup { Text("") }.modelContainer(for: [Entry.self])
                    }
                }

                """,
            edits: [
                (
                    "App {\n",
                    """
                    App {
                        private static let container: ModelContainer = {
                            do {
                                return try ModelContainer(
                                    for: Schema(versionedSchema: AppSchemaV1.self), migrationPlan: AppMigrationPlan.self)
                            } catch {
                                fatalError("The store can't be opened: \\(error)")
                            }
                        }()


                    """
                ), (".modelContainer(for: [Entry.self])", ".modelContainer(Self.container)"),
            ]),
    ]

    /// A preview's container isn't edited. The edited file compiles, and `--undo` restores it.
    @Test(arguments: edited) func isEdited(_ app: App) throws {
        let folder = try Self.journal(app.code)
        let result = try Tool.run("adopt", in: folder)
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains("edited   App/App.swift   opens the store with the plan"), "\(result)")
        let text = try Self.text(folder)
        #expect(text == app.edits.reduce(app.code) { $0.replacing($1.0, with: $1.1) })
        #if os(Linux)
            var paths = try FileManager.default.contentsOfDirectory(atPath: folder.path("App")).sorted()
                .map { folder.path("App/" + $0) }
            if text.contains("import SwiftUI") {
                let app = text.replacing("import SwiftUI\n", with: "").replacing("@main ", with: "")
                try folder.write(app, to: "Check/App.swift")
                let standIn = URL(filePath: #filePath).deletingLastPathComponent()
                    .appending(path: "../../AppleCheck/StandIns/SwiftUI/SwiftUI.swift").standardized
                paths = [folder.path("Check/App.swift"), standIn.path] + paths.filter { $0 != folder.path(Self.file) }
            }
            let output = try TypeCheck(paths, in: folder.url).output
            #expect(output.isEmpty, "\(output)")
            try? FileManager.default.removeItem(atPath: folder.path("Check"))
        #endif
        // The plan isn't declared again.
        let again = try Tool.run("adopt", in: folder)
        #expect(again.status == 0 && again.output.contains("all declared"), "\(again)")
        #expect(try Self.text(folder) == text)
        #expect(try Tool.run("check", "--base", "v1.1", in: folder).output == "passed: 2 versions unchanged\n")
        #expect(try Tool.run("adopt", "--undo", in: folder).status == 0)
        #expect(try Self.text(folder) == app.code)
    }

    /// A container that isn't edited, the lines of the printed diff, and the sentence about what the diff lacks.
    static let suggested: [(code: String, lines: [String], sentence: String?)] = [
        (
            """
            import SwiftData
            func open(_ schema: Schema, _ configuration: ModelConfiguration) throws -> ModelContainer {
                try ModelContainer(for: schema, configurations: configuration)
            }
            let container = try? open(Schema([Entry.self]), ModelConfiguration("Journal"))

            """,
            [
                "+    try ModelContainer(for: schema, migrationPlan: AppMigrationPlan.self, configurations: configuration)"
            ],
            "App/App.swift:3: also make its schema with Schema(versionedSchema: AppSchemaV1.self)"
        ),
        (
            """
            import SwiftData
            func app() throws -> ModelContainer { try ModelContainer(for: Entry.self) }
            func widget() throws -> ModelContainer { try ModelContainer(for: Entry.self) }

            """,
            [
                "+func app() throws -> ModelContainer { try ModelContainer(for: Schema(versionedSchema: AppSchemaV1.self), "
                    + "migrationPlan: AppMigrationPlan.self) }",
                "+func widget() throws -> ModelContainer { try ModelContainer(for: Schema(versionedSchema: "
                    + "AppSchemaV1.self), migrationPlan: AppMigrationPlan.self) }",
            ], nil
        ),
        (
            """
            import SwiftData
            import SwiftUI
            struct Scenes: Scene {
                var body: some Scene {
                    WindowGroup { Text("") }.modelContainer(for: Entry.self, isUndoEnabled: true)
                }
            }

            """,
            ["+        WindowGroup { Text(\"\") }.modelContainer(Self.container)"],
            "App/App.swift:5: .modelContainer(_:) doesn't accept isUndoEnabled:"
        ),
        (
            """
            import SwiftData
            import SwiftUI
            struct Scenes: Scene {
                var body: some Scene {
                    WindowGroup { Text("") }.modelContainer(for: Entry.self) { result in }
                }
            }

            """, [], "App/App.swift:5: .modelContainer(_:) doesn't accept onSetup:"
        ),
        (
            """
            import SwiftData
            import SwiftUI
            func scenes() {
                struct Scenes: Scene {
                    var body: some Scene { WindowGroup { Text("") }.modelContainer(for: Entry.self) }
                }
            }

            """, [],
            "App/App.swift:5: make the container with ModelContainer(for: Schema(versionedSchema: AppSchemaV1.self), "
        ),
        (
            """
            import SwiftData
            import SwiftUI
            extension View {
                func stored() -> some View { modelContainer(for: Entry.self) }
            }

            """, [],
            "App/App.swift:4: make the container with ModelContainer(for: Schema(versionedSchema: AppSchemaV1.self), "
        ),
    ]

    @Test(arguments: suggested.indices) func isSuggested(_ index: Int) throws {
        let (code, lines, sentence) = Self.suggested[index]
        let folder = try Self.journal(code)
        let result = try Tool.run("adopt", in: folder)
        #expect(result.status == 0, "\(result)")
        #expect(try Self.text(folder) == code)
        #expect(result.output.contains("Make these edits by hand, and keep each configuration"), "\(result)")
        let printed = result.output.split(separator: "\n").map(String.init)
        #expect(lines.allSatisfy(printed.contains), "\(result)")
        if let sentence { #expect(result.output.contains(sentence), "\(result)") }
        let check = try Tool.run("check", "--base", "v1.1", in: folder)
        #expect(check.output == "passed: 2 versions unchanged\n", "\(check)")
        let again = try Tool.run("adopt", in: folder)
        #expect(again.status == 0 && again.output.contains("all declared"), "\(again)")
    }

    /// The name of the container's constant is one that the type and its extensions don't have.
    @Test func aTakenNameIsNotDeclaredAgain() throws {
        let folder = try Self.journal(Self.edited[3].code + "extension JournalApp { static func container() {} }\n")
        #expect(try Tool.run("adopt", in: folder).status == 0)
        #expect(try Self.text(folder).contains("private static let migratedContainer: ModelContainer = {"))
    }

    /// The models of the other app aren't declared as versions yet.
    @Test func theFirstOfTwoAppsIsAdopted() throws {
        let folder = try Self.journal(Self.edited[0].code)
        try folder.write(
            """
            import SwiftData

            @Model final class Book {
                var title: String = ""
                init() {}
            }

            func openBooks() throws -> ModelContainer {
                try ModelContainer(for: Book.self, configurations: ModelConfiguration("Books"))
            }

            """, to: "App/Books.swift")
        try TaggedRepository(folder).ship("v1.2")
        let adopted = try Tool.run("adopt", "--plan", "Journal", in: folder)
        #expect(adopted.status == 0, "\(adopted)")
        let check = try Tool.run("check", "--base", "v1.2", in: folder)
        #expect(check.status == 0 && !check.output.contains("PF0104"), "\(check)")
    }

    /// A plan with only some of a container's models doesn't describe the container's store.
    @Test(arguments: [[], ["--dry-run"]]) func aContainerWithMoreModelsIsNamed(_ options: [String]) throws {
        let folder = try Self.journal(Self.edited[0].code.replacing("Entry.self", with: "Entry.self, Tag.self"))
        try folder.write("import SwiftData\n@Model final class Tag { init() {} }\n", to: "App/Tag.swift")
        try TaggedRepository(folder).ship("v1.2")
        let result = try Tool.run(["adopt", "--models", "Entry"] + options, in: folder.url, cache: folder)
        #expect(result.status == 2 && result.errors.contains("Pass --models Entry,Tag"), "\(result)")
    }

    /// A list of some models, which other code may also use, gets no plan that describes all models.
    @Test func aContainerWithSomeModelsGetsNoPlanForItsList() throws {
        let folder = try Self.journal(
            """
            import SwiftData

            enum Lists {
                static let all = Schema([Entry.self, Tag.self])
                static let few = Schema([Tag.self])
            }
            func open() throws -> [ModelContainer] {
                [try ModelContainer(for: Lists.all), try ModelContainer(for: Lists.few)]
            }
            @Model final class Tag { init() {} }

            """)
        let result = try Tool.run("adopt", in: folder)
        #expect(result.status == 0 && result.output.contains("for: Lists.all, migrationPlan:"), "\(result)")
        #expect(!result.output.contains("for: Lists.few, migrationPlan:"), "\(result)")
        #expect(result.output.contains("App/App.swift:8: make the container with ModelContainer("), "\(result)")
    }

    @Test func aReadOnlyFileIsNotEdited() throws {
        let folder = try Self.journal(Self.edited[0].code)
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: folder.path(Self.file))
        let result = try Tool.run("adopt", in: folder)
        #expect(result.status == 0 && result.output.contains("Make these edits by hand"), "\(result)")
        #expect(try Self.text(folder) == Self.edited[0].code)
    }
}
