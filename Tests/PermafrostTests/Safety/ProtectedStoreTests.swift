import Foundation
import MigrationCrashModels
import PermafrostModel
import PermafrostStore
import PermafrostTestSupport
import SwiftData
import Testing

@testable import Permafrost

#if canImport(Glibc)
    import Glibc
#endif

/// A store that the system doesn't allow the app to read now, as before a device is first unlocked.
@Suite struct ProtectedStoreTests {
    /// A version that counts how often its models are requested. Making a store in the temporary folder requests them.
    private enum CountedVersion: VersionedSchema {
        static let asked = Locked(0)
        static var versionIdentifier: Schema.Version { VaultV2.versionIdentifier }
        static var models: [any PersistentModel.Type] {
            asked.withLock { $0 += 1 }
            return VaultV2.models
        }
    }

    @Test(
        "Error codes of the system and of SQLite for protected data",
        arguments: [
            (14, EPERM, true), (23, 0, true), (14, EACCES, false), (14, ENOENT, false), (10, 0, false),
        ])
    func causes(code: Int32, systemError: Int32, isProtected: Bool) {
        var sqlite = SQLiteError(code: code, message: "unable to open database file", path: "/App.store")
        sqlite.systemError = systemError
        for error in [sqlite as any Error, StoreError.sqlite(sqlite)] {
            #expect((StoreFacts.error(error).cause == .store(.protected)) == isProtected)
        }
    }

    @Test func theErrorSaysThatTheDataIsProtected() {
        let error = StoreFacts.error(FileError(operation: .open, path: "/App.store", code: EPERM))
        #expect(error.cause == .store(.protected))
        #expect(error.description.contains("the store's data is protected"))
        #expect(error.description.contains("protectedDataDidBecomeAvailableNotification"))
    }

    @Test("A lock that another connection holds too long makes the store busy", arguments: [Int32(5), 6, 261])
    func busy(code: Int32) {
        let error = SQLiteError(code: code, message: "database is locked", path: "/App.store")
        #expect(StoreFacts.error(StoreError.sqlite(error)).cause == .busy(.inUse))
    }

    #if os(Linux)
        /// Runs without the right to open other users' files, while `access` still answers for the real user. Devices
        /// behave the same: data protection fails only the call that opens a file.
        @Test("The store is read first, and nothing waits for a -shm", arguments: ["", "-shm"])
        func order(ending: String) throws {
            let vault = try VaultFolder()
            if !ending.isEmpty { try Data().write(to: URL(fileURLWithPath: vault.store.path + ending)) }
            #expect(chmod(vault.store.path, 0) == 0)
            #expect(chmod(vault.store.deletingLastPathComponent().path, 0o755) == 0)
            let address = try #require(dlsym(nil, "setfsuid"))
            let setRights = unsafeBitCast(address, to: (@convention(c) (uid_t) -> Int32).self)
            let result = Locked<MigrationError.Cause?>(nil)
            let done = DispatchSemaphore(value: 0)
            let asked = CountedVersion.asked.withLock { $0 }
            let thread = Thread {
                // This changes only this thread's rights. They can't be changed back, so the thread ends.
                _ = setRights(65_534)
                do throws(MigrationError) {
                    _ = try SafeModelContainer.make(
                        for: CountedVersion.self, plan: VaultStore.plan, storeURL: vault.store)
                } catch { result.withLock { $0 = error.cause } }
                done.signal()
            }
            thread.start()
            done.wait()
            let cause = result.withLock { $0 }
            guard case .store(.unreadable)? = cause else {
                Issue.record("\(String(describing: cause))")
                return
            }
            #expect(CountedVersion.asked.withLock { $0 } == asked)
        }

        /// Permafrost's own files have the protection of their folder. While they can't be opened, the error is
        /// `.store(.protected)`.
        @Test(arguments: ["journal.json", "lock"]) func filesNextToTheStoreCanBeProtected(_ name: String) throws {
            let vault = try VaultFolder()
            let folder = SafetyFolder(store: vault.store)
            if name == "journal.json" {
                let version = MigrationJournal.Version(number: "1.0.0", digest: "")
                try JournalFile(folder: folder, files: FileSystem()).write(
                    MigrationJournal(
                        storeIdentifier: "", plan: "VaultPlan", safety: .backupAndRollback, source: version,
                        destination: version, between: [], step: .begun))
            }
            let before = try vault.scratch.files()
            let failure = try FailingCalls.during(.open, at: folder.folder(name), error: EPERM) { try vault.failure() }
            #expect(failure.failures > 0)
            #expect(failure.result.cause == .store(.protected))
            #expect(try vault.scratch.files() == before)
            #expect(vault.hasSafetyFolder == (name == "journal.json"))
            _ = try vault.migrate()
            try vault.expectSecond()
        }

        /// A protected store is neither damaged nor missing: nothing is written, and it is migrated after the unlock.
        @Test func aStoreIsMigratedOnceTheSystemAllowsIt() async throws {
            let vault = try VaultFolder()
            let files = try vault.scratch.files()
            @Sendable func open(_ timeout: Duration?) async throws(MigrationError) {
                _ = try await SafeModelContainer.make(
                    for: VaultV2.self, plan: VaultStore.plan, storeURL: vault.store,
                    options: .init(protectedDataTimeout: timeout))
            }
            for timeout in [nil, Duration.zero] {
                let calls = FailingCalls(.open, at: vault.store.path, error: EPERM)
                do {
                    try await open(timeout)
                    Issue.record("a protected store was opened")
                } catch {
                    #expect(error.cause == .store(.protected))
                }
                #expect(calls.end() > 0)
                #expect(try vault.scratch.files() == files)
            }
            let calls = FailingCalls(.open, at: vault.store.path, error: EPERM)
            let opened = Task { try await open(.seconds(600)) }
            try await Task.sleep(for: .milliseconds(100))
            calls.end()
            try await opened.value
            try vault.expectSecond()
        }
    #endif
}
