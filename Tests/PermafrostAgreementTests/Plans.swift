import Foundation
import PermafrostMacros
import SwiftData

// The plans of the agreement tests, both compiled and read as source. Everything is in this file.

// MARK: Versions

enum Plain: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Item.self] }

    @Model final class Item {
        var title: String = ""
        var note: String?
        init() {}
    }
}

enum Counted: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Item.self] }

    @Model final class Item {
        var title: String = ""
        var note: String?
        var count: Int = 0
        init() {}
    }
}

enum Flagged: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Item.self] }

    @Model final class Item {
        var title: String = ""
        var note: String?
        var count: Int = 0
        var flag: Bool = false
        init() {}
    }
}

enum CountedTwin: VersionedSchema {
    static let versionIdentifier = Schema.Version(4, 0, 0)
    static var models: [any PersistentModel.Type] { [Item.self] }

    @Model final class Item {
        var title: String = ""
        var note: String?
        var count: Int = 0
        init() {}
    }
}

enum Ranked: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Item.self] }

    @Model final class Item {
        var title: String = ""
        var note: String?
        var rank: Int = 0
        init() {}
    }
}

enum WithoutNote: VersionedSchema {
    static let versionIdentifier = Schema.Version(5, 0, 0)
    static var models: [any PersistentModel.Type] { [Item.self] }

    @Model final class Item {
        var title: String = ""
        init() {}
    }
}

enum Remarked: VersionedSchema {
    static let versionIdentifier = Schema.Version(5, 1, 0)
    static var models: [any PersistentModel.Type] { [Item.self] }

    @Model final class Item {
        var title: String = ""
        var remark: String?
        init() {}
    }
}

enum NoteRequired: VersionedSchema {
    static let versionIdentifier = Schema.Version(6, 0, 0)
    static var models: [any PersistentModel.Type] { [Item.self] }

    @Model final class Item {
        var title: String = ""
        var note: String
        init() { note = "" }
    }
}

enum NoteFilled: VersionedSchema {
    static let versionIdentifier = Schema.Version(6, 1, 0)
    static var models: [any PersistentModel.Type] { [Item.self] }

    @Model final class Item {
        var title: String = ""
        var note: String = ""
        init() {}
    }
}

enum Coded: VersionedSchema {
    static let versionIdentifier = Schema.Version(6, 2, 0)
    static var models: [any PersistentModel.Type] { [Item.self] }

    @Model final class Item {
        var title: String = ""
        var note: String?
        var code: String
        init() { code = "" }
    }
}

enum Retyped: VersionedSchema {
    static let versionIdentifier = Schema.Version(7, 0, 0)
    static var models: [any PersistentModel.Type] { [Item.self] }

    @Model final class Item {
        var title: String = ""
        var note: Int?
        init() {}
    }
}

enum Unique: VersionedSchema {
    static let versionIdentifier = Schema.Version(8, 0, 0)
    static var models: [any PersistentModel.Type] { [Item.self] }

    @Model final class Item {
        @Attribute(.unique) var title: String = ""
        var note: String?
        init() {}
    }
}

enum UniquePair: VersionedSchema {
    static let versionIdentifier = Schema.Version(8, 1, 0)
    static var models: [any PersistentModel.Type] { [Item.self] }

    @Model final class Item {
        #Unique<Item>([\.title, \.note])
        var title: String = ""
        var note: String?
        init() {}
    }
}

enum UniqueCode: VersionedSchema {
    static let versionIdentifier = Schema.Version(8, 2, 0)
    static var models: [any PersistentModel.Type] { [Item.self] }

    @Model final class Item {
        var title: String = ""
        var note: String?
        @Attribute(.unique) var code: String = ""
        init() {}
    }
}

enum Headed: VersionedSchema {
    static let versionIdentifier = Schema.Version(9, 0, 0)
    static var models: [any PersistentModel.Type] { [Item.self] }

    @Model final class Item {
        @Attribute(originalName: "title") var head: String = ""
        var note: String?
        init() {}
    }
}

enum Crowned: VersionedSchema {
    static let versionIdentifier = Schema.Version(9, 1, 0)
    static var models: [any PersistentModel.Type] { [Item.self] }

    @Model final class Item {
        @Attribute(originalName: "head") var crown: String = ""
        var note: String?
        init() {}
    }
}

