import PermafrostModel
import PermafrostStore

/// The entries in a fixture's folder: the files that Permafrost or FreezeRay wrote, and all other entries.
package struct FixtureEntries: Sendable, Hashable {
    /// The names of the fixture's own files, including the files that SQLite keeps next to the store.
    package private(set) var own: [String] = []
    /// The names of all other entries, including hidden ones. Permafrost didn't create them and never removes them.
    package private(set) var foreign: [String] = []

    /// Reads the entries in a fixture's folder. Both lists are empty if the folder doesn't exist. Throws a
    /// `FileError` if the folder can't be listed.
    package init(_ fixture: FixtureFolder) throws {
        guard try FileKind(of: fixture.path) == .directory else { return }
        var files = [fixture.files]
        if let previous = FreezeRayFixture(fixture) { files.append(previous.files) }
        let names = Set(files.flatMap { $0.all + ["-journal", "-wal", "-shm"].map($0.store.appending) })
        for name in try FileAccess.list(fixture.path) {
            if names.contains(name), try FileKind(of: fixture.path(of: name)) == .regular {
                own.append(name)
            } else {
                foreign.append(name)
            }
        }
    }

    /// Whether the folder contains any of a fixture's files.
    package var isFixture: Bool { !own.isEmpty }
}
