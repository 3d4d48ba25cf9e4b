/// A Core Data error in opening, migrating, or changing a store, with its code and message.
///
/// The codes and messages come from Core Data's documentation and from developers' reports. If a container can't be
/// opened, the app receives `SwiftDataError.loadIssueModelContainer` or, if it is linked with the SDKs of iOS 27 and macOS
/// 27, `SwiftDataError.unknownDataStoreSchema` for an unknown store. The log then contains the code and message.
package enum CoreDataFailure: Sendable, Hashable, CaseIterable {
    /// The store has a different model, and no migration is allowed.
    case incompatibleModel
    /// The migration failed while it changed rows.
    case migrationFailed
    /// Two rows of the migrated store have equal values for the properties of a uniqueness constraint.
    case constraintViolated
    /// The store contains no model that matches it, so there is no model to migrate from.
    case missingSourceModel
    /// The migration between the two models can't be inferred.
    case missingMappingModel
    /// Entities from several hierarchies would share one table. The code and message come from Core Data's exception.
    /// Permafrost assumes that the app receives an error with the same code and message.
    case mergedHierarchies
    /// The store doesn't match any version in the plan, or a stage starts or ends at a version that isn't listed.
    case unknownModelVersion
    /// The container's schema isn't a version of the plan.
    case unknownCoordinatorModelVersion
    /// Two versions in the plan have equal hashes. On Apple's platforms, this causes an Objective-C exception that ends
    /// the process.
    case duplicateChecksums
    /// The format of the version hashes in the store's metadata isn't supported by staged migration.
    case unsupportedMetadata
    /// The model can't be mirrored to CloudKit. The failure's reason explains why.
    case cloudKitIntegration
    /// The store has a later version than the target, or a stage in the plan doesn't go to a later version. Permafrost
    /// assumes that stages declared out of order also cause this failure.
    case backwardMigration
    /// A save leaves a required value empty, such as a to-one relationship whose destination is deleted.
    case missingRequiredValue
    /// A save leaves a to-many relationship with fewer destinations than its minimum.
    case tooFewDestinations
    /// A batch delete would have to nullify an inverse that isn't optional. The code isn't verified.
    case batchDeleteRefused

    /// Creates the failure with the given code in Cocoa's error domain. If several failures have this code, uses the
    /// first one. Returns nil if no failure has this code.
    package init?(code: Int) {
        guard let failure = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = failure
    }

    /// The code in Cocoa's error domain. ``duplicateChecksums`` has no code of its own. SwiftData on Linux throws it
    /// with the code of an unknown version.
    package var code: Int {
        switch self {
        case .missingRequiredValue: 1570
        case .tooFewDestinations: 1580
        case .batchDeleteRefused: 134050
        case .cloudKitIntegration: 134060
        case .incompatibleModel: 134100
        case .migrationFailed: 134110
        case .constraintViolated: 134111
        case .missingSourceModel: 134130
        case .missingMappingModel: 134140
        case .mergedHierarchies: 134190
        case .unknownModelVersion, .unknownCoordinatorModelVersion, .duplicateChecksums: 134504
        case .unsupportedMetadata: 134505
        case .backwardMigration: 134506
        }
    }

    package var text: String {
        switch self {
        case .incompatibleModel:
            "The model used to open the store is incompatible with the one used to create the store."
        case .migrationFailed: "An error occurred during persistent store migration."
        case .constraintViolated: "A uniqueness constraint was violated during migration."
        case .missingSourceModel: "Persistent store migration failed, missing source managed object model."
        case .missingMappingModel: "Persistent store migration failed, missing mapping model."
        case .mergedHierarchies:
            "Cannot merge multiple root entity source tables into one destination entity root table."
        case .unknownModelVersion: "Cannot use staged migration with an unknown model version."
        case .unknownCoordinatorModelVersion:
            "Cannot use staged migration with an unknown coordinator model version."
        case .duplicateChecksums: "Duplicate version checksums detected."
        case .unsupportedMetadata: "The store's metadata does not support staged migration."
        case .cloudKitIntegration: "A Core Data error occurred."
        case .backwardMigration: "A store file cannot be migrated backwards with staged migration."
        case .missingRequiredValue: "A required value is missing."
        case .tooFewDestinations: "Too few objects are in a relationship."
        case .batchDeleteRefused: "Batch delete failed due to mandatory … nullify inverse"
        }
    }

    /// A short description of the failure, such as `missing mapping model`.
    package var gist: String {
        switch self {
        case .incompatibleModel: "incompatible model"
        case .migrationFailed: "migration failed"
        case .constraintViolated: "uniqueness constraint violated"
        case .missingSourceModel: "missing source model"
        case .missingMappingModel: "missing mapping model"
        case .mergedHierarchies: "merged hierarchies"
        case .unknownModelVersion: "unknown model version"
        case .unknownCoordinatorModelVersion: "unknown coordinator model version"
        case .duplicateChecksums: "duplicate version checksums"
        case .unsupportedMetadata: "unsupported metadata"
        case .cloudKitIntegration: "model not supported by CloudKit"
        case .backwardMigration: "backward migration"
        case .missingRequiredValue: "missing required value"
        case .tooFewDestinations: "too few destinations"
        case .batchDeleteRefused: "batch delete refused"
        }
    }

    /// The kind of a mandatory property without a value. If a migration leaves rows without this value, Core Data's
    /// failure reason contains the kind.
    package enum MandatoryProperty: String, Sendable, CaseIterable {
        case attribute
        case relationship
    }

    /// Returns the text that Core Data's failure reason contains if ``migrationFailed`` occurs because rows have no
    /// value for a mandatory property.
    package static func missingValues(of property: MandatoryProperty) -> String {
        "missing attribute values on mandatory destination \(property.rawValue)"
    }

    /// The message in quotation marks, followed by the code in parentheses. For ``duplicateChecksums``, which has no
    /// code of its own, it is only the message.
    package var quotation: String {
        self == .duplicateChecksums ? "\"\(text)\"" : "\"\(text)\" (\(code))"
    }
}
