import Foundation
import SwiftData
import Testing

enum ShelfSchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Shelf.self, Book.self] }

    @Model final class Shelf {
        let code = UUID()
        var name: String
        @Relationship(deleteRule: .cascade, inverse: \Book.shelf) var books: [Book] = []

        init(name: String) { self.name = name }
    }

    @Model final class Book {
        var title: String
        var shelf: Shelf?

        init(title: String) { self.title = title }
    }
}

enum ShelfSchemaV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Shelf.self, Book.self] }

    @Model final class Shelf {
        let code = UUID()
        @Attribute(.unique) var name: String
        @Relationship(deleteRule: .cascade, inverse: \Book.shelf) var books: [Book] = []

        init(name: String) { self.name = name }

        static func < (left: Shelf, right: Shelf) -> Bool { left.name < right.name }
    }

    @Model final class Book {
        @Attribute(originalName: "title") var name: String
        var pages: Int = 0
        var format: Format = Format.paper
        var size: Size?
        var cover = Cover(color: "red")
        @Transient var isOpen = false
        var shelf: Shelf?

        init(name: String) { self.name = name }
    }

    enum Format: String, Codable {
        case paper
        case audio
    }

    struct Cover: Codable {
        var color: String
    }

    struct Size: Codable {
        var width: Int
        var height: Int
    }
}

enum ShelfPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [ShelfSchemaV1.self, ShelfSchemaV2.self] }
    static var stages: [MigrationStage] { [setPages] }

    static let setPages = MigrationStage.custom(
        fromVersion: ShelfSchemaV1.self, toVersion: ShelfSchemaV2.self, willMigrate: nil,
        didMigrate: { context in
            for book in try context.fetch(FetchDescriptor<ShelfSchemaV2.Book>()) { book.pages = 1 }
            try context.save()
        })
}

/// Models, versions and plans of a module whose declarations belong to the main actor by default.
@Suite struct DefaultIsolationTests {
    @Test func aStoreIsMadeFetchedAndMigrated() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "permafrost-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let configuration = ModelConfiguration(url: folder.appending(path: "App.store"))
        let code: UUID
        do {
            let container = try ModelContainer(
                for: Schema(versionedSchema: ShelfSchemaV1.self), configurations: configuration)
            let shelf = ShelfSchemaV1.Shelf(name: "top")
            code = shelf.code
            container.mainContext.insert(shelf)
            shelf.books = [ShelfSchemaV1.Book(title: "A"), ShelfSchemaV1.Book(title: "B")]
            try container.mainContext.save()
            let found = try container.mainContext.fetch(FetchDescriptor<ShelfSchemaV1.Book>())
            #expect(found.map(\.title).sorted() == ["A", "B"])
        }
        let container = try ModelContainer(
            for: Schema(versionedSchema: ShelfSchemaV2.self), migrationPlan: ShelfPlan.self,
            configurations: configuration)
        let shelves = try container.mainContext.fetch(FetchDescriptor<ShelfSchemaV2.Shelf>())
        #expect(shelves.map(\.name) == ["top"] && shelves.map(\.code) == [code])
        #expect(shelves.allSatisfy { $0 < ShelfSchemaV2.Shelf(name: "zzz") })
        #expect(shelves.flatMap(\.books).map(\.name).sorted() == ["A", "B"])
        #expect(shelves.flatMap(\.books).allSatisfy { $0.pages == 1 && $0.format == .paper && $0.size == nil })
        #expect(shelves.flatMap(\.books).allSatisfy { $0.cover.color == "red" && !$0.isOpen })
    }
}
