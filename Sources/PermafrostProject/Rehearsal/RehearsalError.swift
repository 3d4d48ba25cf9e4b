/// Why a migration cannot be rehearsed here: facts, which the command line words.
package enum RehearsalError: Error, Sendable {
    /// Custom stages are on the way: their code is Swift's.
    case customStages([MigrationRoute.Step])
    /// Mapping models are on the way: Core Data alone runs them.
    case mappingModels([MigrationRoute.Step])
    /// The store cannot be copied.
    case copyFailed(path: String, reason: String)
}
