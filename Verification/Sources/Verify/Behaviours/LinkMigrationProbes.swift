import Foundation
import SwiftData

/// Probes of links after a relationship changed, with inference only.
enum LinkMigrationProbes {
    static let all: [Probe] = [
        .opening(
            "required-to-one-added", "A required to-one relationship with a default object is added",
            rule:
                "inference: 134110, missing attribute values on mandatory destination relationship (PF0209)",
            change: ("ObligedSchemaV1", "ObligedSchemaV2"),
            make: { try $0.make(ObligedSchemaV1.self) { $0.insert(ObligedSchemaV1.Book()) } },
            open: { try $0.open(ObligedSchemaV2.self) }),
        .opening(
            "to-one-to-many", "A to-one relationship becomes a to-many relationship",
            rule: "inference: the link is kept as the only element (LinkMigration)",
            change: ("MultipliedSchemaV1", "MultipliedSchemaV2"), expected: [Fact("linked", "one")],
            make: { folder in
                try folder.make(MultipliedSchemaV1.self) { context in
                    let book = MultipliedSchemaV1.Book()
                    book.writer = MultipliedSchemaV1.Writer()
                    book.writer?.name = "one"
                    context.insert(book)
                }
            },
            open: { folder in
                try folder.open(MultipliedSchemaV2.self) { context in
                    try context.fetch(FetchDescriptor<MultipliedSchemaV2.Book>()).map { book in
                        Fact("linked", book.writer.map(\.name).joined(separator: ", "))
                    }
                }
            }),
        .opening(
            "to-many-to-one", "A to-many relationship with one element becomes a to-one relationship",
            rule: "inference: 134140 (LightweightInference)", change: ("ReducedSchemaV1", "ReducedSchemaV2"),
            make: { folder in
                try folder.make(ReducedSchemaV1.self) { context in
                    let writer = ReducedSchemaV1.Writer()
                    writer.name = "one"
                    let book = ReducedSchemaV1.Book()
                    context.insert(book)
                    context.insert(writer)
                    book.writer = [writer]
                }
            },
            open: { folder in
                try folder.open(ReducedSchemaV2.self) { context in
                    try context.fetch(FetchDescriptor<ReducedSchemaV2.Book>()).map { book in
                        Fact("linked", book.writer?.name ?? "nil")
                    }
                }
            }),
    ]
}

enum ObligedSchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Book.self, Writer.self] }

    @Model
    final class Book {
        var title: String = "kept"

        init() {}
    }

    @Model
    final class Writer {
        var name: String = "unknown"

        init() {}
    }
}

enum ObligedSchemaV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Book.self, Writer.self] }

    @Model
    final class Book {
        var title: String = "kept"
        var writer: Writer = Writer()

        init() {}
    }

    @Model
    final class Writer {
        var name: String = "unknown"

        init() {}
    }
}

enum MultipliedSchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Book.self, Writer.self] }

    @Model
    final class Book {
        @Relationship(inverse: \Writer.books) var writer: Writer?

        init() {}
    }

    @Model
    final class Writer {
        var name: String = "unknown"
        var books: [Book] = []

        init() {}
    }
}

enum MultipliedSchemaV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Book.self, Writer.self] }

    @Model
    final class Book {
        @Relationship(inverse: \Writer.books) var writer: [Writer] = []

        init() {}
    }

    @Model
    final class Writer {
        var name: String = "unknown"
        var books: [Book] = []

        init() {}
    }
}

enum ReducedSchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Book.self, Writer.self] }

    @Model
    final class Book {
        @Relationship(inverse: \Writer.books) var writer: [Writer] = []

        init() {}
    }

    @Model
    final class Writer {
        var name: String = "unknown"
        var books: [Book] = []

        init() {}
    }
}

enum ReducedSchemaV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Book.self, Writer.self] }

    @Model
    final class Book {
        @Relationship(inverse: \Writer.books) var writer: Writer?

        init() {}
    }

    @Model
    final class Writer {
        var name: String = "unknown"
        var books: [Book] = []

        init() {}
    }
}
