import Foundation
import PermafrostModel
import PermafrostStore
import SwiftData

/// The only place that starts SwiftData's migration. It opens a store with a plan that is a value.
enum PlanContainer {
    /// Opens a store and migrates it to a schema with a plan.
    ///
    /// - Throws: ``MigrationError`` with the error and place of an operation or hook that failed; `.version(.newer)`
    ///   with Core Data's code 134506 for a store of a later version; otherwise `.store(.openingFailed)` with
    ///   SwiftData's error and Core Data's code.
    static func open(
        schema: Schema, plan: MigrationPlan?, configurations: [ModelConfiguration], run: MigrationRun = MigrationRun()
    ) throws(MigrationError) -> ModelContainer {
        do {
            guard let plan else { return try ModelContainer(for: schema, configurations: configurations) }
            return try RunningPlan.with(plan, run: run) {
                try ModelContainer(for: schema, migrationPlan: RunningPlan.self, configurations: configurations)
            }
        } catch {
            if let known = run.current.error ?? error as? MigrationError { throw known }
            let backward = BackwardMigration(
                error, schema: schema, configurations: configurations, hasPlan: plan != nil)
            throw backward?.error ?? MigrationError(.store(.openingFailed), underlying: error)
        }
    }
}

/// The error for a store of a later version than the one that it is opened with. No stage of a plan migrates back.
private struct BackwardMigration {
    private static let code = CoreDataFailure.backwardMigration.code

    /// The error codes of a migration that has begun.
    private static let codesOfMigrations: [Int?] = [
        CoreDataFailure.migrationFailed, .constraintViolated, .missingMappingModel,
    ].map(\.code)

    let error: MigrationError

    /// Creates the error, or returns nil if the store couldn't be opened for another reason.
    ///
    /// SwiftData distinguishes such a store from one of an unknown version only if the plan lists both versions. The
    /// version that a store records is a hint, which is good enough for a store that was rejected.
    ///
    /// - Parameter hasPlan: whether the store was opened with a plan. If so, a store of a later version is rejected
    ///   before a migration begins, and a store whose migration fails has a version that the plan lists, whatever its
    ///   number.
    init?(_ failure: any Error, schema: Schema, configurations: [ModelConfiguration], hasPlan: Bool) {
        let opening = MigrationError(.store(.openingFailed), underlying: failure)
        guard !hasPlan || !Self.codesOfMigrations.contains(opening.coreDataCode),
            let configuration = configurations.first(where: { !$0.isStoredInMemoryOnly }),
            let metadata = try? StoreReader(path: configuration.url.path).metadata(),
            let found = metadata.versionIdentifiers.compactMap(Schema.Version.init(text:)).max(), found > schema.version
        else { return nil }
        let refusal = NSError(
            domain: NSCocoaErrorDomain, code: Self.code,
            userInfo: [
                NSLocalizedDescriptionKey: CoreDataFailure.backwardMigration.text,
                NSUnderlyingErrorKey: failure as NSError,
            ])
        error = MigrationError(
            .version(.newer(store: "\(found)", wanted: "\(schema.version)")), storeURL: configuration.url,
            underlying: opening.coreDataCode == Self.code ? failure : refusal)
    }
}