enum HeadedUnique: VersionedSchema {
    static let versionIdentifier = Schema.Version(9, 2, 0)
    static var models: [any PersistentModel.Type] { [Item.self] }

    @Model final class Item {
        @Attribute(.unique, originalName: "title") var head: String = ""
        var note: String?
        init() {}
    }
}

enum Tagged: VersionedSchema {
    static let versionIdentifier = Schema.Version(10, 0, 0)
    static var models: [any PersistentModel.Type] { [Item.self, Tag.self] }

    @Model final class Item {
        var title: String = ""
        var note: String?
        init() {}
    }

    @Model final class Tag {
        var name: String = ""
        init() {}
    }
}

enum Narrow: VersionedSchema {
    static let versionIdentifier = Schema.Version(11, 0, 0)
    static var models: [any PersistentModel.Type] { [Item.self] }

    @Model final class Item {
        var size: Int16 = 0
        init() {}
    }
}

enum Wide: VersionedSchema {
    static let versionIdentifier = Schema.Version(12, 0, 0)
    static var models: [any PersistentModel.Type] { [Item.self] }

    @Model final class Item {
        var size: Int64 = 0
        init() {}
    }
}

enum Owned: VersionedSchema {
    static let versionIdentifier = Schema.Version(20, 0, 0)
    static var models: [any PersistentModel.Type] { [Item.self, Owner.self] }

    @Model final class Item {
        var title: String = ""
        var owner: Owner?
        init() {}
    }

    @Model final class Owner {
        var name: String = ""
        @Relationship(inverse: \Item.owner) var items: [Item] = []
        init() {}
    }
}

enum OwnerRequired: VersionedSchema {
    static let versionIdentifier = Schema.Version(21, 0, 0)
    static var models: [any PersistentModel.Type] { [Item.self, Owner.self] }

    @Model final class Item {
        var title: String = ""
        var owner: Owner
        init() { owner = Owner() }
    }

    @Model final class Owner {
        var name: String = ""
        @Relationship(inverse: \Item.owner) var items: [Item] = []
        init() {}
    }
}

enum OwnerLost: VersionedSchema {
    static let versionIdentifier = Schema.Version(22, 0, 0)
    static var models: [any PersistentModel.Type] { [Item.self, Owner.self] }

    @Model final class Item {
        var title: String = ""
        init() {}
    }

    @Model final class Owner {
        var name: String = ""
        init() {}
    }
}

enum OwnersMany: VersionedSchema {
    static let versionIdentifier = Schema.Version(23, 0, 0)
    static var models: [any PersistentModel.Type] { [Item.self, Owner.self] }

    @Model final class Item {
        var title: String = ""
        var owners: [Owner] = []
        init() {}
    }

    @Model final class Owner {
        var name: String = ""
        @Relationship(inverse: \Item.owners) var items: [Item] = []
        init() {}
    }
}

enum Dropped5: VersionedSchema {
    static let versionIdentifier = Schema.Version(13, 0, 0)
    static var models: [any PersistentModel.Type] { [Item.self] }

    @Model final class Item {
        var title: String = ""
        init() {}
    }
}

enum Placed: VersionedSchema {
    static let versionIdentifier = Schema.Version(14, 0, 0)
    static var models: [any PersistentModel.Type] { [Item.self] }

    struct Place: Codable {
        var name: String
    }

    @Model final class Item {
        var title: String = ""
        var place: Place
        init() { place = Place(name: "") }
    }
}

enum PlacedOnMap: VersionedSchema {
    static let versionIdentifier = Schema.Version(15, 0, 0)
    static var models: [any PersistentModel.Type] { [Item.self] }

    struct Place: Codable {
        var name: String
        var height: Double
    }

    @Model final class Item {
        var title: String = ""
        var place: Place
        init() { place = Place(name: "", height: 0) }
    }
}

enum Thing: VersionedSchema {
    static let versionIdentifier = Schema.Version(16, 0, 0)
    static var models: [any PersistentModel.Type] { [Object.self] }

    @Model final class Object {
        var title: String = ""
        var note: String?
        init() {}
    }
}

@FreezeSchema(version: "17-beta")
enum Beta: VersionedSchema {
    static let versionIdentifier = Schema.Version(17, 0, 0)
    static var models: [any PersistentModel.Type] { [Item.self] }

    @Model final class Item {
        var title: String = ""
        var note: String
        init() { note = "" }
    }
}

