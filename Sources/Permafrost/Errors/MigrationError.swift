import Foundation
import PermafrostStore

/// An error that occurs while a store is opened, migrated or restored. It contains the cause, the stage and operation
/// that failed, and the location of the backup.
///
/// Log ``errorDescription``, which contains the problem and the fix. Use ``cause`` to decide what the app does next.
///
/// ```swift
/// do {
///     try ProgressiveMigration(store: storeURL, plan: PostsMigrationPlan.plan).perform()
/// } catch {
///     switch error.cause {
///     case .busy(.inUse): print("try again when the widget has finished")
///     case .version(.newer(let store, _)): print("update the app to open version \(store)")
///     default: print(error)
///     }
/// }
/// ```
///
/// If ``isRolledBack`` is true, the store is the same as before the failed migration. To restore the store from
/// ``backup``, call ``SafeModelContainer/restore(_:to:timeout:)``.
public struct MigrationError: Error, Sendable {
    /// The cause of an error, with details as associated values.
    public enum Cause: Sendable, Hashable {
        /// The store can't be opened, read or written.
        case store(Store)
        /// The store's version can't be migrated.
        case version(Version)
        /// The plan can't be run.
        case plan(Plan)
        /// A stage of the plan failed.
        case stage(Stage)
        /// A hook of the plan failed.
        case hook(Hook)
        /// A problem with making or restoring a backup.
        case backup(Backup)
        /// A problem with the migration's journal.
        case journal(Journal)
        /// The store can't be used now, because it is in use or a migration is already running.
        case busy(Busy)
        /// The migration was cancelled.
        case cancelled

        fileprivate var text: any CauseText {
            switch self {
            case .store(let cause): cause
            case .version(let cause): cause
            case .plan(let cause): cause
            case .stage(let cause): cause
            case .hook(let cause): cause
            case .backup(let cause): cause
            case .journal(let cause): cause
            case .busy(let cause): cause
            case .cancelled: Cancelled()
            }
        }
    }

    private struct Cancelled: CauseText {
        let what = "the migration was cancelled."
        let next: String? = "Start the migration again at any time."
    }

    /// The cause of the error.
    public var cause: Cause
    /// The stage that failed, such as `1.0.0 → 2.0.0`; nil if the error didn't occur in a stage.
    public var stage: String?
    /// The operation or hook that failed, such as `Rename Post.body → Post.content` or `willMigrate`; nil if the error
    /// didn't occur in an operation or in a stage's hook.
    public var operation: String?
    /// The affected property, such as `Post.slug`; nil if the error doesn't concern one property.
    public var property: String?
    /// The URL of the store's file; nil if it isn't known.
    public var storeURL: URL?
    /// The URL of a backup's folder: the backup that was made before the migration, or the backup that an app tried to
    /// restore. Nil if no backup was completed.
    public var backup: URL?
    /// Whether the store is known to be the same as before the failed migration. If false, the store may still be
    /// unchanged, for example because the error occurred before anything was written.
    public var isRolledBack: Bool
    /// The error that caused this error, such as SwiftData's; nil if no other error caused it.
    public var underlying: (any Error)?

    /// Creates an error. An operation or a stage's hook can throw it to fail with a specific cause.
    public init(
        _ cause: Cause, stage: String? = nil, operation: String? = nil, property: String? = nil, storeURL: URL? = nil,
        backup: URL? = nil, isRolledBack: Bool = false, underlying: (any Error)? = nil
    ) {
        self.cause = cause
        self.stage = stage
        self.operation = operation
        self.property = property
        self.storeURL = storeURL
        self.backup = backup
        self.isRolledBack = isRolledBack
        self.underlying = underlying
    }

    /// Returns a copy of the error with the given stage and operation, if the error doesn't have them yet.
    func at(stage: String, operation: String?) -> MigrationError {
        var error = self
        error.stage = error.stage ?? stage
        error.operation = error.operation ?? operation
        return error
    }

    /// Creates the migration error for an error that an operation threw. A `MigrationError` keeps its cause. Any other
    /// error becomes the underlying error of `.stage(.operationFailed)`. The operation and the property are set, unless
    /// the error already has them.
    init(locating error: any Error, operation: String, property: String?) {
        self = error as? MigrationError ?? MigrationError(.stage(.operationFailed), underlying: error)
        self.operation = self.operation ?? operation
        self.property = self.property ?? property
    }

    /// The Core Data error code, such as 134504 for a store of an unknown version; nil if no underlying error is in the
    /// Cocoa error domain.
    ///
    /// SwiftData wraps Core Data's error, so this property searches ``underlying`` and its chain of
    /// `NSUnderlyingErrorKey` errors, and returns the code of the first error in the Cocoa error domain.
    public var coreDataCode: Int? {
        var next = underlying.map { $0 as NSError }
        while let error = next {
            if error.domain == NSCocoaErrorDomain { return error.code }
            next = error.userInfo[NSUnderlyingErrorKey] as? NSError
        }
        return nil
    }
}

extension MigrationError: LocalizedError, CustomStringConvertible {
    /// The problem, with its location and fix if they are known.
    public var errorDescription: String? { description }

    /// The problem, with its location and fix if they are known. Control characters in names, paths and underlying
    /// errors are escaped.
    public var description: String {
        var sentences = [cause.text.what]
        if let place { sentences[0] = "\(place): \(sentences[0])" }
        // The system's messages don't end with a period.
        if let reason { sentences.append(reason + (reason.last?.isLetter == true ? "." : "")) }
        if isRolledBack { sentences.append("The store is unchanged.") }
        if let backup { sentences.append("The backup is \(backup.path).") }
        if let next { sentences.append(next) }
        return sentences.joined(separator: " ").visible
    }

