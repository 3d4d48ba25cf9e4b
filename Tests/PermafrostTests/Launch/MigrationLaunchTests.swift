import Foundation
import MigrationCrashModels
import PermafrostModel
import PermafrostStore
import PermafrostTestSupport
import SwiftData
import Testing

@testable import Permafrost

extension VaultFolder {
    /// A store elsewhere in the folder.
    fileprivate init(_ scratch: ScratchFolder, _ store: URL) {
        self.scratch = scratch
        self.store = store
    }
}

/// The start of an app with a sound store, a protected one, and one that can't be opened.
@MainActor @Suite struct MigrationLaunchTests {
    private typealias Phase = MigrationLaunch.Phase

    /// Returns a launch whose phases are recorded whenever the store is about to be opened or waited for.
    private static func launch(
        _ vault: VaultFolder, _ plan: MigrationPlan = VaultStore.plan
    ) -> MigrationLaunch {
        MigrationLaunch(for: VaultV2.self, plan: plan, storeURL: vault.store)
    }

    private static func failure(_ launch: MigrationLaunch) throws -> MigrationLaunch.Failure {
        guard case .failed(let failure) = launch.phase else {
            Issue.record("the phase is \(launch.phase)")
            throw CancellationError()
        }
        return failure
    }

    private static func isReady(_ launch: MigrationLaunch) -> Bool {
        if case .ready = launch.phase { true } else { false }
    }

    @Test func aStoreIsMigratedOnce() async throws {
        let vault = try VaultFolder()
        let reports = Locked(0)
        let launch = MigrationLaunch(
            for: VaultV2.self, plan: VaultStore.plan, storeURL: vault.store,
            options: .init { _ in reports.withLock { $0 += 1 } })
        async let first: Void = launch.start()
        async let second: Void = launch.start()
        _ = await (first, second)
        #expect(Self.isReady(launch))
        let count = reports.withLock { $0 }
        #expect(count > 3)
        // The launch has ended, so neither call does anything.
        await launch.start()
        await launch.retry()
        await launch.startAnew()
        #expect(reports.withLock { $0 } == count)
        try vault.expectSecond()
    }

    @Test func aProtectedStoreIsWaitedFor() async throws {
        let vault = try VaultFolder()
        let calls = Locked((opened: 0, waited: 0))
        var work = LaunchWork(storeURL: vault.store) { _ in
            let call = calls.withLock { calls in
                calls.opened += 1
                return calls.opened
            }
            guard call > 2 else { throw MigrationError(.store(.protected)) }
            return try vault.migrate()
        }
        let phases = Locked<[Bool]>([])
        let box = Locked<MigrationLaunch?>(nil)
        work.waitForProtectedData = {
            calls.withLock { $0.waited += 1 }
            let isWaiting = await MainActor.run {
                if case .waitingForProtectedData? = box.withLock({ $0 })?.phase { true } else { false }
            }
            phases.withLock { $0.append(isWaiting) }
        }
        let launch = MigrationLaunch(work: work)
        box.withLock { $0 = launch }
        await launch.start()
        #expect(Self.isReady(launch))
        #expect(calls.withLock { $0.opened } == 3)
        #expect(calls.withLock { $0.waited } == 2)
        #expect(phases.withLock { $0 } == [true, true])
        try vault.expectSecond()
        box.withLock { $0 = nil }
    }

    /// After the timeout, the launch fails, and the next attempt can succeed.
    @Test func theWaitForAProtectedStoreHasATimeout() async throws {
        let vault = try VaultFolder()
        let calls = FailingOpening()
        var work = LaunchWork(storeURL: vault.store) { _ in
            guard calls.hasEnded else { throw MigrationError(.store(.protected)) }
            return try vault.migrate()
        }
        work.protectedDataTimeout = .zero
        work.waitForProtectedData = { throw CancellationError() }
        let launch = MigrationLaunch(work: work)
        await launch.start()
        let failure = try Self.failure(launch)
        #expect(failure.error.cause == .store(.protected) && failure.remedies == [.retry])
        calls.end()
        await launch.retry()
        #expect(Self.isReady(launch))
    }

    /// The state of an opening that fails until ``end()`` is called.
    private final class FailingOpening: Sendable {
        private let ended = Locked(false)
        var hasEnded: Bool { ended.withLock { $0 } }
        func end() { ended.withLock { $0 = true } }
    }

