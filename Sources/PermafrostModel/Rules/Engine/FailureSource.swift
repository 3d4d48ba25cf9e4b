/// The source of the failure that a rule predicts. A rule whose source is an inference reports no errors.
package enum FailureSource: Sendable, Hashable {
    /// The failure is documented by Apple or SQLite, on the page with the given address or title.
    case documentation(String)
    /// The failure was verified on real stores, which have the given property.
    case stores(String)
    /// Independent developers report the failure, at two or more addresses.
    case reports([String])
    /// An app shipped a fix for the failure, at the given address.
    case fix(String)
    /// The finding is itself the failure, because it breaks the given promise.
    case contract(String)
    /// No source confirms the failure.
    case inference

    /// The source as a sentence, with a final period.
    package var sentence: String {
        switch self {
        case .documentation(let page): "The failure is documented: \(page)."
        case .stores(let property): "Real stores confirm the failure: \(property)."
        case .reports(let addresses): "Developers report the failure: \(addresses.listed)."
        case .fix(let address): "An app shipped a fix for the failure: \(address)."
        case .contract(let promise): "The finding itself is the failure: \(promise)."
        case .inference: "No source confirms the failure."
        }
    }
}

// MARK: Sources of several rules

extension FailureSource {
    /// The changes that Core Data can infer. All other changes fail.
    package static let lightweightMigration = documentation(
        "https://developer.apple.com/library/ios/documentation/Cocoa/Conceptual/CoreDataVersioning/Articles/vmLightweightMigration.html"
    )
    /// The container migrates automatically, and a plan adds what it can't infer.
    package static let modelContainer = documentation(
        "https://developer.apple.com/documentation/swiftdata/modelcontainer")
    /// CloudKit's limits for models, and for schemas in production.
    package static let cloudKitSchema = documentation(
        "https://developer.apple.com/documentation/coredata/creating-a-core-data-model-for-cloudkit")
    /// The fields that Core Data makes for a model's attributes.
    package static let cloudKitRecords = documentation(
        "https://developer.apple.com/documentation/coredata/reading-cloudkit-records-for-core-data")
    /// ``CoreDataFailure/unknownModelVersion``.
    package static let unknownVersion = reports([
        "https://github.com/McBoerny/ShopWithMe/issues/119", "https://developer.apple.com/forums/thread/826633",
    ])
    /// ``CoreDataFailure/unknownCoordinatorModelVersion``.
    package static let unknownCoordinator = reports([
        "https://github.com/gooson/DUNE/blob/HEAD/.claude/rules/swiftdata-cloudkit.md",
        "https://taourl.com/read-2642773.html",
    ])
    /// ``CoreDataFailure/duplicateChecksums``.
    package static let duplicateChecksums = reports([
        "https://github.com/McBoerny/ShopWithMe/blob/HEAD/docs/DECISIONS.md",
        "https://developer.apple.com/forums/thread/734693",
    ])
}
