/// Why a migration could not be tried, or did not end.
public enum MigrationTestError: Error, Sendable, Hashable {
    /// The plan does not list the version; those that it lists.
    case versionNotInPlan(version: String, plan: String, listed: [String])
    /// The list of versions to go through is empty.
    case noVersions
    /// SwiftData could not open or migrate the store: the error as it tells it, and Core Data's below it.
    case failed(from: String, to: String, reason: String)
}
