import PermafrostModel
import PermafrostStore

/// The folder that contains a project's fixtures. A fixture is in `Fixtures/<version>/`, or in
/// `Fixtures/<Group>/<version>/` if there are several groups.
package struct FixtureTree: Sendable, Hashable {
    /// The path of the tree's folder. The folder may not exist yet.
    package let directory: String

    package init(directory: String) {
        self.directory = directory
    }

    package struct Contents: Sendable, Hashable {
        /// The fixtures, sorted by group and then by version.
        package var fixtures: [FixtureFolder] = []
        /// The items that aren't fixtures: symbolic links, special files, and folders whose names aren't valid version
        /// names. The paths are relative to the tree.
        package var refused: [String] = []

        package init() {}
    }

    /// Whether the folder exists. The tree's folder may be a symbolic link. True if the folder can't be examined, so
    /// that listing it reports the reason.
    package var exists: Bool {
        do {
            if try FileKind(of: directory) == .directory { return true }
            return try FileKind(of: directory + "/.") == .directory
        } catch { return !error.describesItem }
    }

    /// Whether the folder exists, or can be created because nothing is at its path.
    package var isUsable: Bool { exists || (try? FileKind(of: directory)) == .absent }

    /// The name of the tree's folder.
    package var name: String { directory.split(separator: "/").last.map(String.init) ?? "" }

    /// The path of the folder that contains the tree's folder, or nil if ``directory`` consists of only a name.
    package var parent: String? {
        let folders = directory.split(separator: "/").dropLast().joined(separator: "/")
        return directory.hasPrefix("/") ? "/" + folders : folders.isEmpty ? nil : folders
    }

    /// Returns this folder as a fixture if its name is a version name and it contains any of that version's files.
    /// Returns nil for any other folder, such as a tree, and for a folder that doesn't exist.
    ///
    /// - Throws: `FileError` if the folder can't be listed.
    package func asFixture() throws -> FixtureFolder? {
        guard exists, let version = try? VersionName(name), let parent else { return nil }
        let names = try FileAccess.list(directory)
        let fixture = FixtureFolder(version: version, tree: parent, folder: name)
        return names.contains(where: fixture.files.all.contains) || FreezeRayFixture(fixture) != nil ? fixture : nil
    }

    /// Lists the fixtures in the tree without opening any files. Throws a ``FileError`` if a folder can't be listed or
    /// an item in it can't be examined.
    ///
    /// A folder that contains folders is a group, unless its name is a version name and it also contains one of that
    /// version's files. Every other folder is a fixture if its name is a version name. Hidden entries, files next to
    /// fixtures, and folders that only contain files of other tools are ignored.
    package func contents() throws -> Contents {
        var contents = Contents()
        for name in try names() { try append(name, to: &contents) }
        contents.fixtures.sort { ($0.group, $0.version) < ($1.group, $1.version) }
        return contents
    }

    /// Returns whether any fixture satisfies a condition, without reading more folders than necessary. Throws a
    /// `FileError` if a folder can't be listed or an item in it can't be examined.
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
        let files = (try? VersionName(folder)).map { FixtureFileNames($0).all } ?? []
        var isGroup = false
        // A folder that contains one of a fixture's files is that fixture, even if it also contains other items.
        let isFixture = names.contains(where: files.contains)
        for name in names {
            let kind = try FileKind(of: path(folder, name))
            if kind == .directory, isFixture { continue }
            if kind == .directory {
                isGroup = true
                let names = try FileAccess.list(path(folder, name))
                if !Self.isForeign(names) { add(version: name, folder: folder + "/" + name, to: &contents) }
            } else if kind == .symbolicLink || kind == .other {
                contents.refused.append(folder + "/" + name)
            }
        }
        if !isGroup, !Self.isForeign(names) { add(version: folder, folder: folder, to: &contents) }
    }

    /// Returns whether a folder with the given entries belongs to another tool, such as an app's tests of its network
    /// code. An empty folder may be what remains of a fixture.
    private static func isForeign(_ names: [String]) -> Bool {
        !names.isEmpty && !names.contains(where: FixtureFileNames.isName)
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
