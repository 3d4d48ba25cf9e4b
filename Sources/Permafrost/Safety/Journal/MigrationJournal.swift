import Foundation

/// How far a migration or a restore has come, in a file that outlives the process: the next launch that opens the store goes
/// on from there.
struct MigrationJournal: Codable, Sendable, Hashable {
    static let currentFormat = 1

    /// What has been done, in the order in which it is.
    enum Step: String, Codable, Sendable, CaseIterable {
        /// Nothing but the journal; a backup may be half made.
        case begun
        /// The backup is whole.
        case backedUp
        /// The hook before has ended; the stages may run.
        case migrating
        /// The store is of its new version.
        case committed
        /// The hook after may run.
        case finishing
        /// All is done but for the journal's end.
        case finished
        /// The backup is to take the store's place.
        case restoring
        /// A copy of the backup is ready; the store may be moved aside.
        case staged
        /// Nothing of the previous store is in its place; the copy may go there.
        case cleared
    }

    /// A version, by its number and its hashes.
    struct Version: Codable, Sendable, Hashable {
        var number: String
        var digest: String
    }

    /// The format of the journal.
    var formatVersion = Self.currentFormat
    /// The store's UUID.
    var storeIdentifier: String
    /// The plan's name.
    var plan: String
    var safety: MigrationSafety
    /// The version that the store was of when the migration began.
    var source: Version
    /// The version that it is brought to.
    var destination: Version
    /// The versions that lie between, by their hashes: SwiftData may stop at one of them.
    var between: [String]
    /// The name of the backup's folder; nil if none is made.
    var backup: String?
    /// The name of the folder that the failed store goes to.
    var failed: String?
    /// The files of the store that the backup is to take the place of, as they were when the copy was ready; nil before.
    var replaced: String?
    /// What has been done.
    var step: Step

    enum CodingKeys: String, CodingKey, CaseIterable {
        case formatVersion, storeIdentifier, plan, safety, source, destination, between, backup, failed, replaced, step
    }

    /// Whether the folders that it names are in the one that the journal is in.
    var namesOwnFolders: Bool {
        [backup, failed].allSatisfy { $0.map { !$0.isEmpty && !$0.contains("/") && !$0.hasPrefix(".") } ?? true }
    }
}
