import Foundation
import PermafrostTestSupport
import Testing

/// The shapes of an app without versions, before and after `adopt`: their numbers, and the findings about them.
@Suite struct AdoptedHistoryTests {
    /// Ships a song's shapes, each with one more property. The app opens the first ones in the `Band` store, and the
    /// others in the `Songbook` store.
    private static func songs(_ count: Int, renamedAt renamed: Int) throws -> ScratchFolder {
        let folder = try ScratchFolder()
        let repository = TaggedRepository(folder)
        for number in 1...count {
            let properties = (1..<number).map { "    var part\($0): Int?\n" }.joined()
            let store = number < renamed ? "Band" : "Songbook"
            try folder.write(
                """
                import SwiftData

                @Model final class Song {
                    var title: String = ""
                \(properties)    init() {}
                }

                func songs() throws -> ModelContainer {
                    try ModelContainer(for: Song.self, configurations: ModelConfiguration("\(store)"))
                }

                """, to: "App/Songs.swift")
            try repository.ship("\(number).0")
        }
        return folder
    }

    private static func versions(_ result: CommandResult) throws -> [String] {
        try #require(Report(result).json["shapes"] as? [[String: Any]]).map { shape in
            "\(shape["version"] ?? "?") \((shape["tags"] as? [String] ?? []).joined(separator: ","))"
        }
    }

    @Test func historyNumbersShapesAsAdoptDoes() throws {
        let folder = try Self.songs(4, renamedAt: 3)
        let numbers = ["0.1.0 1.0", "0.2.0 2.0", "0.3.0 3.0", "1.0.0 4.0"]
        let history = try Tool.run("history", "--format", "json", in: folder)
        #expect(try Self.versions(history) == numbers)
        // A shape of another store's name can't be frozen by itself.
        let fixes = try Report(history).findings.compactMap { $0["fix"] as? String }
        let adopting = "Run permafrost adopt to freeze and declare every schema that shipped"
        #expect(
            fixes == [
                adopting, adopting,
                adopting + ", or freeze each of them, this one with: permafrost freeze 0.3.0 --at 3.0",
            ])
        #expect(try Tool.run("freeze", "0.3.0", "--at", "3.0", in: folder).status == 0)
        let adopt = try Tool.run("adopt", "--format", "json", in: folder)
        #expect(adopt.status == 0, "\(adopt)")
        #expect(try Self.versions(adopt) == numbers)
        #expect(try Tool.run("check", in: folder).output == "passed: 4 versions unchanged\n")
        let after = try Tool.run("history", in: folder)
        #expect(after.status == 0 && after.output.contains("4 tags, 4 shipped schemas, all declared"), "\(after)")
        #expect(after.output.contains("0.1.0  Band  "), "\(after)")
    }

    /// A tag such as `nightly` isn't a release, and neither is one that the settings exclude.
    @Test(arguments: [
        (nil, ["0.1.0 1.0", "1.0.0 3.0"]),
        (#"{ "releaseTags": ["3.*"] }"#, ["1.0.0 3.0"]),
        (#"{ "releaseTags": ["*"] }"#, ["0.1.0 1.0", "0.2.0 nightly", "1.0.0 3.0"]),
    ])
    func onlyReleaseTagsCount(_ settings: String?, _ expected: [String]) throws {
        let folder = try Self.songs(3, renamedAt: 9)
        let repository = TaggedRepository(folder)
        try repository.git("tag", "--no-sign", "nightly", "2.0")
        try repository.git("tag", "--delete", "2.0")
        if let settings { try folder.write(settings, to: "Fixtures/settings.json") }
        #expect(try Self.versions(Tool.run("history", "--format", "json", in: folder)) == expected)
        #expect(try Self.versions(Tool.run("adopt", "--dry-run", "--format", "json", in: folder)) == expected)
    }

    /// With more shapes than the limit, `adopt` only freezes, and `check` passes.
    @Test func shapesOfARenamedStoreAreFrozenTogether() throws {
        let folder = try Self.songs(7, renamedAt: 5)
        #expect(try Tool.run("adopt", in: folder).status == 1)
        let check = try Tool.run("check", in: folder)
        #expect(check.status == 0 && !check.output.contains("PF0104"), "\(check)")
        let some = try Tool.run("adopt", "--since", "5.0", "--format", "json", in: folder)
        #expect(try Self.versions(some).last == "1.0.0 7.0")
        #expect(try Self.versions(some).first == "0.1.0 1.0")
    }

    @Test func eachOfTwoStoresIsAdopted() throws {
        let folder = try ScratchFolder()
        let repository = TaggedRepository(folder)
        func ship(_ tag: String, _ properties: String) throws {
            try folder.write(
                """
                import SwiftData

                @Model final class Plank { var width: Double = 0; \(properties) init() {} }
                @Model final class Guest { var name: String = ""; \(properties) init() {} }

                func shelf() throws -> ModelContainer {
                    try ModelContainer(for: Plank.self, configurations: ModelConfiguration("Shelf"))
                }
                func guests() throws -> ModelContainer {
                    try ModelContainer(for: Guest.self, configurations: ModelConfiguration("Guests"))
                }

                """, to: "App/Stores.swift")
            try repository.ship(tag)
        }
        try ship("v1", "")
        try ship("v2", "var note: String?;")
        let history = try Tool.run("history", in: folder)
        let command = "permafrost adopt --schema Guests"
        #expect(
            history.output.contains("\(command) to freeze")
                && history.output.contains("freeze 0.1.0 --at v1 --schema Shelf"), "\(history)")
        let shelf = try Tool.run("adopt", "--schema", "Shelf", in: folder)
        #expect(shelf.status == 0 && shelf.output.contains("wrote    App/ShelfMigrationPlan.swift"), "\(shelf)")
        #expect(try Tool.run("check", in: folder).status == 0)
        let text = try String(contentsOf: folder.url.appending(path: "App/Stores.swift"), encoding: .utf8)
        #expect(
            text.contains(
                "for: Schema(versionedSchema: ShelfSchemaV1.self), migrationPlan: ShelfMigrationPlan.self, configurations"
            )
        )
        // The other store's advice can be followed after that.
        let rest = try Tool.run("history", in: folder)
        #expect(rest.output.contains("Guests 0.1.0 as shipped in v1 matches no declared version"), "\(rest)")
        #expect(rest.output.contains("fix: Run permafrost adopt --models Guest to freeze"), "\(rest)")
        let guests = try Tool.run("adopt", "--models", "Guest", in: folder)
        #expect(guests.status == 0 && guests.output.contains("wrote    App/AppMigrationPlan.swift"), "\(guests)")
        #expect(try Tool.run("check", in: folder).output == "passed: 4 versions unchanged\n")
    }

    /// A widget's container lists a part of the app's models.
    @Test func aContainerWithFewerModelsIsOfTheSameStore() throws {
        let folder = try ScratchFolder()
        let repository = TaggedRepository(folder)
        func container(_ models: String) -> String {
            "import SwiftData\nfunc open() throws -> ModelContainer {\n    try ModelContainer(for: \(models), "
                + "configurations: ModelConfiguration(\"Shop\", groupContainer: .identifier(\"group.x\")))\n}\n"
        }
        for (tag, properties) in [("v1", ""), ("v2", "var note: String?;")] {
            try folder.write(
                "import SwiftData\n@Model final class Item { var name: String = \"\"; \(properties) init() {} }\n"
                    + "@Model final class Visit { var count: Int = 0; init() {} }\n", to: "Shared/Models.swift")
            try folder.write(container("Item.self, Visit.self"), to: "App/Open.swift")
            try folder.write(container("Item.self"), to: "Widget/Open.swift")
            try repository.ship(tag)
        }
        let adopt = try Tool.run("adopt", in: folder)
        #expect(adopt.status == 0 && adopt.output.contains("froze    0.1.0, 1.0.0"), "\(adopt)")
        #expect(adopt.output.contains("--- a/Widget/Open.swift"), "\(adopt)")
        #expect(try Tool.run("check", "--base", "v2", in: folder).output == "passed: 2 versions unchanged\n")
    }

    /// A property that the shipped app already deletes is explained where it was, and isn't a finding.
    @Test(arguments: ["email", "mail"]) func shippedLossesAreHistory(_ name: String) throws {
        let folder = try ScratchFolder()
        let repository = TaggedRepository(folder)
        func ship(_ tag: String, _ property: String) throws {
            try folder.write(
                """
                import SwiftData

                @Model final class Person {
                    var name: String = ""
                    \(property)
                    init() {}
                }

                func people() throws -> ModelContainer { try ModelContainer(for: Person.self) }

                """, to: "App/Person.swift")
            try repository.ship(tag)
        }
        try ship("v1", "var email: String?")
        // A property of the same type may be a rename.
        try ship("v2", name == "mail" ? "var mail: String?" : "var age: Int?")
        let live = try Tool.run("lint", in: folder)
        #expect(live.status == 0, "\(live)")
        let adopt = try Tool.run("adopt", in: folder)
        #expect(adopt.status == 0 && !adopt.output.contains("warning"), "\(adopt)")
        let lint = try Tool.run("lint", in: folder)
        #expect(lint.output == "passed: 2 versions, 1 finding ignored by comments\n", "\(lint)")
        let file = name == "mail" ? "App/Person.swift" : "App/AppSchemaV0p1.swift"
        let text = try String(contentsOf: folder.url.appending(path: file), encoding: .utf8)
        #expect(text.contains("because v2 already shipped this migration\n"), "\(text)")
        let check = try Tool.run("check", "--base", "v2", in: folder)
        #expect(check.output == "passed: 2 versions unchanged\n", "\(check)")
        let review = try Tool.run("review", "--base", "v2", in: folder)
        #expect(review.output.contains("Models is now declared as AppSchemaV1"), "\(review)")
        for text in ["loses data", "no longer declared", "PF0104"] {
            #expect(!review.output.contains(text), "\(review)")
        }
        #expect(try Tool.run("adopt", "--undo", in: folder).status == 0)
        // Without the comment, the finding is true before a container uses the plan.
        #expect(try Tool.run("adopt", in: folder).status == 0)
        try folder.edit(file, "// permafrost:ignore", "//")
        try folder.edit(
            "App/Person.swift", "Schema(versionedSchema: AppSchemaV1.self), migrationPlan: AppMigrationPlan.self",
            "Person.self")
        let warned = try Tool.run("lint", in: folder)
        #expect(warned.output.contains("affects: users with a 0.1.0 store"), "\(warned)")
        #expect(!warned.output.contains("no users until"), "\(warned)")
    }
}
