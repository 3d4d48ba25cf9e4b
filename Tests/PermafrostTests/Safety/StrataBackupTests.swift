import Foundation
import MigrationCrashModels
import PermafrostModel
import PermafrostStore
import PermafrostTestSupport
import SwiftData
import Testing

@testable import Permafrost

/// Backups that Strata made of a store are listed and restored. Their files are never changed or removed.
@Suite struct StrataBackupTests {
    /// The state of a store when Strata copies it.
    enum Place: CaseIterable {
        /// All rows are in the file.
        case file
        /// Rows are only in the `-wal`, which no process has open.
        case log
        /// Rows are only in the `-wal`, which a connection has open. The `-shm` is copied too.
        case logInUse
        /// The store has a rollback journal.
        case rollbackJournal
    }

    /// Makes a store of the second version, with a backup that Strata made of the first.
    private static func vault(_ place: Place = .logInUse) throws -> (vault: VaultFolder, strata: StoreBackup) {
        let vault = try VaultFolder(inLog: place == .log)
        if place == .rollbackJournal {
            _ = try SQLiteConnection(path: vault.store.path, mode: .create).rows("PRAGMA journal_mode=DELETE")
        }
        if place == .logInUse {
            let connection = try SQLiteConnection(path: vault.store.path, mode: .create)
            // Number 29 is written only to the -wal.
            try connection.execute(
                "PRAGMA wal_autocheckpoint=0; UPDATE ZNOTE SET ZTEXT = '' WHERE ZNUMBER = 29; PRAGMA wal_checkpoint")
            try connection.execute("UPDATE ZNOTE SET ZTEXT = 'note 29' WHERE ZNUMBER = 29")
            try withExtendedLifetime(connection) { _ = try StrataCopy.make(of: vault.store) }
        } else {
            try StrataCopy.make(of: vault.store)
        }
        _ = try vault.migrate()
        return (vault, try #require(try vault.backups.last))
    }

    private static func strataFiles(_ vault: VaultFolder) throws -> [String: Data] {
        try vault.scratch.files(below: ".strata-backups")
    }

    @Test(arguments: Place.allCases) func aBackupIsListedAndRestored(_ place: Place) throws {
        let (vault, strata) = try Self.vault(place)
        #expect(try vault.backups.map(\.origin) == [.permafrost, .strata])
        #expect(strata.version == "1.0.0" && strata.destination.isEmpty && strata.plan.isEmpty)
        #expect(strata.created == Date(timeIntervalSince1970: 1_738_367_999))
        let files = try Self.strataFiles(vault)
        #expect(files.keys.contains { $0.hasSuffix("-shm") } == (place == .logInUse))
        #expect(strata.byteCount == files.filter { !$0.key.hasSuffix("-shm") }.reduce(0) { $0 + Int64($1.value.count) })
        #expect(strata.isIntact)
        for _ in 0..<2 {
            try SafeModelContainer.restore(strata, to: vault.store)
            try vault.expectFirst()
            try vault.expectClean()
            // The copy is a backup of Permafrost's, and counts as the oldest one. If there already is a backup with the
            // same bytes, no other one is made.
            let own = try vault.backups.filter { $0.origin == .permafrost }
            #expect(own.map(\.plan) == (place == .log ? ["VaultPlan", "Strata"] : ["VaultPlan"]))
            #expect(own.allSatisfy { $0.isIntact && $0.version == "1.0.0" })
            #expect(try vault.backups == own + [strata])
        }
        _ = try vault.migrate()
        try vault.expectSecond()
        StoreBackups(folder: SafetyFolder(store: vault.store), files: FileSystem()).prune(
            BackupRetention(count: 1, age: .zero, bytes: 0))
        #expect(try vault.backups.map(\.origin) == [.permafrost, .strata])
        #expect(try Self.strataFiles(vault) == files)
    }

    @Test func aBackupIsRestoredToAnotherStore() throws {
        let (vault, strata) = try Self.vault()
        let other = try VaultFolder("Other.store", notes: nil)
        try SafeModelContainer.restore(strata, to: other.store)
        try other.expectFirst()
        try other.expectClean()
        #expect(try other.backups.map(\.plan) == ["Strata"])
        try vault.expectSecond()
    }

    /// Names of folders, and the dates in them. Without a date, the file's date counts.
    @Test(
        arguments: [
            ("backup-1738367999", 1_738_367_999), ("backup-1738367999.123456", 1_738_367_999),
            ("backup-1738367999123", 1_738_367_999), ("backup-2025-01-31T23:59:59Z", 1_738_367_999),
            ("backup-20250131-235959", 1_738_367_999), ("backup-2025-13-31T23:59:59Z", 2_025_133_123),
            ("backup-before", nil), ("backup-2", nil),
        ] as [(String, Int?)])
    func theFoldersNameHasTheDate(_ name: String, _ seconds: Int?) throws {
        let vault = try VaultFolder(notes: 1)
        try StrataCopy.make(of: vault.store, named: name)
        let created = try #require(try vault.backups.first).created
        if let seconds {
            #expect(created == Date(timeIntervalSince1970: Double(seconds)))
        } else {
            #expect(abs(created.timeIntervalSinceNow) < 600)
        }
    }

    @Test func theNewestIsFirst() throws {
        let vault = try VaultFolder(notes: 1)
        for name in ["backup-1738367999", "backup-2026-01-31T23:59:59Z", "backup-20240131-235959"] {
            try StrataCopy.make(of: vault.store, named: name)
        }
        #expect(
            try vault.backups.map(\.url.lastPathComponent)
                == ["backup-2026-01-31T23:59:59Z", "backup-1738367999", "backup-20240131-235959"])
    }

