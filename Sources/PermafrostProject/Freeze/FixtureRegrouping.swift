import Foundation
import PermafrostFixtures
import PermafrostModel

/// An operation that moves fixtures to their groups' folders, for a project with several groups.
///
/// Adding a second plan doesn't move fixtures automatically. Existing tests refer to versions without a group and
/// expect fixtures at the top of the tree, so the user must request the move.
package struct FixtureRegrouping {
    /// The moves, in the order of the fixtures in the tree.
    package let moves: [FixtureMove]
    private let tree: FixtureTree

    /// Finds the fixtures that are at the top of a project's tree, but belong in a group's folder. Finds none if the
    /// project has only one group.
    ///
    /// - Throws: a `FileError` if the tree can't be read, ``ProjectError`` if nothing is frozen, or
    ///   ``ProjectError/unusableGroup(_:fixture:)`` if a group's name can't be used as a folder name.
    package init(_ project: Project) throws {
        tree = project.tree
        let pairs = try VersionMatcher(project).pairs
        guard !pairs.isEmpty else { throw project.noFixtures }
        guard project.groupCount > 1 else {
            moves = []
            return
        }
        moves = try pairs.compactMap { pair in
            guard let frozen = pair.frozen else { return nil }
            let folder = frozen.fixture.folder
            let owner = pair.declared == nil ? nil : pair.group?.name
            guard !folder.contains("/"), let group = frozen.group ?? owner else { return nil }
            // The group's name comes from the fixture. Check that it is a valid folder name.
            guard !group.isEmpty, !group.hasPrefix("."), !group.contains("/") else {
                throw ProjectError.unusableGroup(group, fixture: frozen.fixture.path)
            }
            return FixtureMove(
                group: group, version: frozen.version.description, from: folder, to: group + "/" + folder)
        }
    }

    /// Moves the fixtures, each atomically. Never replaces an existing fixture.
    ///
    /// - Parameter report: called after each move.
    /// - Throws: a `FileError` if a fixture can't be moved. Fixtures that were already moved stay in their new folders.
    package func run(report: (FixtureMove) -> Void) throws {
        guard !moves.isEmpty else { return }
        let root = try RootFolder(tree.directory)
        for move in moves {
            try root.makeFolders(move.group)
            try root.renameNew(move.from, to: move.to)
            try root.sync(move.group)
            report(move)
        }
        try root.sync("")
    }
}
