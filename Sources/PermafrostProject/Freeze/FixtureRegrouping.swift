import Foundation
import PermafrostModel
import PermafrostStore

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

    /// - Throws: a `FileError` if the tree cannot be read, ``ProjectError/noFixtures(path:heldBy:heldAs:)`` if nothing is frozen,
    ///   ``ProjectError/unusableGroup(_:fixture:)`` if a group's name can't be a folder's.
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
            // A fixture says itself which group it belongs to.
            guard !group.isEmpty, !group.hasPrefix("."), !group.contains("/") else {
                throw ProjectError.unusableGroup(group, fixture: frozen.fixture.path)
            }
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
            try root.makeFolders(move.group)
            try root.renameNew(move.from, to: move.to)
            try root.sync(move.group)
            report(move)
        }
        try root.sync("")
    }
}
