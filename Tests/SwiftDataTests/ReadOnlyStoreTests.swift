import Foundation
import PermafrostStore
import PermafrostTestSupport
import SwiftDataCrashModels
import Testing

@testable import SwiftData

/// Stores that another process is writing to, or that may only be read.
@Suite struct ReadOnlyStoreTests {
    enum Journal: String, CaseIterable { case wal, delete }

    private func makeToys(_ url: URL, _ journal: Journal) throws {
        do {
            let context = try context(url)
            context.insert(Toy(name: "a"))
            try context.save()
        }
        _ = try SQLiteConnection(path: url.path, mode: .create).rows("PRAGMA journal_mode=\(journal.rawValue)")
    }

    private func context(_ url: URL, allowsSave: Bool = true) throws -> ModelContext {
        ModelContext(
            try ModelContainer(
                for: Parent.self, configurations: ModelConfiguration(url: url, allowsSave: allowsSave)))
    }

    /// With a configuration that doesn't allow saving, the store is read, a save is rejected, and nothing changes.
    @Test(arguments: Journal.allCases)
    func isReadAndNotSaved(_ journal: Journal) throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("read.store")
            try makeToys(url, journal)
            let before = try FolderState(folder)
            do {
                let context = try context(url, allowsSave: false)
                #expect(try context.fetch(FetchDescriptor<Toy>()).map(\.name) == ["a"])
                context.insert(Toy(name: "b"))
                #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
                #expect(context.hasChanges)
            }
            #expect(try FolderState(folder) == before)
        }
    }

    /// A store of an earlier version would have to be migrated, so opening it for reading only is rejected.
    @Test func isNotMigrated() throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("ledger.store")
            try Ledgers.populate(url, entries: 3)
            let before = try FolderState(folder)
            do {
                _ = try ModelContainer(
                    for: Schema(versionedSchema: LedgerV2.self), migrationPlan: LedgerPlan.self,
                    configurations: ModelConfiguration(url: url, allowsSave: false))
                Issue.record("The store opened.")
            } catch let error as SwiftDataError {
                #expect(error.cause?.code == 134100)
            }
            #expect(try FolderState(folder) == before)
        }
    }

    /// A file or folder that this user may not write. Rows can be read whether or not the configuration allows saving;
    /// a save or a migration is rejected.
    @Test(
        .enabled(if: TestRun.isWhole), .enabled(if: getuid() == 0, "Only root can start a process of another user."),
        arguments: Journal.allCases)
    func filesOfAnotherUserAreRead(_ journal: Journal) throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("ledger.store")
            try Ledgers.populate(url, entries: 4)
            _ = try SQLiteConnection(path: url.path, mode: .create).rows("PRAGMA journal_mode=\(journal.rawValue)")
            for (file, place) in [(0o444, 0o555), (0o644, 0o755), (0o444, 0o777)] {
                try FileManager.default.setAttributes([.posixPermissions: file], ofItemAtPath: url.path)
                try FileManager.default.setAttributes([.posixPermissions: place], ofItemAtPath: folder.path)
                let before = try FolderState(folder)
                let reading = try Worker(["read", url.path], user: 65534).ending()
                #expect(reading.count == 4, "\(reading.error)")
                let saving = try Worker(["append", url.path, "10", "1"], user: 65534).ending()
                #expect(saving.error.hasPrefix("513: "), "\(saving.error)")
                let migrating = try Worker(["migrate", url.path], user: 65534).ending()
                #expect(migrating.error.hasPrefix("134100: "), "\(migrating.error)")
                #expect(try FolderState(folder) == before)
            }
        }
    }

    /// A save throws after the timeout if another process is in the middle of a save. It can be tried again.
    @Test(arguments: Journal.allCases)
    func aSaveThrowsIfTheStoreIsLocked(_ journal: Journal) throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("busy.store")
            try makeToys(url, journal)
            let other = try SQLiteConnection(path: url.path, mode: .create)
            try StoreOpener.$busyTimeout.withValue(30) {
                let context = try context(url)
                context.insert(Toy(name: "b"))
                try other.execute("BEGIN IMMEDIATE")
                #expect(throws: (any Error).self) { try context.save() }
                do { try context.save() } catch let error as NSError {
                    #expect(error.domain == NSCocoaErrorDomain)
                    #expect(error.code == 513)
                }
                #expect(context.hasChanges)
                try other.execute("COMMIT")
                try context.save()
                #expect(try other.rows("SELECT COUNT(*) FROM ZTOY") == [[.integer(2)]])
            }
        }
    }

    /// A store that another process has locked exclusively can't be opened meanwhile.
    @Test func anExclusivelyLockedStoreCannotBeOpened() throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("busy.store")
            try makeToys(url, .delete)
            let other = try SQLiteConnection(path: url.path, mode: .create)
            try other.execute("BEGIN EXCLUSIVE")
            StoreOpener.$busyTimeout.withValue(30) {
                do {
                    _ = try context(url)
                    Issue.record("The store opened.")
                } catch let error as SwiftDataError {
                    #expect(error == .loadIssueModelContainer)
                    #expect(error.cause?.code == 513)
                } catch { Issue.record(error) }
            }
            try other.execute("COMMIT")
            #expect(try context(url).fetchCount(FetchDescriptor<Toy>()) == 1)
        }
    }
}
