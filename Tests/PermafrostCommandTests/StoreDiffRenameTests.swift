import Foundation
import PermafrostStore
import PermafrostTestSupport
import Testing

/// `permafrost store-diff` on stores whose versions rename properties.
@Suite struct StoreDiffRenameTests {
    private static func version(_ number: Int, _ property: String) -> String {
        """
        enum V\(number): VersionedSchema {
            static let versionIdentifier = Schema.Version(\(number), 0, 0)
            static let models: [any PersistentModel.Type] = [Item.self]
            @Model final class Item {
                \(property): String
                init() {}
            }
        }

        """
    }

    /// Returns a project with fixtures of three versions that each rename the one property, and stores with the first
    /// version's rows.
    private static func project() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try folder.write(
            "import SwiftData\n\n" + version(1, "var title")
                + version(2, "@Attribute(originalName: \"title\") var heading")
                + version(3, "@Attribute(originalName: \"heading\") var name")
                    + """
                    enum ItemPlan: SchemaMigrationPlan {
                        static let schemas: [any VersionedSchema.Type] = [V1.self, V2.self, V3.self]
                        static let stages: [MigrationStage] = [
                            .lightweight(fromVersion: V1.self, toVersion: V2.self),
                            .lightweight(fromVersion: V2.self, toVersion: V3.self),
                        ]
                    }
                    """, to: "Sources/App/Schemas.swift")
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        for (number, column) in [(2, "ZHEADING"), (3, "ZNAME")] {
            let writer = try SQLiteConnection(path: folder.path(store(number)), mode: .create)
            try writer.execute(
                "ATTACH '\(folder.path(store(1)))' AS first; "
                    + "UPDATE ZITEM SET \(column) = (SELECT ZTITLE FROM first.ZITEM AS old WHERE old.Z_PK = ZITEM.Z_PK)"
            )
        }
        return folder
    }

    private static func store(_ number: Int) -> String { "Fixtures/\(number).0.0/App-\(number)_0_0.sqlite" }

    @Test func anOriginalNameIsFollowed() throws {
        let folder = try Self.project()
        let text = try Tool.run("store-diff", Self.store(1), Self.store(2), "--rows", in: folder)
        #expect(text.status == 1, "\(text)")
        #expect(text.output.contains("Item.title was renamed to heading"), "\(text)")
        for words in ["was removed", "was added", "is in only one of the stores", "Total"] {
            #expect(!text.output.contains(words), "\(words) in \(text)")
        }
        // The wording is the same as in `diff`.
        let difference = try Tool.run("diff", "1.0.0", "2.0.0", in: folder)
        #expect(difference.output.contains("Item.title was renamed to heading"))
        let json = try Report(
            Tool.run("store-diff", Self.store(1), Self.store(2), "--rows", "--format", "json", in: folder)
        ).json
        let rows = try #require(json["rows"] as? [String: Any])
        #expect((rows["differing"] as? [Any])?.isEmpty == true)
        #expect((rows["uncompared"] as? [Any])?.isEmpty == true)
        #expect((rows["totals"] as? [[String: Any]])?.map { $0["subject"] as? String } == ["Item"])
    }

    @Test func aRenameBetweenIsFollowedAlongAPlan() throws {
        let folder = try Self.project()
        let alone = try Tool.run("store-diff", Self.store(1), Self.store(3), "--rows", in: folder)
        #expect(alone.output.contains("Item.title was removed"), "\(alone)")
        #expect(alone.output.contains("Item.name is in only one of the stores"))
        let along = try Tool.run(
            "store-diff", Self.store(1), Self.store(3), "--rows", "--plan", "ItemPlan", in: folder)
        #expect(along.status == 1)
        #expect(along.output.contains("Item.title was renamed to name"), "\(along)")
        #expect(!along.output.contains("is in only one of the stores"))
        #expect(!along.output.contains("Total"))
        #expect(along.errors.isEmpty, "\(along)")
        let back = try Tool.run("store-diff", Self.store(3), Self.store(1), "--plan", "ItemPlan", in: folder)
        #expect(back.errors.contains("ItemPlan doesn't migrate from the version"), "\(back)")
        let unknown = try Tool.run("store-diff", Self.store(1), Self.store(3), "--plan", "Other", in: folder)
        #expect(unknown.status == 2)
        #expect(unknown.errors.contains("Other"))
    }
}
