import Foundation
import PermafrostFiles

/// Why a store could not be opened or migrated: what happened, in which stage and operation, and where the backup is.
///
/// ## Topics
/// - What happened: ``cause``, ``underlying``, ``coreDataCode``
/// - Where: ``stage``, ``operation``, ``property``
/// - What to do next: ``backup``, ``errorDescription``
public struct MigrationError: Error, Sendable {
    /// The kinds, with their facts.
    public enum Cause: Sendable, Hashable {
        /// SwiftData refused the store, or failed while it migrated it.
        case openingFailed
        /// An operation or a stage's hook threw.
        case operationFailed
        /// An assertion does not hold: what was found.
        case assertionFailed(found: String)
        /// A value was captured, and nothing restored it.
        case valueLost(count: Int)
        /// The hook before the migration threw.
        case preMigrationFailed
        /// The hook after the migration threw.
        case postMigrationFailed
        /// The migration was cancelled.
        case cancelled
        /// A migration was started by the code of another one.
        case migrationInProgress
        /// The plan cannot be run: its findings, each as one sentence.
        case invalidPlan([String])
        /// The store's file cannot be read: why.
        case unreadable(reason: String)
        /// What lies at the store's place is no file.
        case notAFile
        /// The file is no SQLite database.
        case notAStore
        /// The database is damaged: what SQLite says.
        case damaged(report: String)
        /// The store is of another app: none of its entities is the plan's.
        case foreignStore(entities: [String])
        /// The store is of no version of the plan; the version that is most like it.
        case unknownVersion(nearest: String?)
        /// The store is of a later version than the one that it is opened with.
        case newerStore(store: String, wanted: String)
        /// No stage leads on from the store's version.
        case noPath(from: String, to: String)
        /// The folder cannot be written to.
        case readOnlyFolder(path: String)
        /// There is too little space for what is made beside the store while it is migrated, in bytes.
        case notEnoughSpace(needed: Int64, available: Int64)
        /// The store could not be copied.
        case backupFailed
        /// The backup is not what it was when it was made.
        case backupDamaged
        /// The store could not be put back.
        case restoreFailed
        /// The journal cannot be read: why.
        case journalDamaged(path: String, reason: String)
        /// The journal was written by another version of this library.
        case journalVersion(path: String, found: Int, known: Int)
        /// The journal could not be written or removed.
        case journalNotWritten(path: String)
        /// The store is in use, and has not been free in time: a container has it open, of this process or of another one such as
        /// a widget, or another process is migrating it.
        case busy
        /// The migrated copy could not take the store's place.
        case replacementFailed
    }

    /// What happened.
    public var cause: Cause
    /// The stage, such as `1.0.0 → 2.0.0`; nil outside of one.
    public var stage: String?
    /// The operation, such as `Rename Post.body → Post.content`; nil outside of one.
    public var operation: String?
    /// The property concerned, such as `Post.slug`.
    public var property: String?
    /// The store's file.
    public var storeURL: URL?
    /// The copy of the store from before the migration; nil where none was made.
    public var backup: URL?
    /// Whether the store is again as it was before.
    public var isRolledBack: Bool
    /// What was thrown below.
    public var underlying: (any Error)?

    /// An error of the kind.
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

    /// The error with its place, as far as it was not told yet.
    func at(stage: String, operation: String?) -> MigrationError {
        var error = self
        error.stage = error.stage ?? stage
        error.operation = error.operation ?? operation
        return error
    }

    /// What an operation threw, with the operation and the property, as far as they were not told yet.
    init(locating error: any Error, operation: String, property: String?) {
        self = error as? MigrationError ?? MigrationError(.operationFailed, underlying: error)
        self.operation = self.operation ?? operation
        self.property = self.property ?? property
    }

    /// Core Data's code, such as 134504 for a store of an unknown version; nil where SwiftData gives none.
    ///
    /// SwiftData wraps it: the error that carries it is looked for through `NSUnderlyingErrorKey`.
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
    /// What happened, where, and what to do next, as one paragraph.
    public var errorDescription: String? { description }

    /// What happened, where, and what to do next, as one paragraph. Control characters of names, paths and other errors are
    /// shown escaped.
    public var description: String {
        var sentences = [MigrationCauseWording(cause: cause).what]
        if let place { sentences[0] = "\(place): \(sentences[0])" }
        if let reason { sentences.append(reason) }
        if isRolledBack { sentences.append("The store is as it was before.") }
        if let backup { sentences.append("The backup is \(backup.path).") }
        if let next = MigrationCauseWording(cause: cause).next { sentences.append(next) }
        return sentences.joined(separator: " ").visible
    }

    /// Stage, operation and property, as far as they are known.
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
        var told: [String] = []
        for text in texts where !text.isEmpty && !told.contains(text) { told.append(text) }
        let code = coreDataCode.map { " (\($0))" } ?? ""
        return told.joined(separator: " ") + code
    }
}
