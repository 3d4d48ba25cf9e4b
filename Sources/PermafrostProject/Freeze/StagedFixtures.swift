import Foundation
import PermafrostFixtures
import PermafrostStore

/// Fixtures that are first written to a temporary folder, so that they can be added to the project together with
/// sources. Either all or none of the files are added.
package final class StagedFixtures: Sendable {
    private let folder: TemporaryFolder

    /// The path of the temporary tree.
    var tree: String { folder.url.path }

    package init() throws {
        folder = try TemporaryFolder(for: "freeze")
    }

    /// Returns the folder for a fixture in the temporary tree.
    ///
    /// - Throws: ``FreezeError`` or a `FileError` if the project's tree already contains a file or a nonempty folder at
    ///   the fixture's path.
    func place(of fixture: FixtureFolder) throws -> FixtureFolder {
        switch try FileKind(of: fixture.path) {
        case .absent: break
        case .directory:
            guard try FileAccess.list(fixture.path).isEmpty else {
                throw FileError(operation: .createDirectory, path: fixture.path, code: EEXIST)
            }
        case .regular, .symbolicLink, .other: throw FreezeError.blocked(path: fixture.path)
        }
        return FixtureFolder(version: fixture.version, tree: tree, folder: fixture.folder)
    }

    /// Returns the files of a staged fixture, with paths relative to the project's folder. Returns an empty array if
    /// the project's fixture tree is outside that folder.
    ///
    /// - Parameters:
    ///   - fixture: the fixture's folder relative to the tree.
    ///   - project: the project to which the fixture will be added.
    package func files(of fixture: String, in project: Project) throws -> [(path: String, bytes: [UInt8])] {
        guard let tree = project.workTree else { return [] }
        let staged = self.tree + "/" + fixture
        return try FileAccess.list(staged).map { name in
            ("\(tree)/\(fixture)/\(name)", try FileAccess.read(staged + "/" + name))
        }
    }
}

extension Project {
    /// The path of the fixture tree relative to the project's folder, or nil if the tree is outside that folder.
    package var workTree: String? {
        let prefix = options.directory + "/"
        return tree.directory.hasPrefix(prefix) ? String(tree.directory.dropFirst(prefix.count)) : nil
    }
}