    @Test func aFailedMigrationCanBeRetriedExportedAndSetAside() async throws {
        let vault = try VaultFolder()
        let launch = Self.launch(vault, VaultStore.failingPlan)
        await launch.start()
        let failure = try Self.failure(launch)
        #expect(failure.error.cause == .hook(.postMigrationFailed))
        #expect(failure.backup?.isIntact == true)
        // The backup equals the store, which was rolled back to it.
        #expect(failure.remedies == [.retry, .export, .startAnew])
        await launch.retry()
        _ = try Self.failure(launch)

        let exported = try await launch.export(to: vault.scratch.url)
        try VaultFolder(vault.scratch, exported.appendingPathComponent("Vault.store")).expectFirst()
        try vault.expectFirst()

        await launch.restore()
        _ = try Self.failure(launch)
        try vault.expectFirst()

        await launch.startAnew()
        // The plan's hook isn't run for a new store.
        #expect(Self.isReady(launch))
        #expect(try vault.version() == .second)
        let folder = SafetyFolder(store: vault.store)
        let moved = try folder.folders.filter { $0.hasSuffix(".aside") }.compactMap { name -> VaultFolder? in
            let store = URL(fileURLWithPath: folder.folder(name) + "/Vault.store")
            let moved = VaultFolder(vault.scratch, store)
            return try moved.version() == .first ? moved : nil
        }
        #expect(!moved.isEmpty)
        try moved.last?.expectFirst()
    }

    @Test func aDamagedStoreCanBeRestoredOrSetAside() async throws {
        let vault = try VaultFolder()
        _ = try vault.migrate()
        let garbage = Data(repeating: 7, count: 100_000)
        try garbage.write(to: vault.store)
        for ending in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: vault.store.path + ending) }
        let other = try vault.copy()

        let launch = Self.launch(vault)
        await launch.start()
        let failure = try Self.failure(launch)
        #expect(failure.remedies == [.restore, .export, .startAnew])
        await launch.restore()
        #expect(Self.isReady(launch))
        try vault.expectSecond()

        let second = Self.launch(other)
        await second.start()
        let exported = try await second.export(to: other.scratch.url)
        #expect(try Data(contentsOf: exported.appendingPathComponent("Vault.store")) == garbage)
        await second.startAnew()
        #expect(Self.isReady(second))
        let folder = SafetyFolder(store: other.store)
        let kept = try folder.folders.filter { $0.hasSuffix(".aside") }.map { folder.folder($0) + "/Vault.store" }
        #expect(kept.contains { FileManager.default.contents(atPath: $0) == garbage })
    }

    /// Without a backup, a restore fails. The remedies stay the same, and repeated calls don't nest the errors.
    @Test func aRestoreWithoutABackupIsAFailure() async throws {
        let vault = try VaultFolder()
        let opened = Locked(0)
        let cause = MigrationError.Cause.version(.newer(store: "3.0.0", wanted: "2.0.0"))
        let launch = MigrationLaunch(
            work: LaunchWork(storeURL: vault.store) { _ in
                opened.withLock { $0 += 1 }
                throw MigrationError(cause)
            })
        await launch.restore()
        #expect(opened.withLock { $0 } == 0)
        await launch.start()
        #expect(try Self.failure(launch).backup == nil)
        for _ in 0..<2 {
            await launch.restore()
            let failure = try Self.failure(launch)
            #expect(failure.error.cause == .backup(.missing))
            #expect((failure.error.underlying as? MigrationError)?.cause == cause)
            #expect(failure.remedies == [.export])
            let text = failure.error.description
            #expect(text.contains("the store has no intact backup") && text.contains("export(to:)"), "\(text)")
            #expect(text.contains("newer than 2.0.0"), "\(text)")
        }
        #expect(opened.withLock { $0 } == 1)
        try vault.expectFirst()
    }

    @Test func lateReportsAreIgnored() throws {
        var state = LaunchState()
        #expect(state.isNew)
        let begun = state.begin()
        let first = try #require(begun)
        #expect(state.begin() == nil)
        state.report(MigrationProgress(step: 1, stepCount: 2, phase: .capture), of: first)
        guard case .migrating(let progress) = state.phase else {
            Issue.record("\(state.phase)")
            return
        }
        #expect(progress.step == 1)
        state.wait(first)
        state.end(.failed(.init(error: MigrationError(.cancelled), remedies: [.retry])), of: first)
        state.report(MigrationProgress(step: 2, stepCount: 2, phase: .capture), of: first)
        state.wait(first)
        guard case .failed = state.phase else {
            Issue.record("\(state.phase)")
            return
        }
        let begunAgain = state.begin()
        let second = try #require(begunAgain)
        state.end(.opening, of: first)
        state.report(MigrationProgress(step: 2, stepCount: 2, phase: .restore), of: first)
        guard case .opening = state.phase else {
            Issue.record("\(state.phase)")
            return
        }
        #expect(state.begin() == nil)
        state.end(.opening, of: second)
        #expect(state.begin() != nil)
    }

    @Test(arguments: [
        (MigrationError.Cause.busy(.inUse), [MigrationLaunch.Remedy.retry]),
        (.cancelled, [.retry, .export]), (.store(.notEnoughSpace(needed: 2, available: 1)), [.retry, .export]),
        (.store(.damaged(report: "")), [.restore, .export, .startAnew]), (.store(.notAFile), []),
        (.store(.openingFailed), [.retry, .restore, .export, .startAnew]),
        (.version(.newer(store: "3", wanted: "2")), [.export]),
        (.version(.foreign(entities: [])), [.restore, .export, .startAnew]),
        (.version(.retired(Retired("1.0.0", hashes: []))), [.export, .startAnew]),
        (.stage(.operationFailed), [.retry, .restore, .export, .startAnew]), (.store(.protected), [.retry]),
    ])
    func eachCauseHasItsRemedies(_ cause: MigrationError.Cause, _ remedies: [MigrationLaunch.Remedy]) {
        let error = MigrationError(cause)
        #expect(MigrationLaunch.Remedy.remedies(for: error, hasBackup: true, hasStore: true) == remedies)
        #expect(
            MigrationLaunch.Remedy.remedies(for: error, hasBackup: false, hasStore: false)
                == remedies.filter { $0 == .retry })
    }
}

