import Foundation
import MigrationCrashModels
import PermafrostModel
import PermafrostStore
import PermafrostTestSupport
import SwiftData
import Testing

@testable import Permafrost

/// Several processes or threads open an old store at once. One migrates it, and the others wait.
@Suite struct SharedVaultTests {
    #if os(Linux) || os(macOS)
        @Test(.enabled(if: TestRun.isWhole), arguments: MigrationSafety.allCases)
        func processesTakeTurns(_ safety: MigrationSafety) throws {
            let vault = try VaultFolder(notes: 200)
            let workers = try (0..<3).map {
                try Worker(["sound", vault.store.path, safety.rawValue, "\(1001 + $0)"], of: "MigrationCrashWorker")
            }
            for worker in workers {
                let ending = worker.ending()
                #expect(ending.lines.last == "opened", "\(ending.error)")
            }
            try vault.expectSecond(notes: 200, added: [1001, 1002, 1003])
            try vault.expectClean()
            #expect(try vault.backups.count == (safety == .none ? 0 : 1))
        }

        /// A process was killed, and two launches find its remains at the same time. One recovers, and the other waits.
        @Test(.enabled(if: TestRun.isWhole), arguments: ["sound", "failing"])
        func twoProcessesRecoverInTurn(_ kind: String) throws {
            let original = try VaultFolder(notes: 20)
            func worker(_ arguments: [String], _ vault: VaultFolder) throws -> Worker {
                try Worker(
                    [arguments[0], vault.store.path, MigrationSafety.backupAndRollback.rawValue]
                        + arguments.dropFirst(),
                    of: "MigrationCrashWorker")
            }
            let measured = try original.copy()
            let steps = try worker(["count-" + kind], measured).ending().count
            #expect(steps > 20)
            for step in stride(from: 1, through: steps, by: max(1, steps / 7)) {
                let vault = try original.copy()
                let ending = try worker(["kill-" + kind, "\(step)"], vault).ending()
                #expect(ending.wasKilled)
                let journal = try JournalFile(folder: SafetyFolder(store: vault.store), files: FileSystem()).read()
                let launches = try ["1001", "1002"].map { try worker(["sound", $0], vault) }
                for launch in launches {
                    let ending = launch.ending()
                    #expect(ending.lines.last == "opened", "step \(step): \(ending.error)")
                }
                // A hook that was interrupted before its end was recorded runs again.
                let events = journal?.step == .finishing ? nil : [VaultStore.migrated]
                try vault.expectSecond(notes: 20, added: [1001, 1002], events: events, "step \(step)")
                try vault.expectClean()
            }
        }
    #endif

