import Foundation
import PermafrostStore
import PermafrostTestSupport
import Testing

/// `permafrost drift`, `diff` and `store-diff` from start to end.
@Suite struct DriftAndDiffTests {
    private static func frozenPosts() throws -> ScratchFolder {
        let folder = try Tool.copy(of: "Posts")
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        return folder
    }

    private static func store(_ version: String) -> String {
        "Fixtures/\(version)/App-\(version.replacing(".", with: "_")).sqlite"
    }

    private static func failure(_ result: CommandResult, _ words: String...) {
        #expect(result.status == 2, "\(result)")
        for word in words { #expect(result.errors.contains(word), "\(result)") }
    }

    // MARK: drift

    @Test(arguments: ["1.0.0", "2.0.0", "3.0.0", "4.0.0"])
    func everyFrozenStoreIsIdentified(_ version: String) throws {
        let folder = try Self.frozenPosts()
        let text = try Tool.run("drift", Self.store(version), in: folder)
        #expect(text.status == 0, "\(text)")
        #expect(text.output.hasPrefix("known"))
        #expect(text.output.contains("PostsSchemaV\(version.prefix(1)) \(version)"))
        #expect(!text.output.contains("Beside them"), "\(text.output)")
        let json = try Report(Tool.run("drift", Self.store(version), "--format", "json", in: folder)).json
        #expect(json["isRecognised"] as? Bool == true)
        #expect((json["matches"] as? [[String: Any]])?.map { $0["origin"] as? String } == ["declared", "frozen"])
        #expect((json["candidates"] as? [Any])?.count == 6)
    }

    @Test func theReportedErrorIsTheOneThatTheCurrentPlanCauses() throws {
        let folder = try Tool.copy(of: "Users")
        let planPath = "Sources/Users/UsersMigrationPlan.swift"
        let plan = try String(contentsOf: folder.url.appending(path: planPath), encoding: .utf8)
        try FileManager.default.removeItem(atPath: folder.path(planPath))
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        let store = "Fixtures/1.0.0/App-1_0_0.sqlite"
        try folder.edit("Sources/Users/UsersSchemaV1.swift", "var name: String", "var nickname: String")
        let inferred = "or no error if Core Data infers a migration"
        let staged = "Cannot use staged migration with an unknown model version."
        for (hasPlan, code) in [
            (false, "none, or 134140: missing mapping model"), (true, "134504: unknown model version"),
        ] {
            if hasPlan { try folder.write(plan, to: planPath) }
            for format in ["text", "github"] {
                let result = try Tool.run("drift", store, "--format", format, in: folder)
                #expect(result.status == 1, "\(result)")
                #expect(result.output.contains(hasPlan ? staged : inferred), "\(result)")
                #expect(!result.output.contains(hasPlan ? inferred : staged), "\(result)")
            }
            let json = try Report(Tool.run("drift", store, "--format", "json", in: folder)).json
            #expect(json["symptom"] as? String == code)
        }
    }

    @Test func unreadableStoresAndSourcesAreReported() throws {
        let folder = try Self.frozenPosts()
        Self.failure(try Tool.run("drift", "nowhere.store", in: folder), "nowhere.store can't be read as a store")
        Self.failure(try Tool.run("drift", in: folder), "needs STORE")
        Self.failure(try Tool.run("drfit", "a", in: folder), "did you mean drift?")
        try folder.write("enum Broken: VersionedSchema {", to: "Sources/Posts/Broken.swift")
        let result = try Tool.run("drift", Self.store("1.0.0"), in: folder)
        #expect(result.status == 2, "\(result)")
        #expect(result.output.hasPrefix("known"))
        #expect(result.errors.contains("Broken.swift"))
        let empty = try ScratchFolder()
        Self.failure(
            try Tool.run(["drift", folder.path(Self.store("1.0.0"))], in: empty.url, cache: empty), "--project DIR")
    }

    // MARK: diff

    @Test func versionsFixturesAndStoresAreCompared() throws {
        let folder = try Self.frozenPosts()
        for old in ["1.0.0", "Fixtures/1.0.0", "Fixtures/1.0.0/", Self.store("1.0.0")] {
            for new in ["2.0.0", "Fixtures/2.0.0", Self.store("2.0.0")] {
                let json = try Report(Tool.run("diff", old, new, "--format", "json", in: folder)).json
                #expect(json["exitCode"] as? Int == 1, "\(json)")
                #expect(json["hasEqualHashes"] as? Bool == false)
                #expect((json["changes"] as? [Any])?.isEmpty == false)
                #expect(json["verdict"] is String)
            }
        }
        for (old, new) in [("1.0.0", "Fixtures/1.0.0"), ("1.0.0", Self.store("1.0.0")), (Self.store("2.0.0"), "2.0.0")]
        {
            let result = try Tool.run("diff", old, new, in: folder)
            #expect(result.status == 0, "\(result)")
            #expect(result.output.contains("no difference"))
        }
    }

    @Test func pathsNeedNoProject() throws {
        let folder = try Self.frozenPosts()
        let elsewhere = try ScratchFolder()
        let result = try Tool.run(
            ["diff", folder.path(Self.store("1.0.0")), folder.path("Fixtures/2.0.0")], in: elsewhere.url,
            cache: elsewhere)
        #expect(result.status == 1, "\(result)")
    }

    @Test func diffReportsEveryVerdict() throws {
        let folder = try ScratchFolder()
        try folder.write(
            """
            import SwiftData
            enum V1: VersionedSchema {
                static let versionIdentifier = Schema.Version(1, 0, 0)
                static let models: [any PersistentModel.Type] = [Item.self]
                @Model final class Item {
                    var title: String
                    var price: Int
                    var note: String?
                    var old: Bool
                    init() {}
                }
            }
            enum V2: VersionedSchema {
                static let versionIdentifier = Schema.Version(2, 0, 0)
                static let models: [any PersistentModel.Type] = [Item.self]
                @Model final class Item {
                    var heading: String = ""
                    var price: Double
                    var note: String
                    var more: Int?
                    init() {}
                }
            }
            """, to: "Sources/App/Schemas.swift")
        let text = try Tool.run("diff", "1.0.0", "2.0.0", in: folder)
        #expect(text.status == 1, "\(text)")
        for words in [
            "V1 1.0.0 → V2 2.0.0", "needs a custom stage\n  the type of Item.price changed from int64 to double",
            "134140", "needs a default\n  Item.note changed from optional to required", "134110",
            "loses data\n  Item.old was removed", "Item.title was removed", "lightweight\n  Item.heading was added",
            "Item.more was added", "Sources/App/Schemas.swift:17:13",
            "question: Item.title was removed, and heading of the same type was added", "originalName: \"title\"",
            "changes, different version hashes: needs a custom stage",
        ] { #expect(text.output.contains(words), "\(words) in \(text.output)") }
        let json = try Report(Tool.run("diff", "1.0.0", "2.0.0", "--format", "json", in: folder)).json
        #expect(json["verdict"] as? String == "needsCustomStage")
        let changes = (json["changes"] as? [[String: Any]] ?? []).map {
            "\($0["property"] as? String ?? "-"): \($0["verdict"] as? String ?? "?")"
        }
        #expect(
            Set(changes) == [
                "-: nothing", "heading: lightweight", "more: lightweight", "note: needsDefault", "old: losesData",
                "price: needsCustomStage", "title: losesData",
            ])
        let questions = json["questions"] as? [[String: Any]] ?? []
        #expect(questions.map { $0["oldName"] as? String } == ["title"])
    }

    @Test func invalidOperandsAreExplained() throws {
        let folder = try Self.frozenPosts()
        Self.failure(
            try Tool.run("diff", "1.0.0", "1.0.9", in: folder), "no version 1.0.9", "did you mean 1.0.0",
            "declared: 1.0.0, ", "frozen: 1.0.0, ")
        Self.failure(try Tool.run("diff", "1.0.0", in: folder), "needs OLD NEW")
        Self.failure(try Tool.run("diff", "Fixtures/9.0.0", "1.0.0", in: folder), "Fixtures/9.0.0")
        Self.failure(try Tool.run("diff", "Sources", "1.0.0", in: folder), "Sources isn't a fixture")
        Self.failure(
            try Tool.run("diff", "1.0.0", "Sources/Posts/PostsSchemaV1.swift", in: folder), "isn't a SQLite database")
    }

    @Test func aVersionThatIsOnlyFrozenIsFound() throws {
        let folder = try Self.frozenPosts()
        for name in ["PostsSchemaV1", "PostsMigrationPlan"] {
            try FileManager.default.removeItem(atPath: folder.path("Sources/Posts/\(name).swift"))
        }
        let result = try Tool.run("diff", "1.0.0", "2.0.0", in: folder)
        #expect(result.status == 1, "\(result)")
        #expect(result.output.contains("PostsSchemaV1 1.0.0, as frozen → PostsSchemaV2 2.0.0"))
    }

    // MARK: store-diff

    @Test func storesAreComparedRowByRow() throws {
        let folder = try Self.frozenPosts()
        let (old, new) = (Self.store("1.0.0"), "changed.sqlite")
        try FileManager.default.copyItem(atPath: folder.path(old), toPath: folder.path(new))
        let same = try Tool.run("store-diff", old, new, "--rows", in: folder)
        #expect(same.status == 0, "\(same)")
        #expect(same.output.contains("No difference."))
        let writer = try SQLiteConnection(path: folder.path(new), mode: .create)
        try writer.execute(
            "UPDATE ZPOST SET ZTITLE = 'Other' WHERE Z_PK = 1; DELETE FROM ZPOST WHERE Z_PK = 3; "
                + "CREATE INDEX ZEXTRA ON ZPOST (ZTITLE)")
        let brief = try Tool.run("store-diff", old, new, in: folder)
        #expect(brief.status == 1, "\(brief)")
        #expect(brief.output.contains("+ CREATE INDEX ZEXTRA ON ZPOST (ZTITLE)"))
        #expect(brief.output.contains("ZPOST  8 → 7"))
        #expect(!brief.output.contains("Other"))
        let full = try Tool.run("store-diff", old, new, "--rows", in: folder)
        #expect(full.status == 1)
        #expect(full.output.contains("Post 1.title: "), "\(full.output)")
        #expect(full.output.contains("→ \"Other\""))
        #expect(full.output.contains("- Post 3"))
        #expect(full.output.contains("Post: 1 changed, 1 removed, 6 equal"))
        let json = try Report(
            Tool.run("store-diff", old, new, "--rows", "--limit", "1", "--format", "json", in: folder)
        ).json
        let rows = try #require(json["rows"] as? [String: Any])
        #expect((rows["differing"] as? [[String: Any]])?.count == 1)
        #expect((rows["totals"] as? [[String: Any]])?.contains { $0["removed"] as? Int == 1 } == true)
        #expect((json["schema"] as? [[String: Any]])?.map { $0["name"] as? String } == ["ZEXTRA"])
    }
}
