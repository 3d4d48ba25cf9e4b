import PermafrostModel

/// All fixtures of a project: `Fixtures/<version>/`, or `Fixtures/<Group>/<version>/` if there are several groups.
package struct FixtureTree: Sendable, Hashable {
    /// The tree's folder, which need not exist yet.
    package let directory: String

    /// A tree in that folder.
    package init(directory: String) {
        self.directory = directory
    }

    /// What stands in the tree.
    package struct Contents: Sendable, Hashable {
        /// The fixtures, sorted by folder.
        package var fixtures: [FixtureFolder] = []
        /// Symbolic links and other entries that are never followed or read, by path relative to the tree.
        package var refused: [String] = []

        /// Nothing: what a tree holds that does not exist yet.
        package init() {}
    }

    /// Whether the folder exists. The tree's own folder may be a symbolic link; nothing inside it is followed. One that cannot
    /// be looked at now exists: to list it says why not.
    package var exists: Bool {
        do {
            if try FileKind(of: directory) == .directory { return true }
            return try FileKind(of: directory + "/.") == .directory
        } catch { return !error.saysWhatIsThere }
    }

    /// Whether the folder exists or can be made: nothing else stands in its place.
    package var isUsable: Bool { exists || (try? FileKind(of: directory)) == .absent }

    /// The folder's name.
    package var name: String { directory.split(separator: "/").last.map(String.init) ?? "" }

    /// The folder that holds it; nil for a relative path's first.
    package var parent: String? {
        let folders = directory.split(separator: "/").dropLast().joined(separator: "/")
        return directory.hasPrefix("/") ? "/" + folders : folders.isEmpty ? nil : folders
    }

    /// The fixture that the folder is itself, by the files in it; nil for a tree, and if there is no folder.
    ///
    /// - Throws: `FileError` if the folder cannot be listed.
    package func asFixture() throws -> FixtureFolder? {
        guard exists, let version = try? VersionName(name), let parent else { return nil }
        let names = try FileAccess.list(directory)
        let fixture = FixtureFolder(version: version, tree: parent, folder: name)
        return names.contains(where: fixture.files.all.contains) || FreezeRayFixture(fixture) != nil ? fixture : nil
    }

    /// Lists the tree without opening a file. Throws a ``FileError`` if a folder cannot be read.
    ///
    /// A folder that holds folders is a group's; one that holds files, or nothing, is a fixture. Hidden entries and plain
    /// files beside fixtures are left alone.
    package func contents() throws -> Contents {
        var contents = Contents()
        for name in try names() { try append(name, to: &contents) }
        return contents
    }

    /// Whether a fixture satisfies a condition; no more folders are read than that takes. Throws a `FileError`.
    package func contains(where condition: (FixtureFolder) -> Bool) throws -> Bool {
        try names().contains { name in
            var contents = Contents()
            try append(name, to: &contents)
            return contents.fixtures.contains(where: condition)
        }
    }

    private func names() throws -> [String] { try FileAccess.list(directory).filter { !$0.hasPrefix(".") } }

    private func append(_ name: String, to contents: inout Contents) throws {
        switch try FileKind(of: directory + "/" + name) {
        case .directory: try append(folder: name, to: &contents)
        case .symbolicLink, .other: contents.refused.append(name)
        case .regular, .absent: break
        }
    }

    private func append(folder: String, to contents: inout Contents) throws {
        let names = try FileAccess.list(directory + "/" + folder).filter { !$0.hasPrefix(".") }
        let files = (try? VersionName(folder)).map { FixtureFolder.FileNames($0).all } ?? []
        var isGroup = false
        // A folder with one of a fixture's files is that fixture, whatever else lies in it.
        for name in names {
            let kind = try FileKind(of: path(folder, name))
            if kind == .directory, names.contains(where: files.contains) { continue }
            if kind == .directory {
                isGroup = true
                add(version: name, folder: folder + "/" + name, to: &contents)
            } else if kind == .symbolicLink || kind == .other {
                contents.refused.append(folder + "/" + name)
            }
        }
        if !isGroup { add(version: folder, folder: folder, to: &contents) }
    }

    private func path(_ folder: String, _ name: String) -> String { directory + "/" + folder + "/" + name }

    private func add(version: String, folder: String, to contents: inout Contents) {
        guard let version = try? VersionName(version) else {
            contents.refused.append(folder)
            return
        }
        contents.fixtures.append(FixtureFolder(version: version, tree: directory, folder: folder))
    }
}

/// Names of types that declare versions.
package enum SchemaName {
    /// The type's own name, without the types that it is nested in: `App.AppSchemaV1` → `AppSchemaV1`.
    package static func own(_ name: String) -> String { name.split(separator: ".").last.map(String.init) ?? name }

    /// The type's own name less its version suffix: `AppSchemaV1` → `AppSchema`, `SchemaV2_1` → `Schema`. A name that is
    /// nothing but a version (`V1`) takes the enclosing type's.
    package static func withoutVersion(_ name: String) -> String {
        let parts = name.split(separator: ".").map(String.init)
        guard let last = parts.last else { return name }
        var base = Substring(last)
        while let character = base.last, character.isNumber || character == "_" { base.removeLast() }
        if base.count < last.count {
            for suffix in ["Version", "version", "V", "v"] where base.hasSuffix(suffix) {
                base = base.dropLast(suffix.count)
                break
            }
            while base.last == "_" { base.removeLast() }
        }
        if !base.isEmpty { return String(base) }
        return parts.count > 1 ? parts[parts.count - 2] : "Schema"
    }
}

extension FixtureTree {
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
}
