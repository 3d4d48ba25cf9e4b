import Foundation
import PermafrostFiles

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
        if let reason { sentences.append(reason) }
        if isRolledBack { sentences.append("The store is as it was before.") }
        if let backup { sentences.append("The backup is \(backup.path).") }
        if let next = cause.words.next { sentences.append(next) }
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
        var words: [String] = []
        for text in texts where !text.isEmpty && !words.contains(text) { words.append(text) }
        let code = coreDataCode.map { " (\($0))" } ?? ""
        return words.joined(separator: " ") + code
    }
}
