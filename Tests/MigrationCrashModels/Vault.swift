import Foundation
import SwiftData

/// The first of three versions of a schema. Tests migrate stores of this version in processes that are killed.
public enum VaultV1: VersionedSchema {
    public static let versionIdentifier = Schema.Version(1, 0, 0)
    public static var models: [any PersistentModel.Type] { [Note.self, Event.self] }

    @Model public final class Note {
        @Attribute(.unique) public var number: Int
        public var text: String
        @Attribute(.externalStorage) public var attachment: Data?

        public init(number: Int) {
            self.number = number
            text = "note \(number)"
        }
    }

    /// An event in the store's history. A plan's hook after the migration adds one.
    @Model public final class Event {
        public var name: String
        public init(name: String) { self.name = name }
    }
}

public enum VaultV2: VersionedSchema {
    public static let versionIdentifier = Schema.Version(2, 0, 0)
    public static var models: [any PersistentModel.Type] { [Note.self, Event.self] }

    @Model public final class Note {
        @Attribute(.unique) public var number: Int
        @Attribute(originalName: "text") public var content: String
        /// The content in uppercase, which the migration fills in.
        public var title: String?
        @Attribute(.externalStorage) public var attachment: Data?

        public init(number: Int) {
            self.number = number
            content = "note \(number)"
        }
    }

    @Model public final class Event {
        public var name: String
        public init(name: String) { self.name = name }
    }
}

public enum VaultV3: VersionedSchema {
    public static let versionIdentifier = Schema.Version(3, 0, 0)
    public static var models: [any PersistentModel.Type] { [Note.self, Event.self] }

    @Model public final class Note {
        @Attribute(.unique) public var number: Int
        public var content: String
        public var title: String?
        public var isPinned = false
        @Attribute(.externalStorage) public var attachment: Data?

        public init(number: Int) {
            self.number = number
            content = "note \(number)"
        }
    }

    @Model public final class Event {
        public var name: String
        public init(name: String) { self.name = name }
    }
}

/// The plan of an app whose current version is the second.
public enum VaultPlan: SchemaMigrationPlan {
    public static var schemas: [any VersionedSchema.Type] { [VaultV1.self, VaultV2.self] }
    public static var stages: [MigrationStage] { [secondFromFirst] }

    static var secondFromFirst: MigrationStage {
        .custom(
            fromVersion: VaultV1.self, toVersion: VaultV2.self, willMigrate: nil,
            didMigrate: { context in
                try VaultHooks.run {
                    for note in try context.fetch(FetchDescriptor<VaultV2.Note>()) {
                        note.title = note.content.uppercased()
                    }
                    try context.save()
                }
            })
    }
}

/// The plan of an app whose current version is the third.
public enum LaterVaultPlan: SchemaMigrationPlan {
    public static var schemas: [any VersionedSchema.Type] { [VaultV1.self, VaultV2.self, VaultV3.self] }
    public static var stages: [MigrationStage] {
        [VaultPlan.secondFromFirst, .lightweight(fromVersion: VaultV2.self, toVersion: VaultV3.self)]
    }
}