/// A store that is moved aside is complete at one of the two places, whatever fails.
@Suite struct UnusableStoreTests {
    private struct Fault: Error {}

    @Test func aFailingFileOperationLosesNothing() throws {
        var number = 0
        while true {
            number += 1
            let vault = try VaultFolder(inLog: true)
            let count = Locked(0)
            let files = FileSystem().observed { [number] _, _ in
                let isLast = count.withLock { count in
                    count += 1
                    return count == number
                }
                if isLast { throw Fault() }
            }
            let folder = SafetyFolder(store: vault.store)
            let error = Result { try UnusableStore(folder: folder, files: files).setAside() }
            let moved = try folder.folders.filter { $0.hasSuffix(".aside") }
                .map { VaultFolder(vault.scratch, URL(fileURLWithPath: folder.folder($0) + "/Vault.store")) }
                .first { try $0.version() != nil }
            try (moved ?? vault).expectFirst("operation \(number)")
            guard case .failure = error else {
                #expect(moved != nil)
                #expect(number > 5)
                return
            }
            try UnusableStore(folder: folder).setAside()
            #expect(try vault.version() == nil)
            _ = try vault.migrate()
            #expect(try vault.version() == .second)
        }
    }

    /// Without the store's own file, the log and the large values may be all that is left of the user's data.
    @Test func theOtherFilesOfAMissingStoreAreKept() throws {
        let vault = try VaultFolder(inLog: true)
        let folder = SafetyFolder(store: vault.store)
        let values = try folder.file.externalStorage.files().map(\.name).sorted()
        try #require(!values.isEmpty)
        let log = try Data(contentsOf: URL(fileURLWithPath: vault.store.path + "-wal"))
        try FileManager.default.removeItem(at: vault.store)
        try UnusableStore(folder: folder).setAside()
        #expect(try folder.file.externalStorage.files().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: vault.store.path + "-wal"))
        let name = try #require(try folder.folders.first { $0.hasSuffix(".aside") })
        let kept = StoreFile(URL(fileURLWithPath: folder.folder(name) + "/Vault.store"))
        #expect(FileManager.default.contents(atPath: kept.url.path + "-wal") == log)
        #expect(try kept.externalStorage.files().map(\.name).sorted() == values)
    }