    /// The fix, the state of the store, or both; nil if the cause doesn't determine them. If the disk is full, the fix
    /// is always to free space.
    private var next: String? {
        underlying.map(FullDisk.isCause) == true ? FullDisk.advice(after: cause) : cause.text.next
    }

    /// The known parts of the error's location, separated by commas: the store's file name, the stage, the operation
    /// and the property. Nil if no part is known.
    private var place: String? {
        let parts = [storeURL?.lastPathComponent, stage.map { "stage \($0)" }, operation, property].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private var reason: String? {
        guard let underlying else { return nil }
        let error = underlying as NSError
        let below = error.userInfo[NSUnderlyingErrorKey] as? NSError
        let texts = [error, below].compactMap { $0 }.flatMap {
            [$0.localizedDescription, $0.localizedFailureReason].compactMap { $0 }
        }
        var words: [String] = []
        for text in texts where !text.isEmpty && !words.contains(text) { words.append(text) }
        let code = coreDataCode.map { " (\($0))" } ?? ""
        return words.joined(separator: " ") + code
    }
}

extension MigrationError.Cause {
    /// A reason that the store can't be opened, read or written.
    public enum Store: Sendable, Hashable {
        /// SwiftData rejected the store or failed while migrating it, or an unexpected error occurred. See
        /// ``MigrationError/underlying``.
        case openingFailed
        /// The store, or a file or value that belongs to it, can't be read, for the given reason.
        case unreadable(reason: String)
        /// The system doesn't allow the app to read the store's file now. Usually, data protection locks the file until
        /// the device is unlocked for the first time after a restart.
        case protected
        /// The item at the store's path isn't a file.
        case notAFile
        /// The file is empty, isn't a SQLite database, or is a database without Core Data's metadata.
        case notAStore
        /// The database or Core Data's metadata in it is damaged. `report` describes the damage.
        case damaged(report: String)
        /// The store's folder can't be written to.
        case readOnlyFolder(path: String)
        /// There isn't enough free space for the files that a migration needs. Both values are in bytes.
        case notEnoughSpace(needed: Int64, available: Int64)
        /// ``ProgressiveMigration`` couldn't replace the store with its migrated copy, or
        /// ``SafeModelContainer/setAside(_:)`` moved the store, but couldn't remove all of its other files.
        case replacementFailed
    }

    /// A reason that the store's version can't be migrated.
    public enum Version: Sendable, Hashable {
        /// The store belongs to a different app, because the plan contains none of its entities. `entities` lists the
        /// names of the store's entities.
        case foreign(entities: [String])
        /// The store doesn't match any version of the plan, which has stages. `nearest` is the plan's most similar
        /// version, such as `PostsSchemaV1 1.0.0`. If the plan has no stage, SwiftData infers the store's migration, so
        /// this error isn't thrown.
        case unknown(nearest: String?)
        /// The plan no longer migrates the store's version. ``Retired/actions`` lists what the app can do. The store is
        /// unchanged.
        case retired(Retired)
        /// The store's version, `store`, is later than `wanted`, the version that the app tried to open it with.
        case newer(store: String, wanted: String)
    }

    /// A reason that the plan can't be run.
    public enum Plan: Sendable, Hashable {
        /// The plan or one of its operations is invalid. Each string is a sentence that describes one problem.
        case invalid([String])
        /// The plan has no stage that starts at `from`, so it can't migrate to `to`. The store may have an earlier
        /// version than `from`.
        case noPath(from: String, to: String)
    }

    /// A failure in a stage of the plan.
    public enum Stage: Sendable, Hashable {
        /// An operation or a stage's hook threw an error.
        case operationFailed
        /// An assertion doesn't hold. `found` describes the actual values.
        case assertionFailed(found: String)
        /// `count` captured values or links couldn't be restored, for example because their rows no longer exist.
        case valueLost(count: Int)
        /// SwiftData merged `count` newly built rows into other rows, because a unique constraint doesn't allow two
        /// rows with equal values.
        case rowsMerged(count: Int)
    }

    /// The hook of a ``MigrationPlan`` that threw an error.
    public enum Hook: Sendable, Hashable {
        /// ``MigrationPlan/preMigration`` threw an error.
        case preMigrationFailed
        /// ``MigrationPlan/postMigration`` threw an error.
        case postMigrationFailed
    }

    /// A problem with making or restoring a backup.
    public enum Backup: Sendable, Hashable {
        /// The store's files couldn't be copied or moved.
        case failed
        /// The backup's manifest or files are damaged or incomplete, or have changed since the backup was made.
        case damaged
        /// The store couldn't be restored from the backup.
        case restoreFailed
        /// ``MigrationLaunch/restore(_:)`` was called without a backup, but the store has no intact one. The underlying
        /// error is the launch's earlier failure.
        case missing
    }

    /// A problem with the journal, which records the progress of a migration or a restore.
    public enum Journal: Sendable, Hashable {
        /// The journal is damaged or incomplete, or contains something unexpected. `reason` describes the problem.
        case damaged(path: String, reason: String)
        /// The journal has the format `found`, but this version of Permafrost can read only the format `known`.
        case version(path: String, found: Int, known: Int)
        /// The journal couldn't be written or removed.
        case notWritten(path: String)
    }

    /// A reason that a store can't be used now.
    public enum Busy: Sendable, Hashable {
        /// This process or another process, such as a widget, has the store open, or is migrating or restoring it.
        case inUse
        /// The app's own code, such as a hook, tried to open or migrate a store during a migration.
        case migrationInProgress
    }
}