// MARK: Plans

enum InOrder: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Counted.self, Flagged.self]) {
        Stage(from: Plain.self, to: Counted.self)
        Stage(from: Counted.self, to: Flagged.self)
    }
}

enum OneVersion: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self]) {}
}

enum NoStages: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Counted.self, Flagged.self]) {}
}

enum NoFirstStage: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Counted.self, Flagged.self]) {
        Stage(from: Counted.self, to: Flagged.self)
    }
}

enum NoLastStage: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Counted.self, Flagged.self]) {
        Stage(from: Plain.self, to: Counted.self)
    }
}

enum EqualHashes: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Counted.self, CountedTwin.self]) {
        Stage(from: Plain.self, to: Counted.self)
        Stage(from: Counted.self, to: CountedTwin.self)
    }
}

enum ListedTwice: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Counted.self, Plain.self]) {
        Stage(from: Plain.self, to: Counted.self)
    }
}

enum SharedIdentifier: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Counted.self, Ranked.self]) {
        Stage(from: Plain.self, to: Counted.self)
        Stage(from: Counted.self, to: Ranked.self)
    }
}

enum NotIncreasing: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Counted.self, Plain.self]) {
        Stage(from: Counted.self, to: Plain.self)
    }
}

enum UnlistedEnd: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Counted.self]) {
        Stage(from: Plain.self, to: Flagged.self)
    }
}

enum UnlistedStart: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Counted.self, Flagged.self]) {
        Stage(from: Plain.self, to: Flagged.self)
    }
}

enum UnlistedTwin: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Counted.self]) {
        Stage(from: Plain.self, to: CountedTwin.self)
    }
}

enum Backward: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Counted.self]) {
        Stage(from: Plain.self, to: Counted.self)
        Stage(from: Counted.self, to: Plain.self)
    }
}

enum Loop: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Counted.self]) {
        Stage(from: Plain.self, to: Plain.self)
        Stage(from: Plain.self, to: Counted.self)
    }
}

enum OutOfOrder: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Counted.self, Flagged.self]) {
        Stage(from: Counted.self, to: Flagged.self)
        Stage(from: Plain.self, to: Counted.self)
    }
}

enum Repeated: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Counted.self]) {
        Stage(from: Plain.self, to: Counted.self)
        Stage(from: Plain.self, to: Counted.self)
    }
}

enum SecondStart: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Counted.self, Flagged.self]) {
        Stage(from: Plain.self, to: Counted.self)
        Stage(from: Plain.self, to: Flagged.self)
        Stage(from: Counted.self, to: Flagged.self)
    }
}

enum Skips: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Counted.self, Flagged.self]) {
        Stage(from: Plain.self, to: Flagged.self)
        Stage(from: Counted.self, to: Flagged.self)
    }
}

enum CustomStage: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Counted.self, Flagged.self]) {
        Stage(from: Plain.self, to: Counted.self) {
            CustomOperation("walk") { _ in }
        }
        Stage(from: Counted.self, to: Flagged.self)
    }
}

enum RenamedTwice: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Headed.self, Crowned.self]) {
        Stage(from: Plain.self, to: Headed.self)
        Stage(from: Headed.self, to: Crowned.self)
    }
}

enum RenamedTwiceWalked: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Headed.self, Crowned.self]) {
        Stage(from: Plain.self, to: Headed.self) {
            CustomOperation("walk") { _ in }
        }
        Stage(from: Headed.self, to: Crowned.self)
    }
}

enum Dropped: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, WithoutNote.self]) {
        Stage(from: Plain.self, to: WithoutNote.self)
    }
}

enum DroppedByHook: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, WithoutNote.self]) {
        Stage(from: Plain.self, to: WithoutNote.self) {
            CustomOperation("keep", willMigrate: { _ in })
        }
    }
}

enum DroppedWithRows: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, WithoutNote.self]) {
        Stage(from: Plain.self, to: WithoutNote.self) {
            DeleteAll(Plain.Item.self)
        }
    }
}

enum DroppedWithSomeRows: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, WithoutNote.self]) {
        Stage(from: Plain.self, to: WithoutNote.self) {
            DeleteWhere(#Predicate<Plain.Item> { $0.title == "" })
        }
    }
}

