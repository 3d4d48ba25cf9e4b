import Foundation
import SwiftData

/// Probes of stores whose model changed, with inference only. For most of them, `permafrost diff` predicts how the
/// opening ends.
enum MigrationProbes {
    static let all: [Probe] = [
        .opening(
            "required-without-default", "A required attribute without a default is added",
            rule: "inference: 134110, because a default in init doesn't count (LightweightInference)",
            change: ("RequiredSchemaV1", "RequiredSchemaV2"),
            make: { try $0.make(RequiredSchemaV1.self) { $0.insert(RequiredSchemaV1.Song()) } },
            open: { try $0.open(RequiredSchemaV2.self) }),
        .opening(
            "required-with-default", "A required attribute with a default is added",
            rule: "inference: existing rows get the declaration's default (LightweightInference)",
            change: ("DefaultedSchemaV1", "DefaultedSchemaV2"), expected: [Fact("added value", "unrated")],
            make: { try $0.make(DefaultedSchemaV1.self) { $0.insert(DefaultedSchemaV1.Song()) } },
            open: { folder in
                try folder.open(DefaultedSchemaV2.self) { context in
                    try context.fetch(FetchDescriptor<DefaultedSchemaV2.Song>()).map { Fact("added value", $0.rating) }
                }
            }),
        .opening(
            "dynamic-defaults", "Attributes with the defaults UUID() and Date() are added",
            rule: "inference: the schema evaluates the default once, for all existing rows (DynamicDefaults)",
            change: ("DynamicSchemaV1", "DynamicSchemaV2"),
            expected: [Fact("rows share one identifier", true), Fact("the date is that of this process", true)],
            make: { folder in
                try folder.make(DynamicSchemaV1.self) { context in
                    for _ in 0..<2 { context.insert(DynamicSchemaV1.Song()) }
                }
            },
            open: { folder in
                let start = Date()
                return try folder.open(DynamicSchemaV2.self) { context in
                    let songs = try context.fetch(FetchDescriptor<DynamicSchemaV2.Song>())
                    return [
                        Fact("rows share one identifier", songs.count == 2 && songs[0].key == songs[1].key),
                        Fact(
                            "the date is that of this process",
                            songs.allSatisfy { $0.addedAt >= start.addingTimeInterval(-60) && $0.addedAt <= Date() }),
                    ]
                }
            }),
        .opening(
            "optional-to-required", "An optional attribute becomes required with a default, and a row has nil",
            rule: "inference: the row gets the default (LightweightInference)",
            change: ("FilledSchemaV1", "FilledSchemaV2"), expected: [Fact("value", "untitled")],
            make: { try $0.make(FilledSchemaV1.self) { $0.insert(FilledSchemaV1.Song()) } },
            open: { folder in
                try folder.open(FilledSchemaV2.self) { context in
                    try context.fetch(FetchDescriptor<FilledSchemaV2.Song>()).map { Fact("value", $0.title) }
                }
            }),
        .opening(
            "wider-integer", "An integer becomes wider",
            rule: "inference: 134140, a type change (LightweightInference)",
            change: ("WidenedSchemaV1", "WidenedSchemaV2"),
            make: { try $0.make(WidenedSchemaV1.self) { $0.insert(WidenedSchemaV1.Song()) } },
            open: { folder in
                try folder.open(WidenedSchemaV2.self) { context in
                    try context.fetch(FetchDescriptor<WidenedSchemaV2.Song>()).map { Fact("value", "\($0.plays)") }
                }
            }),
        .opening(
            "type-change", "An integer becomes a string", rule: "inference: 134140 (LightweightInference)",
            change: ("RetypedSchemaV1", "RetypedSchemaV2"),
            make: { try $0.make(RetypedSchemaV1.self) { $0.insert(RetypedSchemaV1.Song()) } },
            open: { try $0.open(RetypedSchemaV2.self) }),
        .opening(
            "scalar-to-struct", "A string becomes a Codable struct", rule: "inference: 134140 (LightweightInference)",
            change: ("StructuredSchemaV1", "StructuredSchemaV2"),
            make: { try $0.make(StructuredSchemaV1.self) { $0.insert(StructuredSchemaV1.Song()) } },
            open: { try $0.open(StructuredSchemaV2.self) }),
        .opening(
            "renamed-property", "A property is renamed with originalName",
            rule: "inference: the values are kept (LightweightInference)",
            change: ("RenamedSchemaV1", "RenamedSchemaV2"), expected: [Fact("value", "kept")],
            make: { try $0.make(RenamedSchemaV1.self) { $0.insert(RenamedSchemaV1.Song()) } },
            open: { folder in
                try folder.open(RenamedSchemaV2.self) { context in
                    try context.fetch(FetchDescriptor<RenamedSchemaV2.Song>()).map { Fact("value", $0.title ?? "nil") }
                }
            }),
        .opening(
            "renamed-model", "A model is renamed",
            rule: "inference: no option renames a model, so its rows are deleted (LightweightInference)",
            change: ("RenamedModelSchemaV1", "RenamedModelSchemaV2"), expected: [Fact("rows", "0")],
            make: { try $0.make(RenamedModelSchemaV1.self) { $0.insert(RenamedModelSchemaV1.Song()) } },
            open: { folder in
                try folder.open(RenamedModelSchemaV2.self) { context in
                    [Fact("rows", "\(try context.fetchCount(FetchDescriptor<RenamedModelSchemaV2.Track>()))")]
                }
            }),
        .opening(
            "unique-with-duplicates", "An attribute with equal values becomes unique",
            rule: "inference: 134111 (PF0219)",
            expected: [Fact("opening", "refused with 134111")],
            make: { folder in
                try folder.make(UniqueSchemaV1.self) { context in
                    for _ in 0..<2 { context.insert(UniqueSchemaV1.Song()) }
                }
            },
            open: { try $0.open(UniqueSchemaV2.self) }),
        .opening(
            "unique-without-duplicates", "An attribute with different values becomes unique",
            rule: "inference: lightweight if no two rows have the same value (PF0219)",
            make: { try $0.make(UniqueSchemaV1.self) { $0.insert(UniqueSchemaV1.Song()) } },
            open: { try $0.open(UniqueSchemaV2.self) }),
        Probe(
            name: "index-added", theme: .migration, title: "An index is added with #Index",
            rule: "a migration also creates the index (StoreLayout); developers report that it doesn't",
            stores: [Probe.Store(schema: "IndexedSchemaV2", layout: .indexes)],
            steps: [
                Probe.Step("making") { folder in
                    try folder.make(IndexedSchemaV1.self) { $0.insert(IndexedSchemaV1.Song()) }
                    return []
                },
                Probe.Step("opening") { folder in
                    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
                        throw NeedsNewerSystem(system: "macOS 15")
                    }
                    return try folder.open(IndexedSchemaV2.self)
                },
            ]),
    ]
}

