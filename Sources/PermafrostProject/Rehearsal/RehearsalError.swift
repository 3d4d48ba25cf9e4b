/// The reason that Permafrost can't rehearse a migration.
package enum RehearsalError: Error, Sendable {
    /// The migration has custom stages. Only the app can run their code.
    case customStages([MigrationRoute.Step])
    /// The migration uses mapping models. Only Core Data can run them.
    case mappingModels([MigrationRoute.Step])
    case copyFailed(path: String, reason: String)
}
