/// What is in a fixture's folder: the files that Permafrost or FreezeRay wrote there, and everything else.
package struct FixtureEntries: Sendable, Hashable {
    /// The names of the fixture's own files, with what SQLite keeps next to its store.
    package private(set) var own: [String] = []
    /// The names of all other entries, hidden ones too. They are somebody's, and are never removed.
    package private(set) var foreign: [String] = []

    /// The entries of a fixture's folder; none if there is no folder. Throws a `FileError` if it can't be listed.
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

    /// Whether the folder holds a fixture, complete or not.
    package var isFixture: Bool { !own.isEmpty }
}