    /// Stores with names that differ only in the extension share the folder of their large values. No values are
    /// removed, because they may belong to the other store.
    @Test(arguments: [false, true]) func largeValuesOfAnotherStoreAreKept(isDamaged: Bool) throws {
        let vault = try VaultFolder()
        let folder = SafetyFolder(store: vault.store)
        let other = vault.store.deletingPathExtension().appendingPathExtension("sqlite")
        try VaultStore.make(other, notes: 30)
        let values = try folder.file.externalStorage.files().map(\.name).sorted()
        let own = Set(try StoreFile(other).externalStorage.files().map(\.name))
        try #require(own == Set(values) && !values.isEmpty)
        if isDamaged { try Data(repeating: 7, count: 100_000).write(to: vault.store) }
        for _ in 0..<2 {
            try UnusableStore(folder: folder).setAside()
            #expect(try vault.version() == nil)
            #expect(try folder.file.externalStorage.files().map(\.name).sorted() == values)
        }
        // The second call had nothing to move.
        let moved = try folder.folders.filter { $0.hasSuffix(".aside") }
        #expect(moved.count == 1)
        let kept = StoreFile(URL(fileURLWithPath: folder.folder(try #require(moved.first)) + "/Vault.store"))
        #expect(try kept.externalStorage.files().map(\.name).sorted() == values)
        if !isDamaged { try VaultFolder(vault.scratch, kept.url).expectFirst() }
    }

    /// The folder of a failed attempt is removed.
    @Test func aFailedAttemptLeavesNoFolder() throws {
        let vault = try VaultFolder(inLog: true)
        let folder = SafetyFolder(store: vault.store)
        let files = FileSystem().observed { name, path in
            if name == "sync", path.contains(".aside") { throw Fault() }
        }
        #expect(throws: MigrationError.self) { try UnusableStore(folder: folder, files: files).setAside() }
        #expect(try folder.folders.filter { $0.hasSuffix(".aside") } == [])
        try vault.expectFirst()
    }

    /// A copy can't be complete if there is no store, or if one of its files can't be copied.
    @Test(arguments: [true, false]) func aFailedExportLeavesNoCopy(hasStore: Bool) throws {
        let vault = try VaultFolder(inLog: true)
        let target = vault.scratch.url.appendingPathComponent("Exports")
        try FileManager.default.createDirectory(at: target, withIntermediateDirectories: false)
        if !hasStore { try FileManager.default.removeItem(at: vault.store) }
        let files = FileSystem().observed { name, path in
            if name == "copy", path.hasSuffix("-wal") { throw Fault() }
        }
        let folder = SafetyFolder(store: vault.store)
        let error = #expect(throws: MigrationError.self) {
            try UnusableStore(folder: folder, files: files).export(to: target)
        }
        #expect(error?.cause == .backup(.failed))
        #expect(try FileManager.default.contentsOfDirectory(atPath: target.path) == [])
    }

    /// On a read-only volume, the lock's file can't be created. A store can be exported without it.
    @Test func aStoreInAReadOnlyFolderIsExported() throws {
        let vault = try VaultFolder(inLog: true)
        let other = try ScratchFolder()
        let folder = SafetyFolder(store: vault.store)
        var files = FileSystem().observed { _, path in
            if path.hasPrefix(folder.parent) { throw FileError(operation: .write, path: path, code: EROFS) }
        }
        files.isWritable = { !$0.hasPrefix(folder.parent) }
        let exported = try UnusableStore(folder: folder, files: files).export(to: other.url)
        #expect(!vault.hasSafetyFolder)
        try VaultFolder(other, exported.appendingPathComponent("Vault.store")).expectFirst()
    }

    /// One store that was rolled back is kept. A store that was moved aside isn't counted or removed.
    @Test func laterRollbacksKeepTheStore() throws {
        let vault = try VaultFolder()
        let folder = SafetyFolder(store: vault.store)
        try UnusableStore(folder: folder).setAside()
        try VaultStore.make(vault.store, notes: 5)
        for _ in 0..<4 { _ = try vault.failure(VaultStore.failingPlan) }
        #expect(try folder.folders.count { $0.isReplacedStore } == 1)
        let kept = try #require(try folder.folders.first { $0.hasSuffix(".aside") })
        try VaultFolder(vault.scratch, URL(fileURLWithPath: folder.folder(kept) + "/Vault.store")).expectFirst()
    }

    /// After the store is moved, the error no longer states that nothing was changed.
    @Test(arguments: [("link", true), ("sync", false), ("remove", false)])
    func theErrorReportsWhetherTheStoreWasMoved(_ operation: String, _ isUnchanged: Bool) throws {
        let vault = try VaultFolder(inLog: true)
        let folder = SafetyFolder(store: vault.store)
        let files = FileSystem().observed { [store = vault.store.path] name, _ in
            guard name == operation, isUnchanged || !FileStatus.exists(store) else { return }
            throw FileError(operation: .write, path: store, code: EIO)
        }
        var refusing = files
        if isUnchanged { refusing.copy = { path, _ in throw FileError(operation: .write, path: path, code: EIO) } }
        let error = #expect(throws: MigrationError.self) {
            try UnusableStore(folder: folder, files: refusing).setAside()
        }
        #expect(error?.cause == (isUnchanged ? .backup(.failed) : .store(.replacementFailed)))
        #expect(error?.description.contains("Nothing was changed") == isUnchanged)
        #expect(FileStatus.exists(vault.store.path) == isUnchanged)
    }

    @Test func anOpenStoreIsNotMoved() throws {
        let vault = try VaultFolder()
        let container = try vault.migrate()
        for action in [
            { try UnusableStore(folder: SafetyFolder(store: vault.store)).setAside() },
            { _ = try UnusableStore(folder: SafetyFolder(store: vault.store)).export(to: vault.scratch.url) },
        ] {
            let error = #expect(throws: MigrationError.self) { try action() }
            #expect(error?.cause == .busy(.inUse))
        }
        withExtendedLifetime(container) {}
        try vault.expectSecond()
    }
}

/// Waiting for protected data, and work that the system may suspend.
@Suite struct SuspensionTests {
    @Test(arguments: [(nil, 1, 0), (Duration.seconds(60), 3, 2)] as [(Duration?, Int, Int)])
    func aProtectedStoreIsThrownOrWaitedFor(_ timeout: Duration?, _ calls: Int, _ pauses: Int) async {
        let made = Locked((calls: 0, pauses: 0))
        let result: Result<Int, MigrationError>
        do {
            result = .success(
                try await ProtectedData.whileProtected(
                    upTo: timeout, pause: { _ in made.withLock { $0.pauses += 1 } },
                    { () async throws(MigrationError) -> Int in
                        let call = made.withLock { made in
                            made.calls += 1
                            return made.calls
                        }
                        guard call == 3 else { throw MigrationError(.store(.protected)) }
                        return call
                    }))
        } catch {
            result = .failure(error)
        }
        #expect(made.withLock { $0.calls } == calls)
        #expect(made.withLock { $0.pauses } == pauses)
        switch result {
        case .success(let call): #expect(call == 3 && timeout != nil)
        case .failure(let error): #expect(error.cause == .store(.protected) && timeout == nil)
        }
    }

