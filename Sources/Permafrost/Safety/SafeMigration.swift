import Foundation
import PermafrostModel
import PermafrostStore
import SwiftData

/// Opens one store safely: decides what is to be done, and does it so that it can end at any moment.
///
/// A store that is current costs a look at its metadata, and one for a journal. Everything else is done by one process at a
/// time.
package struct SafeMigration: Sendable {
    let wanted: any VersionedSchema.Type
    let plan: MigrationPlan
    let folder: SafetyFolder
    private let wantedSafety: MigrationSafety
    private let deviceBackups: DeviceBackupPolicy
    let configurations: StoreConfigurations
    let run: MigrationRun
    let files: FileSystem
    private let lock: StoreLock
    /// How long to wait for another process, in seconds.
    private let timeout: Double
    /// How much is kept, of the store as it is. A store that is synced is not put back: it would be filled with what was synced
    /// since.
    var safety: MigrationSafety {
        wantedSafety == .backupAndRollback && configurations.isSynced ? .backupOnly : wantedSafety
    }
    var journalFile: JournalFile { JournalFile(folder: folder, files: files) }
    var recovery: Recovery { Recovery(folder: folder, files: files) }
    private var preflight: Preflight { Preflight(folder: folder, files: files, copies: safety.copies) }

    /// How long to wait for another process by default, in seconds.
    package static let timeout = 120.0

    /// A migration of a store.
    ///
    /// - Parameters:
    ///   - wanted: the version that the store is opened with.
    ///   - plan: the plan.
    ///   - safety: how much is kept; a store that CloudKit mirrors takes no more than `.backupOnly`.
    ///   - deviceBackups: whether the device's backups hold the store's.
    ///   - configurations: the store's own configuration, and further ones.
    ///   - run: takes reports, and may end the migration.
    ///   - files: what is done to files.
    ///   - timeout: how long to wait for another process, in seconds.
    init(
        to wanted: any VersionedSchema.Type, plan: MigrationPlan, safety: MigrationSafety,
        deviceBackups: DeviceBackupPolicy = .asStore, configurations: StoreConfigurations, run: MigrationRun,
        files: FileSystem = FileSystem(),
        timeout: Double = Self.timeout
    ) {
        self.wanted = wanted
        self.plan = plan
        wantedSafety = safety
        self.deviceBackups = deviceBackups
        self.configurations = configurations
        self.run = run
        self.files = files
        self.timeout = timeout
        folder = SafetyFolder(store: configurations.storeURL)
        lock = StoreLock(folder: folder, files: files, timeout: timeout)
    }

    /// A migration that reports to a handler, for processes that are watched.
    package init(
        to wanted: any VersionedSchema.Type, plan: MigrationPlan, safety: MigrationSafety,
        deviceBackups: DeviceBackupPolicy = .asStore, configurations: StoreConfigurations, files: FileSystem,
        timeout: Double = Self.timeout, progress: @escaping MigrationProgressHandler = { _ in }
    ) {
        self.init(
            to: wanted, plan: plan, safety: safety, deviceBackups: deviceBackups, configurations: configurations,
            run: MigrationRun(report: progress), files: files, timeout: timeout)
    }

    /// Opens the store, which is then of the wanted version.
    ///
    /// What the store says of itself is read first: the version's own hashes need a store in the temporary folder, which may be
    /// protected as the app's data is, and an error of that would hide the one of the store.
    package func open() throws(MigrationError) -> ModelContainer {
        do {
            let end = ContinuousClock.now + .seconds(timeout)
            if let container = try openAtOnce(until: end) { return container }
            return try lock.withLock(until: end) { try openAlone(try LiveVersion.of(wanted)) }
        } catch {
            var located = error as? MigrationError ?? MigrationError(.store(.openingFailed), underlying: error)
            located.storeURL = located.storeURL ?? folder.store
            throw located
        }
    }

    /// The container of a store on which nothing is to be done; nil if something may be.
    private func openAtOnce(until end: ContinuousClock.Instant) throws -> ModelContainer? {
        // The journal is looked for after the store: a migration that begins in between shows by it.
        let found = Result { try StoreFacts.read(folder.store, until: end) }
        // A journal changes nothing about a store that can't be read now, and is as protected itself.
        if case .failure(let error as MigrationError) = found, error.cause == .store(.protected) { throw error }
        guard try !journalFile.exists else { return nil }
        // A restoration that ended between the two has put another store in the place.
        let facts = try found.get()
        guard try StoreFacts.read(folder.store, until: end)?.digest == facts?.digest else { return nil }
        guard let facts else { return try container() }
        let identity = try LiveVersion.of(wanted)
        if configurations.isCurrent(facts.hashes, for: identity) { return try container() }
        // What is refused for its version leaves no trace, not even for a moment.
        _ = try PlanPath(plan, from: facts, to: identity, keeping: configurations)
        try preflight.checkFolder()
        return nil
    }

    /// Opens the store while no other process is at it.
    private func openAlone(_ identity: LiveVersion) throws -> ModelContainer {
        var interrupted: MigrationJournal?
        if let journal = try journalFile.read() {
            report(.recovery)
            if case .finish(let unfinished) = try recovery.run(journal) { interrupted = unfinished }
        }
        guard let facts = try StoreFacts.read(folder.store) else { return try container() }
        guard !configurations.isCurrent(facts.hashes, for: identity) else {
            guard let interrupted else { return try container() }
            let source = try version(interrupted.source) ?? identity.version
            var attempt = MigrationAttempt(self, interrupted, from: source, to: identity.version)
            return try attempt.resume()
        }
        report(.preflight)
        let path = try PlanPath(plan, from: facts, to: identity, keeping: configurations)
        try preflight.checkFolder()
        // What is no longer needed must not take the space that a new backup needs.
        StoreBackups(folder: folder, files: files).prune()
        try preflight.checkStore()
        // A migration to a version between that was cut short before its hook after: the hook runs once, for all of the way.
        let source = try interrupted.flatMap { try version($0.source) } ?? path.source.version
        let journal = MigrationJournal(
            storeIdentifier: facts.identifier, plan: plan.name, safety: safety,
            source: MigrationJournal.Version(number: "\(path.source.version)", digest: facts.digest),
            destination: MigrationJournal.Version(
                number: "\(path.destination.version)",
                digest: configurations.digest(of: path.destination)),
            between: path.between.map { configurations.digest(of: $0) },
            backup: safety == .none ? nil : try StoreBackups(folder: folder, files: files).backupName(plan: plan.name),
            step: .begun)
        var attempt = MigrationAttempt(self, journal, from: source, to: path.destination.version)
        return try attempt.start(facts)
    }

    /// The number of a version that a journal names.
    private func version(_ version: MigrationJournal.Version) throws -> Schema.Version? {
        try plan.schemas.first {
            configurations.digest(of: try LiveVersion.of($0)) == version.digest
        }?.versionIdentifier ?? Schema.Version(text: version.number)
    }

    /// Whether the device's backups leave out the store's backups.
    func isBackupExcluded() throws -> Bool {
        switch deviceBackups {
        case .asStore: try files.isExcludedFromDeviceBackup(folder.store.path)
        case .excluded: true
        }
    }

    /// Opens the store by SwiftData.
    func container() throws(MigrationError) -> ModelContainer {
        try PlanContainer.open(
            schema: Schema(versionedSchema: wanted), plan: plan.part(to: wanted),
            configurations: configurations.all(for: wanted), run: run)
    }

    /// Reports what is done outside of the plan's steps.
    func report(_ phase: MigrationProgress.Phase) {
        run.progressed(MigrationProgress(step: 0, stepCount: plan.stageCount, phase: phase))
    }
}