    @Test func threadsTakeTurns() throws {
        let vault = try VaultFolder(notes: 50)
        let errors = Locked<[MigrationError]>([])
        let migrations = Locked(0)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            do throws(MigrationError) {
                _ = try vault.migrate(timeout: 60) { progress in
                    if progress.phase == .backup { migrations.withLock { $0 += 1 } }
                }
            } catch { errors.withLock { $0.append(error) } }
        }
        #expect(errors.withLock { $0 }.isEmpty)
        #expect(migrations.withLock { $0 } == 1)
        try vault.expectSecond(notes: 50)
    }

    @Test func waitingForALockTimesOut() throws {
        let vault = try VaultFolder()
        let folder = SafetyFolder(store: vault.store)
        try StoreLock(folder: folder, files: FileSystem(), timeout: 1).withLock {
            let error = Locked<MigrationError?>(nil)
            // Another thread waits separately.
            DispatchQueue.concurrentPerform(iterations: 2) { _ in
                do throws(MigrationError) { _ = try vault.migrate(timeout: 0.05) } catch let found {
                    error.withLock { $0 = found }
                }
            }
            #expect([.busy(.inUse), .busy(.migrationInProgress)].contains(error.withLock { $0?.cause }))
        }
        try vault.expectFirst()
        _ = try vault.migrate()
        try vault.expectSecond()
    }

    /// The store's folder is a link whose target doesn't exist, so the lock's file can't be created.
    @Test(.timeLimit(.minutes(1))) func aLockInAFolderThatIsMissingFails() throws {
        let scratch = try ScratchFolder()
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path("link"), withDestinationPath: scratch.path("missing"))
        let store = scratch.url.appendingPathComponent("link/Vault.store")
        let error = #expect(throws: MigrationError.self) { try SafeModelContainer.setAside(store) }
        #expect((error?.underlying as? FileError)?.code == ENOENT)
    }

    /// Other processes remove the lock's folder again and again.
    @Test(.timeLimit(.minutes(1))) func aLockThatCannotBeCreatedTimesOut() throws {
        let vault = try VaultFolder()
        var files = FileSystem()
        files.makeFolder = { path in throw FileError(operation: .createDirectory, path: path, code: ENOENT) }
        let error = #expect(throws: MigrationError.self) {
            try StoreLock(folder: SafetyFolder(store: vault.store), files: files, timeout: 0.1).withLock {}
        }
        #expect(error?.cause == .busy(.inUse))
    }

    /// Returns the result of a launch on another thread that begins while this thread has the store's lock.
    ///
    /// - Parameter whileLocked: a closure that runs meanwhile. Its argument waits until the launch has ended.
    private func launch(
        _ vault: VaultFolder, _ run: MigrationRun, whileLocked: (_ wait: () -> Void) throws -> Void
    ) throws -> Result<Void, MigrationError>? {
        let result = Locked<Result<Void, MigrationError>?>(nil)
        let done = DispatchSemaphore(value: 0)
        try StoreLock(folder: SafetyFolder(store: vault.store), files: FileSystem(), timeout: 1).withLock {
            Thread {
                let ended = Result { () throws(MigrationError) in
                    _ = try SafeMigration(
                        to: VaultV2.self, plan: VaultStore.plan, safety: .backupAndRollback,
                        configurations: StoreConfigurations(storeURL: vault.store), run: run, timeout: 10
                    ).open()
                }
                result.withLock { $0 = ended }
                done.signal()
            }.start()
            try whileLocked {
                done.wait()
                done.signal()
            }
        }
        done.wait()
        return result.withLock { $0 }
    }

    /// While another process finishes a restore, a launch finds an empty folder at the store's path, and then no
    /// journal. The launch waits for that process, and reads the store again.
    @Test func aRestoreThatEndsMeanwhileIsWaitedFor() throws {
        let vault = try VaultFolder()
        let away = vault.scratch.path("away")
        let (manager, path) = (FileManager.default, vault.store.path)
        try manager.moveItem(atPath: path, toPath: away)
        try manager.createDirectory(atPath: path, withIntermediateDirectories: false)
        let result = try launch(vault, MigrationRun()) { _ in
            Thread.sleep(forTimeInterval: 0.3)
            try manager.removeItem(atPath: path)
            try manager.moveItem(atPath: away, toPath: path)
        }
        #expect(throws: Never.self) { try result?.get() }
        try vault.expectSecond()
    }

    /// A cancelled launch doesn't wait for the process that migrates the store. A launch that is cancelled at the end
    /// of the wait doesn't begin a migration.
    @Test(arguments: [false, true]) func aCancelledLaunchDoesNotWait(_ isCancelledAtOnce: Bool) throws {
        let vault = try VaultFolder()
        let isCancelled = Locked(isCancelledAtOnce)
        let reports = Locked(0)
        let run = MigrationRun(
            report: { _ in reports.withLock { $0 += 1 } },
            checkCancelled: { if isCancelled.withLock({ $0 }) { throw MigrationError(.cancelled) } })
        let result = try launch(vault, run) { wait in
            if isCancelledAtOnce { wait() } else { Thread.sleep(forTimeInterval: 0.2) }
            isCancelled.withLock { $0 = true }
        }
        guard case .failure(let error)? = result else {
            Issue.record("\(String(describing: result))")
            return
        }
        #expect(error.cause == .cancelled)
        #expect(reports.withLock { $0 } == 0)
        try vault.expectFirst()
    }

    @Test func aCallerChoosesHowLongToWait() throws {
        let vault = try VaultFolder()
        let errors = Locked<[MigrationError]>([])
        try StoreLock(folder: SafetyFolder(store: vault.store), files: FileSystem(), timeout: 1).withLock {
            let done = DispatchSemaphore(value: 0)
            // This thread holds the turn.
            Thread {
                for timeout in [Duration.zero, .milliseconds(50), .seconds(-1)] {
                    do throws(MigrationError) {
                        _ = try SafeModelContainer.make(
                            for: VaultV2.self, plan: VaultStore.plan, storeURL: vault.store,
                            options: .init(timeout: timeout))
                    } catch { errors.withLock { $0.append(error) } }
                }
                done.signal()
            }.start()
            done.wait()
        }
        let found = errors.withLock { $0 }
        #expect(found.map(\.cause) == Array(repeating: .busy(.inUse), count: 3))
        #expect(found.first?.description.contains("still in use after the timeout of 0 seconds") == true)
        #expect(SafeModelContainer.defaultTimeout < .seconds(20))
        #expect(Duration.seconds(Int64.max).timeoutSeconds == 31_536_000)
        try vault.expectFirst()
    }

    @Test func aHookCanOpenAnotherStoreButNotItsOwn() throws {
        let vault = try VaultFolder()
        let other = try VaultFolder()
        let plan = MigrationPlan(
            VaultPlan.self,
            postMigration: { _ in
                _ = try SafeModelContainer.make(for: VaultV2.self, plan: VaultStore.plan, storeURL: other.store)
                _ = try SafeModelContainer.make(
                    for: VaultV3.self, plan: MigrationPlan(LaterVaultPlan.self), storeURL: vault.store)
            })
        let error = try vault.failure(plan)
        #expect(error.cause == .hook(.postMigrationFailed))
        #expect((error.underlying as? MigrationError)?.cause == .busy(.migrationInProgress))
        try vault.expectFirst()
        try other.expectSecond()
    }
}