    @Test func theWaitEndsAndCanBeCancelled() async {
        for (timeout, cause) in [
            (Duration.zero, MigrationError.Cause.store(.protected)), (.seconds(60), .cancelled),
        ] {
            do {
                try await ProtectedData.whileProtected(
                    upTo: timeout, pause: { _ in throw CancellationError() },
                    { () async throws(MigrationError) in throw MigrationError(.store(.protected)) })
                Issue.record("the store was opened")
            } catch {
                #expect(error.cause == cause)
            }
        }
    }

    /// The system grants time, takes it back during the work, or grants none.
    @Test(arguments: [([false], "done", 0), ([false, true], "done", 1), ([true], "refused", 0)])
    func workIsCancelledWhenItsActivityExpires(_ calls: [Bool], _ value: String, _ cancellations: Int) async {
        let cancelled = Locked(0)
        let isBusy = DispatchSemaphore(value: 0)
        let mayEnd = DispatchSemaphore(value: 0)
        let activity = ExpiringActivity { _, block in
            for isExpiring in calls {
                DispatchQueue.global().async {
                    if isExpiring, calls.count > 1 { isBusy.wait() }
                    block(isExpiring)
                    if isExpiring { mayEnd.signal() }
                }
            }
        }
        let result = await activity.run(
            cancel: { cancelled.withLock { $0 += 1 } }, refused: { "refused" },
            {
                isBusy.signal()
                if calls.count > 1 { mayEnd.wait() }
                return "done"
            })
        #expect(result == value)
        #expect(cancelled.withLock { $0 } == cancellations)
    }

    @Test(arguments: [
        ("/private/var/mobile/Containers/Shared/AppGroup/5A/App.store", true),
        ("/private/var/mobile/Containers/Data/Application/5A/Library/App.store", false),
    ]) func aGroupsFolderIsShared(_ path: String, _ isShared: Bool) {
        #expect(ExpiringActivity.isShared(path) == isShared)
    }
}
