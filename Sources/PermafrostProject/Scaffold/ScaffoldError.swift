/// The reason that the requested tests can't be written.
package enum ScaffoldError: Error, Sendable, Hashable {
    /// The version is declared but not frozen, so the test's fixture is missing. `isMigration` is true if a migration
    /// test was requested. `frozen` contains the names of the frozen versions.
    case notFrozen(version: String, isMigration: Bool, frozen: [String])
    /// The migration would start and end at the same version.
    case sameVersion(String)
    /// The migration would end at a version that precedes its start.
    case backwards(from: String, to: String)
    /// The versions belong to different migration plans.
    case otherPlan(from: String, plan: String, to: String, other: String)
}
