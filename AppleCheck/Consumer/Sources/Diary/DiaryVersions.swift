import Foundation
import Permafrost
import SwiftData

/// The first shipped version of the diary.
public enum DiaryV1: VersionedSchema {
    public static let versionIdentifier = Schema.Version(1, 0, 0)
    public static var models: [any PersistentModel.Type] { [Entry.self, Place.self] }

    @Model
    public final class Entry {
        public var text: String
        public var written: Date
        public var mood: String = ""
        public var place: Place?

        public init(text: String, written: Date) {
            self.text = text
            self.written = written
        }
    }

    @Model
    public final class Place {
        @Attribute(.unique) public var name: String
        @Relationship(deleteRule: .nullify, inverse: \Entry.place) public var entries: [Entry] = []

        public init(name: String) {
            self.name = name
        }
    }
}

/// The diary with titles, and with a place's name in a different property.
public enum DiaryV2: VersionedSchema {
    public static let versionIdentifier = Schema.Version(2, 0, 0)
    public static var models: [any PersistentModel.Type] { [Entry.self, Place.self] }

    @Model
    public final class Entry {
        public var title: String = ""
        public var text: String
        public var written: Date
        public var mood: String = ""
        public var place: Place?

        public init(title: String, text: String, written: Date) {
            self.title = title
            self.text = text
            self.written = written
        }
    }

    @Model
    public final class Place {
        @Attribute(.unique) public var label: String
        @Relationship(deleteRule: .nullify, inverse: \Entry.place) public var entries: [Entry] = []

        public init(label: String) {
            self.label = label
        }
    }
}

/// The diary's migrations from one version to the next.
public enum DiaryMigrationPlan: DeclaredMigrationPlan {
    public static let plan = MigrationPlan(schemas: [DiaryV1.self, DiaryV2.self]) {
        Stage(from: DiaryV1.self, to: DiaryV2.self) {
            DeleteWhere(#Predicate<DiaryV1.Entry> { $0.text == "" })
            Rename(\DiaryV1.Place.name, to: \DiaryV2.Place.label)
            Backfill(\DiaryV2.Entry.title) { entry in String(entry.text.prefix(20)) }
            Assert.preserved(\DiaryV1.Entry.text, as: \DiaryV2.Entry.text)
        }
    }
}
