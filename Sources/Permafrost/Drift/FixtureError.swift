import PermafrostFixtures

/// Why there is no fixture to test with.
public enum FixtureError: Error, Sendable, Hashable {
    /// No fixture tree was found; the folders that were searched.
    case noTree(searched: [String])
    /// Trees were found, and none has the version; the trees, and the versions that they have.
    case missing(version: String, group: String?, trees: [String], known: [String])
    /// Several groups froze the version; their names.
    case ambiguous(version: String, groups: [String])
    /// The fixture's files are not what was frozen.
    case damaged(version: String, folder: String, [FixtureDamage])
    /// The version's name is no folder's.
    case unsafeVersion(String)
    /// A fixture's store, or a store given by its path, cannot be copied or read; the system's reason.
    case unreadable(path: String, reason: String)
    /// Sample rows cannot be made for a property: nothing at run time tells which values it takes.
    case unknownValues(schema: String, property: String)
}
