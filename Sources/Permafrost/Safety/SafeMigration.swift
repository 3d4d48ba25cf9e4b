import Foundation
import PermafrostModel
import PermafrostStore
import SwiftData

/// A procedure that opens a store. If necessary, it first migrates the store, or recovers the store from an interrupted
/// migration. If the process ends in the meantime, the next launch finishes or undoes the migration.
///
/// For a store that already has the requested version, this costs two reads of the store's metadata and one check for a
/// journal. Everything else runs in only one process at a time.
package struct SafeMigration: Sendable {
    let wanted: any VersionedSchema.Type
    let plan: MigrationPlan
    let folder: SafetyFolder
    private let wantedSafety: MigrationSafety
    private let deviceBackups: DeviceBackupPolicy
    /// The rules for the store's backups.
    let retention: BackupRetention
    let configurations: StoreConfigurations
    let run: MigrationRun
    let files: FileSystem
    private let lock: StoreLock
    /// The time in seconds to wait for another process or thread that migrates the store.
    private let timeout: Double
    /// The safety setting for this store. A synced store isn't rolled back, because changes that were synced in the
    /// meantime would be merged into the old version.
    var safety: MigrationSafety {
        wantedSafety == .backupAndRollback && configurations.isSynced ? .backupOnly : wantedSafety
    }
    var journalFile: JournalFile { JournalFile(folder: folder, files: files) }
    var recovery: Recovery { Recovery(folder: folder, files: files) }
    private var preflight: Preflight { Preflight(folder: folder, files: files, copies: safety.copies) }

    /// The default time in seconds to wait for another process or thread that migrates the store.
    package static let timeout = 120.0

    /// Creates a migration of a store.
    ///
    /// - Parameters:
    ///   - wanted: the version that the store is opened with.
    ///   - plan: the plan.
    ///   - safety: the safety setting. For a store that CloudKit mirrors, `.backupAndRollback` means `.backupOnly`.
    ///   - deviceBackups: whether the device's backups include the store's backups.
    ///   - retention: the rules for the store's backups.
    ///   - configurations: the store's configuration, and any additional ones.
    ///   - run: receives the progress, and can cancel the migration.
    ///   - files: the file operations.
    ///   - timeout: the time in seconds to wait for another process.
    init(
        to wanted: any VersionedSchema.Type, plan: MigrationPlan, safety: MigrationSafety,
        deviceBackups: DeviceBackupPolicy = .asStore, retention: BackupRetention = BackupRetention(),
        configurations: StoreConfigurations, run: MigrationRun, files: FileSystem = FileSystem(),
        timeout: Double = Self.timeout
    ) {
        self.wanted = wanted
        self.plan = plan
        wantedSafety = safety
        self.deviceBackups = deviceBackups
        self.retention = retention
        self.configurations = configurations
        self.run = run
        self.files = files
        self.timeout = timeout
        folder = SafetyFolder(store: configurations.storeURL)
        lock = StoreLock(folder: folder, files: files, timeout: timeout)
    }

    /// Creates a migration that reports to a handler, with file operations that tests can observe or cause to fail.
    package init(
        to wanted: any VersionedSchema.Type, plan: MigrationPlan, safety: MigrationSafety,
        deviceBackups: DeviceBackupPolicy = .asStore, retention: BackupRetention = BackupRetention(),
        configurations: StoreConfigurations, files: FileSystem, timeout: Double = Self.timeout,
        progress: @escaping MigrationProgressHandler = { _ in }
    ) {
        self.init(
            to: wanted, plan: plan, safety: safety, deviceBackups: deviceBackups, retention: retention,
            configurations: configurations, run: MigrationRun(report: progress), files: files, timeout: timeout)
    }

    /// Opens the store and returns its container. Migrates an older store, and finishes or undoes an interrupted
    /// migration.
    ///
    /// The store's metadata is read before the version's hashes, because the hashes come from a store in the temporary
    /// folder. If data protection prevents access to both stores, the error is then about the app's store.
    package func open() throws(MigrationError) -> ModelContainer {
        do {
            let end = ContinuousClock.now + .seconds(timeout)
            var first: MigrationError?
            do { if let container = try openAtOnce(until: end) { return container } } catch let error as MigrationError
                where error.mayResultFromRestore
            { first = error }
            var isLocked = false
            do {
                return try lock.withLock(until: end, checkCancelled: run.checkCancelled) {
                    isLocked = true
                    return try openAlone(try LiveVersion.of(wanted), until: end)
                }
            } catch let error as FileError where !isLocked {
                // The lock's file can't be created, for example because the folder isn't writable.
                throw first ?? error
            }
        } catch {
            var located = error as? MigrationError ?? MigrationError(.store(.openingFailed), underlying: error)
            located.storeURL = located.storeURL ?? folder.store
            // A folder at the store's path may be what is left of a restore whose journal was removed.
            if located.cause == .store(.notAFile), located.backup == nil {
                located.backup = (try? StoreBackups(folder: folder, files: files).backups)?.first?.url
            }
            throw located
        }
    }

    /// Opens a store that needs no migration or recovery. Returns nil if it may need one.
    private func openAtOnce(until end: ContinuousClock.Instant) throws -> ModelContainer? {
        // Check for a journal after reading the store, because a migration that begins in between writes one.
        let found = Result { try StoreFacts.read(folder.store, until: end) }
        // The journal of a protected store is protected, too, so don't check for it.
        if case .failure(let error as MigrationError) = found, error.cause == .store(.protected) { throw error }
        guard try !journalFile.exists else { return nil }
        // A restore that ended in between has put a different store at the path.
        let facts = try found.get()
        guard try StoreFacts.read(folder.store, until: end)?.hashes == facts?.hashes else { return nil }
        guard let facts else { return try container() }
        let identity = try LiveVersion.of(wanted)
        if configurations.isCurrent(facts.hashes, for: identity) { return try container() }
        // Reject an unsupported version before touching the file system.
        _ = try PlanPath(plan, from: facts, to: identity, keeping: configurations)
        try preflight.checkFolder()
        return nil
    }

    /// Opens the store, and recovers and migrates it first if necessary. The caller must have the store's lock, so that
    /// no other process migrates or restores the store.
    private func openAlone(_ identity: LiveVersion, until end: ContinuousClock.Instant) throws -> ModelContainer {
        var interrupted: MigrationJournal?
        var recovery = recovery
        recovery.end = end
        if let journal = try recovery.journal() {
            report(.recovery)
            if case .finish(let unfinished) = try recovery.run(journal) { interrupted = unfinished }
        }
        guard let facts = try StoreFacts.read(folder.store, until: end) else { return try container() }
        guard !configurations.isCurrent(facts.hashes, for: identity) else {
            guard let interrupted else { return try container() }
            let source = try version(interrupted.source) ?? identity.version
            var attempt = MigrationAttempt(self, interrupted, from: source, to: identity.version)
            return try attempt.resume()
        }
        report(.preflight)
        let path = try PlanPath(plan, from: facts, to: identity, keeping: configurations)
        try preflight.checkFolder()
        // Remove backups that are no longer needed first, to make space for the new one.
        StoreBackups(folder: folder, files: files).prune(retention)
        try preflight.checkStore()
        // An interrupted migration to an intermediate version hasn't run its hook. The hook then runs once, for the
        // complete migration.
        let source = try interrupted.flatMap { try version($0.source) } ?? path.source
        let journal = MigrationJournal(
            storeIdentifier: facts.identifier, plan: plan.name, safety: safety,
            source: MigrationJournal.Version(number: "\(path.source)", digest: facts.digest),
            destination: MigrationJournal.Version(
                number: "\(path.destination.version)",
                digest: configurations.digest(of: path.destination)),
            between: path.between.map { configurations.digest(of: $0) },
            backup: safety == .none ? nil : try StoreBackups(folder: folder, files: files).backupName(plan: plan.name),
            step: .begun)
        var attempt = MigrationAttempt(self, journal, from: source, to: path.destination.version)
        return try attempt.start(facts)
    }

    /// Returns the number of the plan's version with the digest that a journal records. If the plan has no such
    /// version, returns the recorded number, or nil if that number isn't valid.
    private func version(_ version: MigrationJournal.Version) throws -> Schema.Version? {
        try plan.schemas.first {
            configurations.digest(of: try LiveVersion.of($0)) == version.digest
        }?.versionIdentifier ?? Schema.Version(text: version.number)
    }

    /// Returns whether to exclude the store's backups from device backups.
    func isBackupExcluded() throws -> Bool {
        switch deviceBackups {
        case .asStore: try files.isExcludedFromDeviceBackup(folder.store.path)
        case .excluded: true
        }
    }

    /// Opens the store with SwiftData, which migrates it with the plan if necessary.
    func container() throws(MigrationError) -> ModelContainer {
        try PlanContainer.open(
            schema: Schema(versionedSchema: wanted), plan: plan.part(to: wanted),
            configurations: configurations.all(for: wanted), run: run)
    }

    /// Reports a phase that isn't part of a stage, such as the backup.
    func report(_ phase: MigrationProgress.Phase) {
        run.report(MigrationProgress(step: 0, stepCount: plan.stageCount, phase: phase))
    }
}