enum DroppedBesideBackfill: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, WithoutNote.self]) {
        Stage(from: Plain.self, to: WithoutNote.self) {
            Backfill(\WithoutNote.Item.title) { _ in "none" }
        }
    }
}

enum DroppedAsDeclared: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Tagged.self, WithoutNote.self]) {
        Stage(from: Tagged.self, to: WithoutNote.self) {
            Drop(Tagged.Tag.self, because: "never used")
            Drop(\Tagged.Item.note, because: "never shown")
        }
    }
}

enum DeclaredInVain: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Headed.self]) {
        Stage(from: Plain.self, to: Headed.self) {
            Drop(\Plain.Item.title, because: "never shown")
            Drop(\Plain.Item.note, because: "")
            Drop(Plain.Item.self, because: "never shown")
            Drop(\Headed.Item.head, because: "never shown")
        }
    }
}

enum DroppedAndAdded: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Remarked.self]) {
        Stage(from: Plain.self, to: Remarked.self)
    }
}

enum Carried: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Remarked.self]) {
        Stage(from: Plain.self, to: Remarked.self) {
            Rename(\Plain.Item.note, to: \Remarked.Item.remark)
        }
    }
}

enum DroppedModel: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Tagged.self, WithoutNote.self]) {
        Stage(from: Tagged.self, to: WithoutNote.self)
    }
}

enum DroppedModelEmptied: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Tagged.self, WithoutNote.self]) {
        Stage(from: Tagged.self, to: WithoutNote.self) {
            DeleteAll(Tagged.Tag.self)
            DeleteAll(Tagged.Item.self)
        }
    }
}

enum Required: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, NoteRequired.self]) {
        Stage(from: Plain.self, to: NoteRequired.self)
    }
}

enum RequiredByHook: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, NoteRequired.self]) {
        Stage(from: Plain.self, to: NoteRequired.self) {
            CustomOperation("fill", willMigrate: { _ in })
        }
    }
}

enum RequiredByDeletion: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, NoteRequired.self]) {
        Stage(from: Plain.self, to: NoteRequired.self) {
            DeleteWhere(#Predicate<Plain.Item> { $0.note == nil })
        }
    }
}

enum RequiredOfNoRows: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, NoteRequired.self]) {
        Stage(from: Plain.self, to: NoteRequired.self) {
            DeleteAll(Plain.Item.self)
        }
    }
}

enum RequiredTooLate: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, NoteRequired.self]) {
        Stage(from: Plain.self, to: NoteRequired.self) {
            Backfill(\NoteRequired.Item.note) { _ in "" }
        }
    }
}

enum RequiredDeletedTooLate: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, NoteRequired.self]) {
        Stage(from: Plain.self, to: NoteRequired.self) {
            DeleteAll(NoteRequired.Item.self)
        }
    }
}

enum RequiredWithDefault: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, NoteFilled.self]) {
        Stage(from: Plain.self, to: NoteFilled.self)
    }
}

enum Added: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Coded.self]) {
        Stage(from: Plain.self, to: Coded.self)
    }
}

enum AddedByHook: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Coded.self]) {
        Stage(from: Plain.self, to: Coded.self) {
            CustomOperation("fill", willMigrate: { _ in })
        }
    }
}

enum AnotherType: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Retyped.self]) {
        Stage(from: Plain.self, to: Retyped.self)
    }
}

enum AnotherTypeCarried: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Retyped.self]) {
        Stage(from: Plain.self, to: Retyped.self) {
            Transform(from: \Plain.Item.note, to: \Retyped.Item.note) { $0?.count }
        }
    }
}

enum Widened: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Narrow.self, Wide.self]) {
        Stage(from: Narrow.self, to: Wide.self)
    }
}

enum Narrowed: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Wide.self, Narrow.self]) {
        Stage(from: Wide.self, to: Narrow.self)
    }
}

enum MadeUnique: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Unique.self]) {
        Stage(from: Plain.self, to: Unique.self)
    }
}

enum MadeUniqueDeduplicated: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Unique.self]) {
        Stage(from: Plain.self, to: Unique.self) {
            Deduplicate(\Plain.Item.title, keep: .first)
        }
    }
}

enum MadeUniqueByOther: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Unique.self]) {
        Stage(from: Plain.self, to: Unique.self) {
            Deduplicate(\Plain.Item.note, keep: .first)
        }
    }
}