enum RequiredSchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Song.self] }

    @Model
    final class Song {
        var title: String = "kept"

        init() {}
    }
}

enum RequiredSchemaV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Song.self] }

    @Model
    final class Song {
        var title: String = "kept"
        var artist: String

        init(artist: String = "unknown") {
            self.artist = artist
        }
    }
}

enum DefaultedSchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Song.self] }

    @Model
    final class Song {
        var title: String = "kept"

        init() {}
    }
}

enum DefaultedSchemaV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Song.self] }

    @Model
    final class Song {
        var title: String = "kept"
        var rating: String = "unrated"

        init() {}
    }
}

enum DynamicSchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Song.self] }

    @Model
    final class Song {
        var title: String = "kept"

        init() {}
    }
}

enum DynamicSchemaV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Song.self] }

    @Model
    final class Song {
        var title: String = "kept"
        var key: UUID = UUID()
        var addedAt: Date = Date()

        init() {}
    }
}

enum FilledSchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Song.self] }

    @Model
    final class Song {
        var title: String?

        init() {}
    }
}

enum FilledSchemaV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Song.self] }

    @Model
    final class Song {
        var title: String = "untitled"

        init() {}
    }
}

enum WidenedSchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Song.self] }

    @Model
    final class Song {
        var plays: Int16 = 7

        init() {}
    }
}

enum WidenedSchemaV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Song.self] }

    @Model
    final class Song {
        var plays: Int = 7

        init() {}
    }
}

enum RetypedSchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Song.self] }

    @Model
    final class Song {
        var length: Int = 7

        init() {}
    }
}

enum RetypedSchemaV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Song.self] }

    @Model
    final class Song {
        var length: String = "7"

        init() {}
    }
}

enum StructuredSchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Song.self] }

    @Model
    final class Song {
        var label: String = "kept"

        init() {}
    }
}

enum StructuredSchemaV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Song.self] }

    struct Label: Codable {
        var name: String
    }

    @Model
    final class Song {
        var label: Label = Label(name: "kept")

        init() {}
    }
}

enum RenamedSchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Song.self] }

    @Model
    final class Song {
        var name: String? = "kept"

        init() {}
    }
}

enum RenamedSchemaV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Song.self] }

    @Model
    final class Song {
        @Attribute(originalName: "name") var title: String?

        init() {}
    }
}

enum RenamedModelSchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Song.self] }

    @Model
    final class Song {
        var title: String = "kept"

        init() {}
    }
}

enum RenamedModelSchemaV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Track.self] }

    @Model
    final class Track {
        var title: String = "kept"

        init() {}
    }
}

enum UniqueSchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Song.self] }

    @Model
    final class Song {
        var code: String = "same"

        init() {}
    }
}

enum UniqueSchemaV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Song.self] }

    @Model
    final class Song {
        @Attribute(.unique) var code: String = "same"

        init() {}
    }
}

enum IndexedSchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Song.self] }

    @Model
    final class Song {
        var title: String = "kept"

        init() {}
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
enum IndexedSchemaV2: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
    static var models: [any PersistentModel.Type] { [Song.self] }

    @Model
    final class Song {
        #Index<Song>([\.title])

        var title: String = "kept"
        var year: Int?

        init() {}
    }
}
