import Foundation
import SwiftData

/// Probes of options for attributes, constraints, and indexes whose effect is assumed.
enum OptionShapes {
    static let all: [Probe] = [
        .shape(
            "renamed-properties", "originalName on an attribute and on a relationship",
            rule: "mapping: originalName is the renaming identifier and isn't in the hash (OptionReader)",
            schema: "RenamedPropertiesSchema"
        ) { folder in
            try folder.make(RenamedPropertiesSchema.self)
        },
        .shape(
            "hash-modifiers", "hashModifier on an attribute and on a relationship",
            rule: "mapping: hashModifier is in the property's hash (PropertyHash)", schema: "HashModifiersSchema"
        ) { folder in
            try folder.make(HashModifiersSchema.self)
        },
        .shape(
            "spotlight", "An attribute for Spotlight",
            rule: "mapping: .spotlight is a flag in the archive and isn't in the hash (ModelArchiveEncoder)",
            schema: "SpotlightSchema"
        ) { folder in
            try folder.make(SpotlightSchema.self)
        },
        .shape(
            "cloud-encryption", "An attribute that CloudKit encrypts",
            rule: "mapping: .allowsCloudEncryption isn't in the hash (ModelArchiveEncoder)",
            schema: "CloudEncryptionSchema"
        ) { folder in
            try folder.make(CloudEncryptionSchema.self)
        },
        .shape(
            "preserved-on-deletion", "Attributes that are preserved on deletion",
            rule: "mapping: .preserveValueOnDeletion is flag 16 in the hash and adds ZTOMBSTONE columns (StoreLayout)",
            schema: "PreservedOnDeletionSchema"
        ) { folder in
            try folder.make(PreservedOnDeletionSchema.self) { context in
                let note = PreservedOnDeletionSchema.Memo()
                context.insert(note)
                try context.save()
                context.delete(note)
            }
        },
        .shape(
            "external-storage", "Large and small values in external storage",
            rule: "store layout: 01 and the bytes, or 02 and a file name (ExternalStorage)",
            schema: "ExternalStorageSchema", rows: ["Photo"], expected: []
        ) { folder in
            try folder.make(ExternalStorageSchema.self) { context in
                context.insert(ExternalStorageSchema.Photo(name: "small", bytes: Data([1, 2, 3])))
                try context.save()
                context.insert(ExternalStorageSchema.Photo(name: "none", bytes: nil))
            }
        },
        .shape(
            "transformable", "An attribute with a custom transformer, and an ephemeral attribute",
            rule: "mapping: .transformable(by:) is 1800 with that transformer; .ephemeral has no column (EntityReader)",
            schema: "TransformableSchema"
        ) { folder in
            try folder.make(TransformableSchema.self)
        },
        .shape(
            "unique-and-unique", "Two unique attributes of one model",
            rule: "version hash: the constraints' joined names are sorted (PropertyHash)",
            schema: "UniqueAttributesSchema"
        ) { folder in
            try folder.make(UniqueAttributesSchema.self)
        },
        .shape(
            "unique-groups", "Several groups in one #Unique, and a unique attribute",
            rule: "mapping: each group in #Unique is a separate constraint (EntityReader)",
            schema: "UniqueGroupsSchema"
        ) { folder in
            guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
                throw NeedsNewerSystem(system: "macOS 15")
            }
            try folder.make(UniqueGroupsSchema.self)
        },
        .shape(
            "index-groups", "Several groups in one #Index",
            rule: "store layout: each group has a fetch index, named SwiftDataIndexOnBinary… (StoreLayout)",
            schema: "IndexGroupsSchema"
        ) { folder in
            guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
                throw NeedsNewerSystem(system: "macOS 15")
            }
            try folder.make(IndexGroupsSchema.self)
        },
    ]
}

enum RenamedPropertiesSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Chapter.self, Section.self] }

    @Model
    final class Chapter {
        @Attribute(originalName: "name") var title: String = ""
        @Relationship(originalName: "parts", inverse: \Section.chapter) var sections: [Section] = []

        init() {}
    }

    @Model
    final class Section {
        var chapter: Chapter?

        init() {}
    }
}

enum HashModifiersSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Chapter.self, Section.self] }

    @Model
    final class Chapter {
        @Attribute(hashModifier: "second") var title: String = ""
        @Relationship(inverse: \Section.chapter, hashModifier: "third") var sections: [Section] = []

        init() {}
    }

    @Model
    final class Section {
        var chapter: Chapter?

        init() {}
    }
}

enum SpotlightSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Page.self] }

    @Model
    final class Page {
        @Attribute(.spotlight) var text: String = ""
        @Attribute(.spotlight) var summary: String?

        init() {}
    }
}

enum CloudEncryptionSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Secret.self] }

    @Model
    final class Secret {
        @Attribute(.allowsCloudEncryption) var text: String = ""
        var hint: String?

        init() {}
    }
}

enum PreservedOnDeletionSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Memo.self] }

    @Model
    final class Memo {
        @Attribute(.preserveValueOnDeletion) var number: Int = 7
        @Attribute(.preserveValueOnDeletion) var title: String = "kept"
        var text: String = "gone"

        init() {}
    }
}

enum ExternalStorageSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Photo.self] }

    @Model
    final class Photo {
        var name: String
        @Attribute(.externalStorage) var bytes: Data?

        init(name: String, bytes: Data?) {
            self.name = name
            self.bytes = bytes
        }
    }
}

enum TransformableSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Palette.self] }

    @Model
    final class Palette {
        @Attribute(.transformable(by: "NSSecureUnarchiveFromData")) var names: [String]?
        @Attribute(.ephemeral) var isShown: Bool = false

        init() {}
    }
}

enum UniqueAttributesSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Member.self] }

    @Model
    final class Member {
        @Attribute(.unique) var number: Int = 0
        @Attribute(.unique) var email: String = ""

        init() {}
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
enum UniqueGroupsSchema: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Seat.self] }

    @Model
    final class Seat {
        #Unique<Seat>([\.row, \.place], [\.ticket])

        var row: Int = 0
        var place: Int = 0
        var ticket: String = ""
        @Attribute(.unique) var code: String = ""

        init() {}
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
enum IndexGroupsSchema: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Event.self] }

    @Model
    final class Event {
        #Index<Event>([\.start], [\.start, \.name])

        var start: Date = Date(timeIntervalSinceReferenceDate: 0)
        var name: String = ""

        init() {}
    }
}