enum MadeUniqueByHook: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Unique.self]) {
        Stage(from: Plain.self, to: Unique.self) {
            CustomOperation("tidy", willMigrate: { _ in })
        }
    }
}

enum MadeUniqueByDeletion: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Unique.self]) {
        Stage(from: Plain.self, to: Unique.self) {
            DeleteWhere(#Predicate<Plain.Item> { $0.title == "" })
        }
    }
}

enum MadeUniqueTooLate: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Unique.self]) {
        Stage(from: Plain.self, to: Unique.self) {
            DeleteAll(Unique.Item.self)
        }
    }
}

enum PairUnique: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, UniquePair.self]) {
        Stage(from: Plain.self, to: UniquePair.self)
    }
}

enum PairByFirst: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, UniquePair.self]) {
        Stage(from: Plain.self, to: UniquePair.self) {
            Deduplicate(\Plain.Item.title, keep: .first)
        }
    }
}

enum PairBySecond: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, UniquePair.self]) {
        Stage(from: Plain.self, to: UniquePair.self) {
            Deduplicate(\Plain.Item.note, keep: .last)
        }
    }
}

enum PairByOther: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Counted.self, UniquePair.self]) {
        Stage(from: Counted.self, to: UniquePair.self) {
            Deduplicate(\Counted.Item.count, keep: .first)
        }
    }
}

enum NewAndUnique: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, UniqueCode.self]) {
        Stage(from: Plain.self, to: UniqueCode.self)
    }
}

enum NewAndUniqueByHook: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, UniqueCode.self]) {
        Stage(from: Plain.self, to: UniqueCode.self) {
            CustomOperation("tidy", willMigrate: { _ in })
        }
    }
}

enum NewAndUniqueOfNoRows: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, UniqueCode.self]) {
        Stage(from: Plain.self, to: UniqueCode.self) {
            DeleteAll(Plain.Item.self)
        }
    }
}

enum RenamedAndUnique: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, HeadedUnique.self]) {
        Stage(from: Plain.self, to: HeadedUnique.self) {
            Deduplicate(\Plain.Item.title, keep: .first)
        }
    }
}

enum RequiredOwner: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Owned.self, OwnerRequired.self]) {
        Stage(from: Owned.self, to: OwnerRequired.self)
    }
}

enum RequiredOwnerByHook: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Owned.self, OwnerRequired.self]) {
        Stage(from: Owned.self, to: OwnerRequired.self) {
            CustomOperation("link", willMigrate: { _ in })
        }
    }
}

enum LostOwner: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Owned.self, OwnerLost.self]) {
        Stage(from: Owned.self, to: OwnerLost.self)
    }
}

enum ManyOwners: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Owned.self, OwnersMany.self]) {
        Stage(from: Owned.self, to: OwnersMany.self)
    }
}

enum ManyOwnersCarried: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Owned.self, OwnersMany.self]) {
        Stage(from: Owned.self, to: OwnersMany.self) {
            Reconnect(\Owned.Item.owner, to: \OwnersMany.Item.owners)
        }
    }
}

enum OneOwner: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [OwnersMany.self, Owned.self]) {
        Stage(from: OwnersMany.self, to: Owned.self)
    }
}

enum WrongVersion: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Counted.self]) {
        Stage(from: Plain.self, to: Counted.self) {
            Backfill(\Plain.Item.title) { _ in "" }
        }
    }
}

/// Stages of SwiftData's own kind, with code before and after them.
enum WithHooks: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [Plain.self, NoteRequired.self, Dropped5.self] }
    static var stages: [MigrationStage] {
        [
            .custom(
                fromVersion: Plain.self, toVersion: NoteRequired.self, willMigrate: { _ in }, didMigrate: nil),
            .lightweight(fromVersion: NoteRequired.self, toVersion: Dropped5.self),
        ]
    }
}

/// The same stages without code.
enum WithoutHooks: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [Plain.self, NoteRequired.self, Dropped5.self] }
    static var stages: [MigrationStage] {
        [
            .lightweight(fromVersion: Plain.self, toVersion: NoteRequired.self),
            .lightweight(fromVersion: NoteRequired.self, toVersion: Dropped5.self),
        ]
    }
}

/// A property that may have been renamed. A hook may copy its values, which can't be known.
enum PerhapsRenamedByHook: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Remarked.self]) {
        Stage(from: Plain.self, to: Remarked.self) {
            CustomOperation("carry", didMigrate: { _ in })
        }
    }
}

