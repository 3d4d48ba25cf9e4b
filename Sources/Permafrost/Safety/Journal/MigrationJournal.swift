import Foundation

/// A record of a running migration or restore, saved in a file. If the process ends, the next launch that opens the
/// store reads the record, and finishes or undoes the migration or restore.
struct MigrationJournal: Codable, Sendable, Hashable {
    static let currentFormat = 1

    /// The steps of a migration and of a restore, in the order of execution.
    enum Step: String, Codable, Sendable, CaseIterable {
        /// The journal exists, and no stage has run. The backup may be missing or incomplete.
        case begun
        /// The backup is complete.
        case backedUp
        /// The `preMigration` hook has finished. Stages may have run.
        case migrating
        /// The store has its new version.
        case committed
        /// The `postMigration` hook runs next, and may already have begun or finished.
        case finishing
        /// The migration is complete. Only the journal still has to be removed.
        case finished
        /// The backup is going to replace the store. The copy of the backup isn't ready yet.
        case restoring
        /// A copy of the backup is ready. Moving the store aside is the next step, and may have begun.
        case staged
        /// No part of the previous store is at the store's path. Moving the copy there is the next step, and may have
        /// begun.
        case cleared
    }

    /// A version, identified by its number and the digest of its hashes.
    struct Version: Codable, Sendable, Hashable {
        var number: String
        var digest: String
    }

    var formatVersion = Self.currentFormat
    /// The store's UUID.
    var storeIdentifier: String
    var plan: String
    var safety: MigrationSafety
    /// The version that the store had when the migration began. For a restore that the app requested, the backup's
    /// version.
    var source: Version
    /// The version that the store migrates to. For a restore that the app requested, the backup's version.
    var destination: Version
    /// The digests of the intermediate versions' hashes. SwiftData may leave the store at one of these versions.
    var between: [String]
    /// The name of the backup's folder in the store's safety folder. Nil if the safety setting makes no backup, or if
    /// an app restores a backup from a different folder.
    var backup: String?
    /// The name of the folder that the replaced store moves to; nil until the copy that replaces the store is ready.
    var failed: String?
    /// The ``StoreState`` of the store to replace, recorded when the copy that replaces it became ready. Nil before
    /// that time, or if there is no store to replace.
    var replaced: String?
    /// The number of the empty folder at the store's path, if the volume can't mark the folder: see ``RestorePlace``.
    var place: UInt64?
    /// The step that was recorded last.
    var step: Step

    /// Whether the app requested the restore. False for the rollback of a migration.
    var isRequested: Bool { source == destination }

    enum CodingKeys: String, CodingKey, CaseIterable {
        case formatVersion, storeIdentifier, plan, safety, source, destination, between, backup, failed, replaced,
            place,
            step
    }

    /// Whether the backup's folder and the replaced store's folder are inside the store's own safety folder. If not,
    /// the journal counts as damaged, so that a restore can't read or write other folders.
    var namesOwnFolders: Bool {
        [backup, failed].allSatisfy { $0.map { !$0.isEmpty && !$0.contains("/") && !$0.hasPrefix(".") } ?? true }
    }
}
