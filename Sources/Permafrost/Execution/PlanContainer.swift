import Foundation
import PermafrostModel
import PermafrostStore
import SwiftData

/// The one door to SwiftData's migration: opens a store with a plan that is a value.
enum PlanContainer {
    /// Opens the store, brought to the schema by the plan.
    ///
    /// - Throws: ``MigrationError``: what an operation or a hook threw, at its place; `.version(.newer)` with Core Data's code
    ///   134506 for a store of a later version; else `.store(.openingFailed)` with SwiftData's error and Core Data's code.
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

/// A store of a later version than the one that it is opened with, which no stage of the plan leads back to.
private struct BackwardMigration {
    private static let code = CoreDataFailure.backwardMigration.code

    /// The codes with which a migration ends that has begun.
    private static let codesOfMigrations: [Int?] = [
        CoreDataFailure.migrationFailed, .constraintViolated, .missingMappingModel,
    ].map(\.code)

    let error: MigrationError

    /// Looks whether this is why a store could not be opened; nil if it is not.
    ///
    /// SwiftData distinguishes such a store from one of an unknown version only if the plan lists both versions. What a store says
    /// of its version is a hint, which is good enough for a store that was refused.
    ///
    /// - Parameter hasPlan: whether it was opened with a plan: then a store of a later version is refused before a migration
    ///   begins, and one whose migration fails is of a version that the plan lists, whatever its number.
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
