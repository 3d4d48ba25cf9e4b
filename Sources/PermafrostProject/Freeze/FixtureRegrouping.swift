import Foundation
import PermafrostFiles
import PermafrostFixtures
import PermafrostModel

/// Moves the fixtures that are in no group's folder to where a project of several groups has them.
///
/// A tree stays as it is when a second plan is added: tests that are committed name versions without a group, and mean those in
/// no folder. Moving is asked for.
package struct FixtureRegrouping {
    /// One fixture that is moved, its folders relative to the tree.
    package struct Move: Sendable, Hashable {
        package let group: String
        package let version: String
        package let from: String
        package let to: String
    }

    /// What is to be moved, in the order of the tree.
    package let moves: [Move]
    private let tree: FixtureTree

    /// - Throws: a `FileError` if the tree cannot be read, ``ProjectError/noFixtures(path:heldBy:heldAs:)`` if nothing is frozen.
    package init(_ project: Project) throws {
        tree = project.tree
        let pairs = try FixturePairing(project).pairs
        guard !pairs.isEmpty else { throw project.noFixtures }
        guard project.groupCount > 1 else {
            moves = []
            return
        }
        moves = pairs.compactMap { frozen, owner in
            let folder = frozen.fixture.folder
            guard !folder.contains("/"), let group = frozen.group ?? owner.declaration?.group.name else { return nil }
            return Move(group: group, version: frozen.version.description, from: folder, to: group + "/" + folder)
        }
    }

    /// Moves each fixture in one step, and never over another.
    ///
    /// - Parameter report: hears of each that was moved.
    /// - Throws: a `FileError` for one that cannot be moved; those before it are.
    package func run(report: (Move) -> Void) throws {
        guard !moves.isEmpty else { return }
        let root = try RootFolder(tree.directory)
        for move in moves {
            // A fixture says itself which group it belongs to.
            guard !move.group.contains("/"), !move.group.hasPrefix(".") else {
                throw FileError(operation: .createDirectory, path: root.complete(move.group), code: EINVAL)
            }
            try root.makeFolders(move.group)
            try root.renameNew(move.from, to: move.to)
            report(move)
        }
        try root.sync("")
    }
}