enum PerhapsRenamedOfNoRows: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Remarked.self]) {
        Stage(from: Plain.self, to: Remarked.self) { DeleteAll(Plain.Item.self) }
    }
}

enum RenamedModel: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Thing.self]) {
        Stage(from: Plain.self, to: Thing.self)
    }
}

enum RenamedModelCarried: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Thing.self]) {
        Stage(from: Plain.self, to: Thing.self) { Rename(\Plain.Item.note, to: \Thing.Object.note) }
    }
}

enum RenamedModelByHook: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Thing.self]) {
        Stage(from: Plain.self, to: Thing.self) {
            CustomOperation("carry", didMigrate: { _ in })
        }
    }
}

enum GainedField: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Placed.self, PlacedOnMap.self]) {
        Stage(from: Placed.self, to: PlacedOnMap.self)
    }
}

enum RenamedFromNewer: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Counted.self]) {
        Stage(from: Plain.self, to: Counted.self) { Rename(\Counted.Item.note, to: \Counted.Item.note) }
    }
}

enum RenamedToOlder: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Counted.self, Flagged.self]) {
        Stage(from: Plain.self, to: Counted.self) { Rename(\Plain.Item.note, to: \Plain.Item.note) }
        Stage(from: Counted.self, to: Flagged.self)
    }
}

enum DeduplicatedTooLate: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Unique.self]) {
        Stage(from: Plain.self, to: Unique.self) { Deduplicate(\Unique.Item.title, keep: .first) }
    }
}

enum ReconnectedWithin: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Owned.self, OwnersMany.self]) {
        Stage(from: Owned.self, to: OwnersMany.self) {
            Reconnect(\OwnersMany.Item.owners, to: \OwnersMany.Item.owners)
        }
    }
}

/// A version whose name isn't its number.
enum NamedVersion: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [Plain.self, Beta.self, Dropped5.self]) {
        Stage(from: Plain.self, to: Beta.self)
    }
}

/// All of the plans.
enum AgreementPlans {
    static let all: [any SchemaMigrationPlan.Type] = [
        InOrder.self, OneVersion.self, NoStages.self, NoFirstStage.self, NoLastStage.self,
        EqualHashes.self, ListedTwice.self, SharedIdentifier.self, NotIncreasing.self, UnlistedEnd.self,
        UnlistedStart.self, UnlistedTwin.self, Backward.self, Loop.self, OutOfOrder.self,
        Repeated.self, SecondStart.self, Skips.self, CustomStage.self, RenamedTwice.self,
        RenamedTwiceWalked.self, Dropped.self, DroppedByHook.self, DroppedWithRows.self, DroppedWithSomeRows.self,
        DroppedBesideBackfill.self, DroppedAsDeclared.self, DeclaredInVain.self,
        DroppedAndAdded.self, Carried.self, DroppedModel.self, DroppedModelEmptied.self,
        Required.self, RequiredByHook.self, RequiredByDeletion.self, RequiredOfNoRows.self, RequiredTooLate.self,
        RequiredDeletedTooLate.self, RequiredWithDefault.self, Added.self, AddedByHook.self, AnotherType.self,
        AnotherTypeCarried.self, Widened.self, Narrowed.self, MadeUnique.self, MadeUniqueDeduplicated.self,
        MadeUniqueByOther.self, MadeUniqueByHook.self, MadeUniqueByDeletion.self, MadeUniqueTooLate.self,
        PairUnique.self,
        PairByFirst.self, PairBySecond.self, PairByOther.self, NewAndUnique.self, NewAndUniqueByHook.self,
        NewAndUniqueOfNoRows.self, RenamedAndUnique.self, RequiredOwner.self, RequiredOwnerByHook.self, LostOwner.self,
        ManyOwners.self, ManyOwnersCarried.self, OneOwner.self, WrongVersion.self, WithHooks.self,
        WithoutHooks.self, PerhapsRenamedByHook.self, PerhapsRenamedOfNoRows.self, RenamedModel.self,
        RenamedModelCarried.self, RenamedModelByHook.self, GainedField.self, RenamedFromNewer.self, RenamedToOlder.self,
        DeduplicatedTooLate.self, ReconnectedWithin.self, NamedVersion.self,
    ]
}
