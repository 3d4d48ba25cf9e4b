import Foundation
import PermafrostStore

/// An error of a container, a context or a fetch.
///
/// Catch an error by its kind:
///
/// Two errors are equal if they have the same kind, regardless of their causes. After converting an error to `NSError`,
/// you can find its cause under `NSUnderlyingErrorKey`. For a store that can't be opened or migrated, the cause is Core
/// Data's error in `NSCocoaErrorDomain`, whose code is the same as on Apple's platforms.
///
/// Two errors are equal if they have the same kind, regardless of their causes. If you convert an error to `NSError`,
/// its cause is under `NSUnderlyingErrorKey`. For a store that can't be opened or migrated, the cause is Core Data's
/// error in `NSCocoaErrorDomain`, whose code is the same as on Apple's platforms.
///
/// ## Topics
///
/// ### Open a store
///
/// - ``loadIssueModelContainer``
/// - ``unknownSchema``
/// - ``backwardMigration``
///
/// ### Configure a container
///
/// - ``duplicateConfiguration``
/// - ``configurationSchemaNotFoundInContainerSchema``
/// - ``configurationFileNameContainsInvalidCharacters``
/// - ``configurationFileNameTooLong``
///
/// ### Fetch and save
///
/// - ``modelValidationFailure``
/// - ``unsupportedPredicate``
/// - ``unsupportedSortDescriptor``
/// - ``unsupportedKeyPath``
/// - ``includePendingChangesWithBatchSize``
/// - ``sortingPendingChangesWithIdentifiers``
/// - ``missingModelContext``
///
/// ### Read the history
///
/// - ``historyTokenExpired``
/// - ``invalidTransactionFetchRequest``
public struct SwiftDataError: Error, Hashable, CustomNSError, LocalizedError {
    enum Kind: String, Sendable, Hashable, CaseIterable {
        case backwardMigration, configurationFileNameContainsInvalidCharacters, configurationFileNameTooLong
        case configurationSchemaNotFoundInContainerSchema, duplicateConfiguration
        case historyTokenExpired, includePendingChangesWithBatchSize, invalidTransactionFetchRequest
        case loadIssueModelContainer
        case missingModelContext, modelValidationFailure, sortingPendingChangesWithIdentifiers, unknownSchema
        case unsupportedKeyPath, unsupportedPredicate, unsupportedSortDescriptor
    }

    let kind: Kind
    let explanation: String
    let cause: CoreDataError?

    init(_ kind: Kind, _ explanation: String = "", cause: CoreDataError? = nil) {
        self.kind = kind
        self.explanation = explanation
        self.cause = cause
    }

    /// A store has a later version than the container's schema.
    ///
    /// This error isn't thrown on Linux. There, a container throws ``loadIssueModelContainer`` with Core Data's error
    /// as its cause.
    public static let backwardMigration = SwiftDataError(.backwardMigration)
    /// A configuration's name contains a slash or a NUL, which aren't allowed in file names.
    public static let configurationFileNameContainsInvalidCharacters =
        SwiftDataError(.configurationFileNameContainsInvalidCharacters)
    /// A configuration's name has more than 200 bytes.
    public static let configurationFileNameTooLong = SwiftDataError(.configurationFileNameTooLong)
    /// A configuration's schema has an entity that isn't in the container's schema.
    public static let configurationSchemaNotFoundInContainerSchema =
        SwiftDataError(.configurationSchemaNotFoundInContainerSchema)
    /// Two configurations have the same name or the same file.
    public static let duplicateConfiguration = SwiftDataError(.duplicateConfiguration)
    /// A fetch in batches includes unsaved changes. Set ``FetchDescriptor/includePendingChanges`` to false.
    public static let includePendingChangesWithBatchSize = SwiftDataError(.includePendingChangesWithBatchSize)
    /// Transactions after a token were deleted, or the token belongs to a different history.
    ///
    /// Fetch the objects again, and continue with the token of the last remaining transaction.
    public static let historyTokenExpired = SwiftDataError(.historyTokenExpired)
    /// A history request uses a transaction type other than ``DefaultHistoryTransaction``, the only type that stores
    /// support.
    public static let invalidTransactionFetchRequest = SwiftDataError(.invalidTransactionFetchRequest)
    /// A store couldn't be opened, created or migrated.
    ///
    /// Core Data's error is under `NSUnderlyingErrorKey`. Its code identifies the cause: the file isn't a store,
    /// another process is writing, the change can't be inferred, the plan doesn't have the store's version, or the
    /// migration failed. ``SwiftData`` lists the error codes of migrations.
    ///
    /// A container also throws this error, without an underlying error, if no configuration contains an entity, or if
    /// an entity and its superentity would be in different stores.
    public static let loadIssueModelContainer = SwiftDataError(.loadIssueModelContainer)
    /// An object has no context. This error isn't thrown on Linux.
    public static let missingModelContext = SwiftDataError(.missingModelContext)
    /// An object violates a rule of its model, its row no longer matches its class, or its store can't be written to.
    ///
    /// A context also throws this error if a property's getter failed, because a getter can't throw. The cause is Core
    /// Data's error, such as 1560 for a value that doesn't match its type and 133000 for a deleted row.
    public static let modelValidationFailure = SwiftDataError(.modelValidationFailure)
    /// Unsaved changes can't be sorted if only identifiers are fetched. This error isn't thrown on Linux.
    public static let sortingPendingChangesWithIdentifiers = SwiftDataError(.sortingPendingChangesWithIdentifiers)
    /// A class isn't in the container's schema, or the schema's classes can't be stored.
    public static let unknownSchema = SwiftDataError(.unknownSchema)
    /// A key path isn't a stored property. This error isn't thrown on Linux, because predicates and sort descriptors
    /// have their own errors.
    public static let unsupportedKeyPath = SwiftDataError(.unsupportedKeyPath)
    /// A predicate can't be expressed as SQL. The description contains the unsupported part.
    public static let unsupportedPredicate = SwiftDataError(.unsupportedPredicate)
    /// A sort descriptor can't be expressed as SQL. The description contains the reason.
    public static let unsupportedSortDescriptor = SwiftDataError(.unsupportedSortDescriptor)

    /// Returns whether two errors have the same kind.
    public static func == (left: SwiftDataError, right: SwiftDataError) -> Bool { left.kind == right.kind }

    /// Returns whether a caught error has the given kind, so that `catch SwiftDataError.unknownSchema` works.
    ///
    /// - Parameters:
    ///   - kind: an error with the kind to match.
    ///   - error: the caught error.
    public static func ~= (kind: SwiftDataError, error: any Error) -> Bool { error as? SwiftDataError == kind }

    /// Hashes the error's kind.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
    }

    /// The domain of the `NSError` that an error is converted to.
    public static var errorDomain: String { "SwiftData.SwiftDataError" }
    /// The code of the `NSError` that an error is converted to: a number for the error's kind.
    public var errorCode: Int { Kind.allCases.firstIndex(of: kind) ?? 0 }
    /// The user info of the `NSError` that an error is converted to. It contains the description, and Core Data's error
    /// if that is the cause.
    public var errorUserInfo: [String: Any] {
        var info: [String: Any] = [NSLocalizedDescriptionKey: errorDescription ?? kind.rawValue]
        if let cause { info[NSUnderlyingErrorKey] = cause.error }
        return info
    }
    /// A description of the problem.
    public var errorDescription: String? {
        explanation.isEmpty ? (cause?.text ?? kind.rawValue) : explanation
    }
}
