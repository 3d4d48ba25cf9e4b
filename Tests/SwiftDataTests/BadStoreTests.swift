import Foundation
import PermafrostStore
import Testing

@testable import SwiftData

/// Files that aren't stores of the schema. Opening one throws the documented error and leaves the file unchanged.
@Suite struct BadStoreTests {
    enum Damage: String, CaseIterable, CustomTestStringConvertible {
        case text, empty, folder, otherApp, otherAppInWAL, otherAppInUse, truncated, noMetadata, damagedMetadata
        case hostileMetadata, wrongHashes, otherModel, otherModelInWAL, otherTypeInWAL, lyingModelCache
        case missingModelCache, damagedModelCache, hostileModelCache

        var testDescription: String { rawValue }

        /// Core Data's error code for the damaged file.
        var code: Int {
            switch self {
            case .folder: 256
            case .text, .empty, .otherApp, .otherAppInWAL, .otherAppInUse, .truncated, .noMetadata, .damagedMetadata,
                .hostileMetadata:
                259
            case .otherModel, .otherModelInWAL: 134110
            case .otherTypeInWAL: 134140
            case .wrongHashes, .lyingModelCache, .missingModelCache, .damagedModelCache, .hostileModelCache: 134130
            }
        }
    }

    @Test(arguments: Damage.allCases)
    func aDamagedStoreIsRejectedAndUnchanged(_ damage: Damage) throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("bad.store")
            let holder = try make(damage, at: url)
            // Core Data finds out only during migration that rows can't be migrated. Reading the rows needs an index of
            // the -wal. SQLite creates the index if it's missing, and uses it for locks.
            let index = [.otherModelInWAL, .otherAppInUse].contains(damage) ? "-shm" : nil
            let before = try FolderState(folder, leavingOut: index)
            do {
                _ = try ModelContainer(for: Parent.self, configurations: ModelConfiguration(url: url))
                Issue.record("The store opened.")
            } catch let error as SwiftDataError {
                #expect(error == .loadIssueModelContainer)
                let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
                #expect(cause?.domain == NSCocoaErrorDomain)
                #expect(cause?.code == damage.code, "\(error)")
            }
            #expect(try FolderState(folder, leavingOut: index) == before)
            withExtendedLifetime(holder) {}
        }
    }

    /// Makes a damaged file. Returns a connection that must stay open during the test, or nil if none is needed.
    private func make(_ damage: Damage, at url: URL) throws -> SQLiteConnection? {
        switch damage {
        case .text: try Data("This is no database, however long it may be.".utf8).write(to: url)
        case .empty: try Data().write(to: url)
        case .folder: try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        case .otherApp:
            try SQLiteConnection(path: url.path, mode: .create).execute("CREATE TABLE a (b)")
        case .otherAppInWAL:
            // The tables are only in the -wal, and no process has the file open.
            let other = url.deletingLastPathComponent().appendingPathComponent("other.db")
            let connection = try SQLiteConnection(path: other.path, mode: .create)
            _ = try connection.rows("PRAGMA journal_mode=WAL")
            try connection.execute("CREATE TABLE a (b)")
            _ = try Places.copy(other, to: url)
        case .otherAppInUse:
            let connection = try SQLiteConnection(path: url.path, mode: .create)
            _ = try connection.rows("PRAGMA journal_mode=WAL")
            try connection.execute("CREATE TABLE a (b)")
            return connection
        case .truncated:
            _ = try ModelContainer(for: Parent.self, configurations: ModelConfiguration(url: url))
            try checkpoint(url)
            try Data(contentsOf: url).prefix(1000).write(to: url)
        case .noMetadata:
            _ = try ModelContainer(for: Parent.self, configurations: ModelConfiguration(url: url))
            try edit(url, "DELETE FROM Z_METADATA")
        case .damagedMetadata:
            _ = try ModelContainer(for: Parent.self, configurations: ModelConfiguration(url: url))
            try edit(url, "UPDATE Z_METADATA SET Z_PLIST = substr(Z_PLIST, 1, 100)")
        case .hostileMetadata:
            // A property list whose only string claims to be 2^62 bytes long.
            _ = try ModelContainer(for: Parent.self, configurations: ModelConfiguration(url: url))
            let trailer = "0000000000000101000000000000000100000000000000000000000000000012"
            try edit(
                url, "UPDATE Z_METADATA SET Z_PLIST = x'62706c6973743030" + "5f134000000000000000" + "08\(trailer)'")
        case .wrongHashes:
            _ = try ModelContainer(for: OldShape.Toy.self, configurations: ModelConfiguration(url: url))
            let metadata = StoreMetadata(model: Schema([Watch.self]).model, storeUUID: "0")
            try SQLiteConnection(path: url.path, mode: .create).prepare("UPDATE Z_METADATA SET Z_PLIST = ?")
                .run([.blob(metadata.propertyList)])
            try checkpoint(url)
        case .otherModelInWAL:
            // The rows are in the -wal of a store that can't be migrated. They must not move into the file either.
            try Self.makeInWAL(OldShape.Toy(), at: url)
        case .otherTypeInWAL:
            try Self.makeInWAL(OtherApp.Toy(), at: url)
        case .otherModel:
            do {
                let context = ModelContext(
                    try ModelContainer(for: OldShape.Toy.self, configurations: ModelConfiguration(url: url)))
                context.insert(OldShape.Toy())
                try context.save()
            }
            try checkpoint(url)
        case .lyingModelCache:
            _ = try ModelContainer(for: OldShape.Toy.self, configurations: ModelConfiguration(url: url))
            let lie = ModelArchive.encode(Schema([Club.self]).model)
            try SQLiteConnection(path: url.path, mode: .create).prepare("UPDATE Z_MODELCACHE SET Z_CONTENT = ?")
                .run([.blob(lie)])
            try checkpoint(url)
        case .missingModelCache:
            _ = try ModelContainer(for: OldShape.Toy.self, configurations: ModelConfiguration(url: url))
            try edit(url, "DELETE FROM Z_MODELCACHE")
        case .damagedModelCache:
            _ = try ModelContainer(for: OldShape.Toy.self, configurations: ModelConfiguration(url: url))
            try edit(url, "UPDATE Z_MODELCACHE SET Z_CONTENT = substr(Z_CONTENT, 1, length(Z_CONTENT) / 2)")
        case .hostileModelCache:
            // Random bytes after the signature of a binary property list.
            _ = try ModelContainer(for: OldShape.Toy.self, configurations: ModelConfiguration(url: url))
            try edit(url, "UPDATE Z_MODELCACHE SET Z_CONTENT = x'62706c6973743030' || randomblob(2000)")
        }
        return nil
    }

    /// Makes a store whose only row is in the -wal. No process has it open.
    private static func makeInWAL<Model: PersistentModel>(_ object: Model, at url: URL) throws {
        let other = url.deletingLastPathComponent().appendingPathComponent("other.store")
        let context = ModelContext(
            try ModelContainer(for: Model.self, configurations: ModelConfiguration(url: other)))
        context.insert(object)
        try context.save()
        _ = try Places.copy(other, to: url)
    }

    private func edit(_ url: URL, _ sql: String) throws {
        try SQLiteConnection(path: url.path, mode: .create).execute(sql)
        try checkpoint(url)
    }

    private func checkpoint(_ url: URL) throws {
        let connection = try SQLiteConnection(path: url.path, mode: .create)
        _ = try connection.rows("PRAGMA journal_mode=DELETE")
    }

    /// A model whose toys lack a property that ``Toy`` requires.
    enum OldShape {
        @Model final class Toy {
            var size = 0
            init() {}
        }
    }

    /// A model that can't be migrated, because its types are incompatible.
    enum OtherApp {
        @Model final class Toy {
            var name = 0
            init() {}
        }
    }

    enum Plan: SchemaMigrationPlan {
        enum Version: VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] { [Parent.self] }
        }
        enum Earlier: VersionedSchema {
            static let versionIdentifier = Schema.Version(0, 9, 0)
            static var models: [any PersistentModel.Type] { [Extra.self] }
            @Model final class Extra {
                var size = 0
                init() {}
            }
        }
        static var schemas: [any VersionedSchema.Type] { [Earlier.self, Version.self] }
        static var stages: [MigrationStage] { [.lightweight(fromVersion: Earlier.self, toVersion: Version.self)] }
    }

    /// A store of a version that isn't in the plan is rejected and doesn't change, even if its rows are in a -wal.
    @Test func storesOfOtherPlansAreUnchanged() throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("other-plan.store")
            try Self.makeInWAL(OldShape.Toy(), at: url)
            let before = try FolderState(folder)
            do {
                _ = try ModelContainer(
                    for: Schema(versionedSchema: Plan.Version.self), migrationPlan: Plan.self,
                    configurations: ModelConfiguration(url: url))
                Issue.record("The store opened.")
            } catch let error as SwiftDataError {
                #expect(error == .loadIssueModelContainer && error.cause?.code == 134504, "\(error)")
            }
            #expect(try FolderState(folder) == before)
            // Its own app still finds every row.
            let own = ModelContext(
                try ModelContainer(for: OldShape.Toy.self, configurations: ModelConfiguration(url: url)))
            #expect(try own.fetchCount(FetchDescriptor<OldShape.Toy>()) == 1)
        }
    }

    /// A fetch throws if the store claims the container's version but lacks its tables.
    @Test func missingTablesThrow() throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("liar.store")
            _ = try ModelContainer(for: OldShape.Toy.self, configurations: ModelConfiguration(url: url))
            let schema = Schema([Parent.self])
            let metadata = StoreMetadata(model: schema.model, storeUUID: "0")
            try SQLiteConnection(path: url.path, mode: .create).prepare("UPDATE Z_METADATA SET Z_PLIST = ?")
                .run([.blob(metadata.propertyList)])
            try checkpoint(url)
            let before = try FolderState(folder)
            let context = ModelContext(try ModelContainer(for: schema, configurations: ModelConfiguration(url: url)))
            #expect(throws: NSError.self) { try context.fetch(FetchDescriptor<Parent>()) }
            context.insert(Parent(name: "a"))
            #expect(throws: NSError.self) { try context.save() }
            #expect(context.hasChanges)
            #expect(try FolderState(folder) == before)
        }
    }

    @Test func valuesOfTheWrongTypeThrow() throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("toys.store")
            let container = try ModelContainer(for: Parent.self, configurations: ModelConfiguration(url: url))
            let context = ModelContext(container)
            context.insert(Toy(name: "a"))
            try context.save()
            for value in ["NULL", "x'00'", "7"] {
                try SQLiteConnection(path: url.path, mode: .create).execute("UPDATE ZTOY SET ZNAME = \(value)")
                let other = ModelContext(
                    try ModelContainer(for: Parent.self, configurations: ModelConfiguration(url: url)))
                if value == "7" {
                    // The column's affinity turns the number into text.
                    #expect(try other.fetch(FetchDescriptor<Toy>()).map(\.name) == ["7"])
                } else {
                    #expect(throws: SwiftDataError.modelValidationFailure) { try other.fetch(FetchDescriptor<Toy>()) }
                }
            }
        }
    }
}
