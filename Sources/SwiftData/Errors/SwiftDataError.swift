import Foundation
import PermafrostStore

/// An error of SwiftData. Two are equal where they are of one kind, whatever the cause.
///
/// As `NSError` it carries the cause under `NSUnderlyingErrorKey`: for a store that cannot be opened or migrated, Core
/// Data's own error in `NSCocoaErrorDomain`.
public struct SwiftDataError: Error, Hashable, CustomNSError, LocalizedError {
    /// The kinds.
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

    /// An older version opens a store of a newer one.
    public static let backwardMigration = SwiftDataError(.backwardMigration)
    /// A configuration's name cannot be a file's.
    public static let configurationFileNameContainsInvalidCharacters =
        SwiftDataError(.configurationFileNameContainsInvalidCharacters)
    /// A configuration's name is too long for a file's.
    public static let configurationFileNameTooLong = SwiftDataError(.configurationFileNameTooLong)
    /// A configuration's schema has an entity that the container's lacks.
    public static let configurationSchemaNotFoundInContainerSchema =
        SwiftDataError(.configurationSchemaNotFoundInContainerSchema)
    /// Two configurations have one name or one file.
    public static let duplicateConfiguration = SwiftDataError(.duplicateConfiguration)
    /// Pending changes cannot be part of a fetch in batches.
    public static let includePendingChangesWithBatchSize = SwiftDataError(.includePendingChangesWithBatchSize)
    /// Some of the history after a token has been deleted.
    public static let historyTokenExpired = SwiftDataError(.historyTokenExpired)
    /// The stores keep no transactions of the type that was asked for.
    public static let invalidTransactionFetchRequest = SwiftDataError(.invalidTransactionFetchRequest)
    /// A store could not be opened or migrated.
    public static let loadIssueModelContainer = SwiftDataError(.loadIssueModelContainer)
    /// The object has no context.
    public static let missingModelContext = SwiftDataError(.missingModelContext)
    /// An object breaks a rule of its model, or its row no longer fits it.
    public static let modelValidationFailure = SwiftDataError(.modelValidationFailure)
    /// Pending changes cannot be sorted where identifiers alone are fetched.
    public static let sortingPendingChangesWithIdentifiers = SwiftDataError(.sortingPendingChangesWithIdentifiers)
    /// A class is not of the container's schema.
    public static let unknownSchema = SwiftDataError(.unknownSchema)
    /// A key path is no stored property.
    public static let unsupportedKeyPath = SwiftDataError(.unsupportedKeyPath)
    /// A predicate cannot be expressed as SQL.
    public static let unsupportedPredicate = SwiftDataError(.unsupportedPredicate)
    /// A sort descriptor cannot be expressed as SQL.
    public static let unsupportedSortDescriptor = SwiftDataError(.unsupportedSortDescriptor)

    /// Whether both are of one kind.
    public static func == (left: SwiftDataError, right: SwiftDataError) -> Bool { left.kind == right.kind }

    /// Whether an error that was caught is of that kind: what `catch SwiftDataError.unknownSchema` asks.
    public static func ~= (kind: SwiftDataError, error: any Error) -> Bool { error as? SwiftDataError == kind }

    /// Adds the kind.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
    }

    /// The domain of these errors as `NSError`.
    public static var errorDomain: String { "SwiftData.SwiftDataError" }
    /// A number for each kind.
    public var errorCode: Int { Kind.allCases.firstIndex(of: kind) ?? 0 }
    /// The description, and Core Data's error if there is one.
    public var errorUserInfo: [String: Any] {
        var info: [String: Any] = [NSLocalizedDescriptionKey: errorDescription ?? kind.rawValue]
        if let cause { info[NSUnderlyingErrorKey] = cause.error }
        return info
    }
    /// What happened.
    public var errorDescription: String? {
        explanation.isEmpty ? (cause?.text ?? kind.rawValue) : explanation
    }
}
