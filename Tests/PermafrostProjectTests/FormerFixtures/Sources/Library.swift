import Foundation
import SwiftData

/// A `@Relationship` that names no inverse, on one side.
enum LibrarySchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Shelf.self, Book.self] }

    @Model final class Shelf {
        var name: String = ""
        @Relationship(deleteRule: .cascade) var books: [Book] = []
        init() {}
    }

    @Model final class Book {
        var title: String = ""
        var shelf: Shelf?
        init() {}
    }
}

/// The same, with a property that one platform does not have.
enum LibrarySchemaV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Shelf.self, Book.self] }

    @Model final class Shelf {
        var name: String = ""
        @Relationship(deleteRule: .cascade) var books: [Book] = []
        init() {}
    }

    @Model final class Book {
        var title: String = ""
        #if !os(watchOS)
            @Attribute(.externalStorage) var cover: Data?
        #endif
        var shelf: Shelf?
        init() {}
    }
}

enum LibraryPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [LibrarySchemaV1.self, LibrarySchemaV2.self] }
    static var stages: [MigrationStage] {
        [.lightweight(fromVersion: LibrarySchemaV1.self, toVersion: LibrarySchemaV2.self)]
    }
}
