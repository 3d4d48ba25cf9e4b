import Foundation
import PermafrostStore

/// Why a store could not be opened or migrated: what happened, in which stage and operation, and where the backup is.
public struct MigrationError: Error, Sendable {
    /// What an error is about, with the facts.
    public enum Cause: Sendable, Hashable {
        /// The store, its place, or opening it.
        case store(Store)
        /// The version of the store.
        case version(Version)
        /// The plan.
        case plan(Plan)
        /// A stage of the plan.
        case stage(Stage)
        /// A hook of the plan.
        case hook(Hook)
        /// The copy of the store from before the migration.
        case backup(Backup)
        /// The migration's journal.
        case journal(Journal)
        /// Others who work on the store.
        case busy(Busy)
        /// The migration was cancelled.
        case cancelled

        fileprivate var words: any CauseWords {
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

    private struct Cancelled: CauseWords {
        let what = "the migration was cancelled."
        let next: String? = "Start it again at any time."
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
    /// The copy of the store from before the migration; nil if none was made.
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

    /// The error with its place, as far as it was not known yet.
    func at(stage: String, operation: String?) -> MigrationError {
        var error = self
        error.stage = error.stage ?? stage
        error.operation = error.operation ?? operation
        return error
    }

    /// What an operation threw, with the operation and the property, as far as they were not known yet.
    init(locating error: any Error, operation: String, property: String?) {
        self = error as? MigrationError ?? MigrationError(.stage(.operationFailed), underlying: error)
        self.operation = self.operation ?? operation
        self.property = self.property ?? property
    }

    /// Core Data's code, such as 134504 for a store of an unknown version; nil if SwiftData gives none.
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
        var sentences = [cause.words.what]
        if let place { sentences[0] = "\(place): \(sentences[0])" }
        // The system's texts have no full stop.
        if let reason { sentences.append(reason + (reason.last?.isLetter == true ? "." : "")) }
        if isRolledBack { sentences.append("The store is as it was before.") }
        if let backup { sentences.append("The backup is \(backup.path).") }
        if let next { sentences.append(next) }
        return sentences.joined(separator: " ").visible
    }

    /// What to do next. After a full disk that is to make space, whatever failed for it.
    private var next: String? {
        underlying.map(FullDisk.isCause) == true ? FullDisk.advice(after: cause) : cause.words.next
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
        var words: [String] = []
        for text in texts where !text.isEmpty && !words.contains(text) { words.append(text) }
        let code = coreDataCode.map { " (\($0))" } ?? ""
        return words.joined(separator: " ") + code
    }
}

extension MigrationError.Cause {
    /// What is wrong with the store, with its place, or with opening it.
    public enum Store: Sendable, Hashable {
        /// SwiftData refused the store, or failed while it migrated it.
        case openingFailed
        /// The store's file cannot be read: why.
        case unreadable(reason: String)
        /// The system keeps the store's file from every process for now: as a rule because the device wasn't unlocked since it
        /// started, and the file's data protection lasts until then.
        case protected
        /// What is at the store's place is not a file.
        case notAFile
        /// The file is not a SQLite database.
        case notAStore
        /// The database is damaged: what SQLite says.
        case damaged(report: String)
        /// The folder cannot be written to.
        case readOnlyFolder(path: String)
        /// There is too little space for what is made beside the store while it is migrated, in bytes.
        case notEnoughSpace(needed: Int64, available: Int64)
        /// The migrated copy could not take the store's place.
        case replacementFailed
    }

    /// Why the version of the store is not one that can be migrated.
    public enum Version: Sendable, Hashable {
        /// The store is of another app: none of its entities is the plan's.
        case foreign(entities: [String])
        /// The store is of no version of the plan; the version that is most similar to it.
        case unknown(nearest: String?)
        /// The store is of a later version than the one that it is opened with.
        case newer(store: String, wanted: String)
    }

    /// Why the plan cannot be run.
    public enum Plan: Sendable, Hashable {
        /// It cannot be run with any store: its findings, each as one sentence.
        case invalid([String])
        /// No stage continues from the store's version.
        case noPath(from: String, to: String)
    }

    /// What failed in a stage of the plan.
    public enum Stage: Sendable, Hashable {
        /// An operation or a stage's hook threw.
        case operationFailed
        /// An assertion does not hold: what was found.
        case assertionFailed(found: String)
        /// A value was captured, and nothing restored it.
        case valueLost(count: Int)
    }

    /// Which hook of the plan threw: see ``MigrationPlan``.
    public enum Hook: Sendable, Hashable {
        /// The hook before the migration threw.
        case preMigrationFailed
        /// The hook after the migration threw.
        case postMigrationFailed
    }

    /// What is wrong with the copy of the store from before the migration.
    public enum Backup: Sendable, Hashable {
        /// The store could not be copied.
        case failed
        /// The backup is not what it was when it was made.
        case damaged
        /// The store could not be put back.
        case restoreFailed
    }

    /// What is wrong with the migration's journal, which says how far it came.
    public enum Journal: Sendable, Hashable {
        /// The journal cannot be read: why.
        case damaged(path: String, reason: String)
        /// The journal was written by another version of this library.
        case version(path: String, found: Int, known: Int)
        /// The journal could not be written or removed.
        case notWritten(path: String)
    }

    /// Who else works on the store.
    public enum Busy: Sendable, Hashable {
        /// The store is in use, and has not been free in time: a container has it open, of this process or of another one such as a
        /// widget, or another process is migrating it.
        case inUse
        /// A migration was started by the code of another one.
        case migrationInProgress
    }
}
