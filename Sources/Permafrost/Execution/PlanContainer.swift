import Foundation
import PermafrostModel
import PermafrostStore
import SwiftData

/// A namespace for the function that opens stores with a ``MigrationPlan``. Only this function starts SwiftData's
/// migration.
enum PlanContainer {
    /// Opens the configurations' stores with a schema. If a store has an earlier version, SwiftData migrates it with
    /// the plan, or infers the migration if there is no plan.
    ///
    /// - Throws: ``MigrationError`` if a store can't be opened or migrated. If an operation or a stage's hook failed,
    ///   the error contains the stage and the operation. For a store with a later version, the cause is
    ///   `.version(.newer)`, with Core Data's code 134506. If a migration is already running on the same thread, the
    ///   cause is `.busy(.migrationInProgress)`. If the plan has a stage of an unknown kind, the cause is
    ///   `.plan(.invalid)`. If SwiftData fails for any other reason, the cause is `.store(.openingFailed)`, with
    ///   SwiftData's error and Core Data's code.
    static func open(
        schema: Schema, plan: MigrationPlan?, configurations: [ModelConfiguration], run: MigrationRun = MigrationRun()
    ) throws(MigrationError) -> ModelContainer {
        do {
            guard let plan else { return try ModelContainer(for: schema, configurations: configurations) }
            // Without stages, SwiftData would infer a migration to the earlier version, which loses data.
            if StageHooks(plan: plan, run: run).stages.isEmpty,
                let backward = try BackwardMigration(of: plan, schema: schema, configurations: configurations)
            {
                throw backward.error
            }
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

extension MigrationPlan {
    /// Opens a store as an app would if its plan ended with the given version. An older store is migrated. The plan's
    /// `preMigration` and `postMigration` hooks don't run.
    ///
    /// - Parameter progress: receives the progress of the stages.
    /// - Throws: ``MigrationError``; see `PlanContainer`.
    package func open(
        _ store: URL, as version: any VersionedSchema.Type, progress: @escaping MigrationProgressHandler = { _ in }
    ) throws(MigrationError) -> ModelContainer {
        try open(store, as: version, MigrationRun(report: progress))
    }

    func open(
        _ store: URL, as version: any VersionedSchema.Type, _ run: MigrationRun
    ) throws(MigrationError) -> ModelContainer {
        let schema = Schema(versionedSchema: version)
        return try PlanContainer.open(
            schema: schema, plan: part(to: version),
            configurations: [ModelConfiguration(schema: schema, url: store, cloudKitDatabase: .none)], run: run)
    }
}

/// The error for a store whose version is later than the requested one. No stage migrates backward.
private struct BackwardMigration {
    private static let code = CoreDataFailure.backwardMigration.code

    /// Core Data's error codes for a migration that began and then failed.
    private static let codesOfMigrations: [Int?] = [
        CoreDataFailure.migrationFailed, .constraintViolated, .missingMappingModel,
    ].map(\.code)

    let error: MigrationError

    /// Creates the error for a store that a plan without stages must not open. Returns nil unless the store's version is
    /// later than the requested one.
    ///
    /// - Throws: SwiftData's error if it can't make a container from the requested version.
    init?(of plan: MigrationPlan, schema: Schema, configurations: [ModelConfiguration]) throws {
        let refusal = CoreDataError(.backwardMigration, reason: "The store has a later version.")
        self.init(refusal, schema: schema, configurations: configurations, hasPlan: true)
        // A version with equal hashes has another number, and needs no migration.
        guard let url = error.storeURL, let metadata = try? StoreReader(path: url.path).metadata(),
            let type = plan.schemas.last(where: { $0.versionIdentifier == schema.version })
        else { return }
        let hashes = try LiveVersion.of(type).hashes
        if metadata.versionHashes.allSatisfy({ hashes[$0.key] == $0.value }) { return nil }
    }

    /// Creates the error from a failure to open a store. Returns nil unless the store's version is later than the
    /// requested one.
    ///
    /// SwiftData distinguishes a later version from an unknown one only if the plan lists both the store's version and
    /// the requested one. For other plans, this initializer uses the version number in the store. The number is only a
    /// hint, but that is enough for a store that SwiftData rejected.
    ///
    /// - Parameter hasPlan: whether the store was opened with a plan. With a plan, SwiftData rejects a store with a
    ///   later version before a migration begins. So if a migration began and failed, the plan contains the store's
    ///   version, regardless of the number in the store.
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
