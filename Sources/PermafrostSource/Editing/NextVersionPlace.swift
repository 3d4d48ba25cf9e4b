import SwiftSyntax

/// The location of the next version's declarations: new files, or the files of the newest version.
struct NextVersionPlace {
    let current: VersionPieces
    /// The name of the next version's type.
    let name: String
    /// The paths of all sources.
    let paths: [String]
    let targets: NewFileTargets

    /// Returns the path of a new file for a declaration's copy in the next version. Returns nil if the copy belongs in
    /// the original's file, for one of two reasons:
    /// - The new file wouldn't belong to the same targets.
    /// - The original's file has other declarations, and its path doesn't contain the version's name.
    func newPath(of piece: VersionPiece) -> String? {
        guard let path = ownPath(of: piece), targets.takes(path, like: piece.file.path) else { return nil }
        return path
    }

    private func ownPath(of piece: VersionPiece) -> String? {
        let path = piece.file.path
        if path.contains(current.name) {
            let next = path.replacing(current.name, with: name)
            // A module can't have two files with the same name, even in different folders.
            let file = Self.fileName(next)
            let isTaken = paths.contains { Self.fileName($0) == file && $0 != next }
            return isTaken ? Self.folder(of: next) + name + "+" + file : next
        }
        let ranges = current.all.filter { $0.file.path == path }.map(\.range)
        let isItsOwn = piece.file.tree.statements.allSatisfy { item in
            item.item.is(ImportDeclSyntax.self) || ranges.contains { item.isInside($0) }
        }
        return isItsOwn ? Self.folder(of: path) + name + ".swift" : nil
    }

    /// Returns the path of the folder that contains a file, with a trailing `/`. The result is empty for a file in the
    /// project's folder.
    static func folder(of path: String) -> String { String(path.dropLast(fileName(path).count)) }

    static func fileName(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}