    // MARK: Bad input

    /// A change to a Strata backup.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Whether the backup is still listed.
        let isListed: Bool
        let reason: String
        let change: @Sendable (_ folder: String, _ vault: VaultFolder) throws -> Void

        init(
            _ name: String, isListed: Bool = true, saying reason: String = "",
            _ change: @escaping @Sendable (String, VaultFolder) throws -> Void
        ) {
            testDescription = name
            self.isListed = isListed
            self.reason = reason
            self.change = change
        }
    }

    private static func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: path) }

    private static func write(_ bytes: Data, at offset: UInt64, _ path: String) throws {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try file.seek(toOffset: offset)
        try file.write(contentsOf: bytes)
        try file.close()
    }

    private static func replace(_ path: String, byLinkTo target: String) throws {
        try FileManager.default.moveItem(atPath: path, toPath: target)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    }

    static let cases = [
        Case("no -wal", saying: "Vault.store-wal is missing") { folder, _ in try remove(folder + "/Vault.store-wal") },
        Case("an empty -wal", saying: "Vault.store-wal is missing") { folder, _ in
            try Data().write(to: URL(fileURLWithPath: folder + "/Vault.store-wal"))
        },
        Case("half a -wal", saying: "Vault.store-wal is missing or incomplete") { folder, _ in
            #expect(truncate(folder + "/Vault.store-wal", 3000) == 0)
        },
        Case("a -wal of other bytes", saying: "Vault.store-wal is missing or incomplete") { folder, _ in
            try write(Data(repeating: 7, count: 2000), at: 0, folder + "/Vault.store-wal")
        },
        Case("a link in place of the -wal", saying: "symbolic links") { folder, vault in
            try replace(folder + "/Vault.store-wal", byLinkTo: vault.scratch.path("elsewhere"))
        },
        Case("a folder in place of the -wal") { folder, _ in
            try remove(folder + "/Vault.store-wal")
            try FileManager.default.createDirectory(
                atPath: folder + "/Vault.store-wal", withIntermediateDirectories: false)
        },
        Case("a journal") { folder, _ in
            try Data([1]).write(to: URL(fileURLWithPath: folder + "/Vault.store-journal"))
        },
        Case("other bytes in a page") { folder, _ in
            try remove(folder + "/Vault.store-wal")
            try remove(folder + "/Vault.store-shm")
            for page in 2..<12 {
                try write(Data(repeating: 7, count: 500), at: UInt64(page * 4096), folder + "/Vault.store")
            }
        },
        Case("half a store") { folder, _ in
            try remove(folder + "/Vault.store-wal")
            try remove(folder + "/Vault.store-shm")
            #expect(truncate(folder + "/Vault.store", 20_000) == 0)
        },
        Case("an empty store") { folder, _ in
            try remove(folder + "/Vault.store-wal")
            try remove(folder + "/Vault.store-shm")
            try Data().write(to: URL(fileURLWithPath: folder + "/Vault.store"))
        },
        Case("a text") { folder, _ in
            try Data("This isn't a store.\n".utf8).write(to: URL(fileURLWithPath: folder + "/Vault.store"))
        },
        Case("another database") { folder, _ in
            for ending in ["", "-wal", "-shm"] { try remove(folder + "/Vault.store" + ending) }
            try SQLiteConnection(path: folder + "/Vault.store", mode: .create).execute("CREATE TABLE t (a)")
        },
        Case(
            "without the large values",
            saying: "Files of large values that its rows refer to are missing from the backup: 3"
        ) { _, vault in
            try remove(vault.scratch.path(".Vault_SUPPORT"))
        },
        Case("a link in place of the store", isListed: false, saying: "symbolic links") { folder, vault in
            try replace(folder + "/Vault.store", byLinkTo: vault.scratch.path("elsewhere"))
        },
        Case("a folder in place of the store", isListed: false) { folder, _ in
            try remove(folder + "/Vault.store")
            try FileManager.default.createDirectory(
                atPath: folder + "/Vault.store", withIntermediateDirectories: false)
        },
        Case("no store", isListed: false) { folder, _ in try remove(folder + "/Vault.store") },
        Case("a store of another name", isListed: false) { folder, _ in
            try FileManager.default.moveItem(atPath: folder + "/Vault.store", toPath: folder + "/Other.store")
        },
        Case("a link in place of the folder", isListed: false, saying: "isn't a folder") { folder, vault in
            try replace(folder, byLinkTo: vault.scratch.path("elsewhere"))
        },
        Case("a link in place of the folder of all backups", isListed: false, saying: "isn't a folder") {
            folder, vault in
            try replace(folder.parentPath, byLinkTo: vault.scratch.path("elsewhere"))
        },
        Case("a file in place of the folder", isListed: false, saying: "isn't a folder") { folder, _ in
            try remove(folder)
            try Data([1]).write(to: URL(fileURLWithPath: folder))
        },
        Case("no folder", isListed: false, saying: "doesn't exist") { folder, _ in try remove(folder) },
    ]

    /// A backup that can't be used is skipped, or its restore throws an error. Every file keeps its bytes.
    @Test(arguments: cases) func isRefused(_ bad: Case) throws {
        let (vault, strata) = try Self.vault()
        try bad.change(strata.url.path, vault)
        let before = try vault.scratch.files()
        #expect(try vault.backups.count == (bad.isListed ? 2 : 1))
        #expect(!strata.isIntact)
        let error = #expect(throws: MigrationError.self) { try SafeModelContainer.restore(strata, to: vault.store) }
        #expect(error?.cause == .backup(.damaged) && error?.backup == strata.url, "\(error as Any)")
        #expect(bad.reason.isEmpty || error?.description.contains(bad.reason) == true, "\(error as Any)")
        let after = try vault.scratch.files()
        #expect(after.keys.sorted() == before.keys.sorted())
        #expect(after == before)
        #expect(try vault.version() == .second)
        try vault.expectClean()
    }

    /// Without a `-wal` and a `-shm`, the copied file is what there is. It is restored if it is a sound store.
    @Test func aFileWithoutItsLogIsRestored() throws {
        let (vault, strata) = try Self.vault()
        for ending in ["-wal", "-shm"] { try Self.remove(strata.storeURL.path + ending) }
        #expect(strata.isIntact)
        try SafeModelContainer.restore(strata, to: vault.store)
        #expect(try vault.version() == .first)
        try vault.expectSound()
    }

    /// A full disk, while a large backup is copied.
    @Test func aBackupThatDoesNotFitIsNotRestored() throws {
        let (vault, strata) = try Self.vault()
        var files = FileSystem()
        files.copy = { source, target in
            try Data([1]).write(to: URL(fileURLWithPath: target))
            throw FileError(operation: .write, path: target, code: ENOSPC)
        }
        let before = try vault.scratch.files()
        let error = #expect(throws: MigrationError.self) {
            try ManualRestore(backup: strata, folder: SafetyFolder(store: vault.store), files: files).run()
        }
        #expect(error?.cause == .backup(.failed))
        #expect(error?.description.contains("Free space on the store's volume") == true)
        #expect(error?.description.contains("Nothing was changed.") == true)
        #expect(try vault.scratch.files() == before)
    }

    #if os(Linux)
        /// Folders that can't be listed may have backups.
        @Test func aFolderThatCannotBeListedIsNotEmpty() throws {
            let (vault, strata) = try Self.vault()
            let failure = FailingCalls.during(.opendir, at: strata.url.path.parentPath, error: EACCES) {
                #expect(throws: MigrationError.self) { try SafeModelContainer.backups(of: vault.store) }
            }
            #expect(failure.failures > 0)
            guard case .store(.unreadable(let reason))? = failure.result?.cause else {
                Issue.record("\(failure.result as Any)")
                return
            }
            #expect(reason.contains(".strata-backups"))
            #expect(try vault.backups.last == strata)
        }

        /// Whether every operation fails, and the process is killed at every call.
        private static let isLong = ProcessInfo.processInfo.environment["PERMAFROST_KILLS"] != nil

        /// Each file operation of a restore fails once, or every third one. Nothing is lost, and the next restore succeeds.
        @Test func noFileOperationThatFailsLosesAStore() throws {
            var reached = 0
            let step = Self.isLong ? 1 : 3
            while reached < 500 {
                let (vault, strata) = try Self.vault()
                let folder = SafetyFolder(store: vault.store)
                let files = try Self.strataFiles(vault)
                let count = Locked(0)
                let failing = FileSystem.failing { [reached] in
                    count.withLock {
                        $0 += 1
                        return $0 == reached + 1
                    }
                }
                var failure: (any Error)?
                do { try ManualRestore(backup: strata, folder: folder, files: failing).run() } catch { failure = error }
                guard count.withLock({ $0 }) > reached else { break }
                reached += step
                let told: Comment = "operation \(reached), \(failure.map { "\($0)" } ?? "no error")"
                // The next launch finishes the restore or gives it up, and migrates the store.
                _ = try vault.migrate()
                try vault.expectClean()
                try vault.expectSecond(events: nil, told)
                #expect(try Self.strataFiles(vault) == files, told)
                try SafeModelContainer.restore(strata, to: vault.store)
                try vault.expectFirst(told)
            }
            #expect(reached > 20)
        }

        /// A process is killed at each call of a restore on the folder's files, or at every eighth one. Nothing is lost,
        /// and the next launch leaves no incomplete backup.
        @Test(.enabled(if: TestRun.isWhole)) func aKillLosesNothing() throws {
            let operation = VaultOperation.strataRestore
            let original = try MemoryFolder()
            try operation.prepare(URL(fileURLWithPath: original.path))
            let measured = try MemoryFolder(copyOf: original)
            let count = try ObservedFolder.observing(measured.path) { _ in
                try operation.perform(URL(fileURLWithPath: measured.path)) { _ in }
            }.observation.count
            var killed = 0
            let strata = try Self.files(original)
            #expect(strata.count == 2)
            for call in stride(from: 1, through: count, by: Self.isLong ? 1 : 8) {
                let folder = try MemoryFolder(copyOf: original)
                let ending = try Worker(
                    ["perform", operation.rawValue, folder.path, "plain"], of: "MigrationCrashWorker",
                    environment: ObservedFolder.environment(folder.path, number: call, fate: .killedBefore)
                ).ending()
                if ending.wasKilled { killed += 1 }
                do {
                    try VaultInvariants(operation: operation, folder: URL(fileURLWithPath: folder.path))
                        .check(ending.lines)
                } catch { Issue.record("call \(call) of \(count): \(error)") }
                #expect(try Self.files(folder) == strata, "call \(call) of \(count)")
            }
            #expect(killed > 10)
        }

        private static func files(_ folder: MemoryFolder) throws -> [String: Data] {
            let strata = StrataCopy.folder(of: VaultOperation.store(in: URL(fileURLWithPath: folder.path)))
            return try FileManager.default.contentsOfDirectory(atPath: strata.path).reduce(into: [:]) { files, name in
                files[name] = try Data(contentsOf: strata.appendingPathComponent(name))
            }
        }
    #endif
}
