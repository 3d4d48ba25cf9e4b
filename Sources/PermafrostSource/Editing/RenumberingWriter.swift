import PermafrostModel
import SwiftSyntax

/// A writer that renumbers the versions that a branch adds, and combines them with the versions of another branch.
///
/// The other branch's versions are taken over, so that the result declares both. The writer doesn't write to disk, and
/// doesn't verify the result.
package struct RenumberingWriter {
    private let request: RenumberingRequest
    private let sources: SourceSet
    private let renamed: RenamedVersions
    private let targets: TargetListReader.NewFileTargets
    /// The new path of each moved file, keyed by its current path.
    private let moves: [String: String]

    /// Returns the files that declare the versions of both branches.
    ///
    /// - Throws: ``NextVersionDraft/Problem`` if a file has merge conflict markers, if a declaration isn't at its location,
    ///   or if a moved file's new path is taken. ``RenumberingDraft/BranchConflict`` if both branches changed a
    ///   declaration of a schema differently. `UnreadableFile` if a file can't be read or parsed.
    package static func draft(_ request: RenumberingRequest) throws -> RenumberingDraft {
        try RenumberingWriter(request).draft()
    }

    private init(_ request: RenumberingRequest) throws {
        self.request = request
        let files = DirectorySources(directory: request.directory)
        let sources = try SourceSet(files)
        for path in try sources.paths(with: ["<<<<<<< "]) {
            if let place = try sources.file(path).conflict { throw NextVersionDraft.Problem.conflict(place) }
        }
        self.sources = sources
        targets = try TargetListReader.NewFileTargets(files)
        let renamed = try RenamedVersions(request, in: sources)
        self.renamed = renamed
        let own = SourcePaths(includesTests: false)
        var moves: [String: String] = [:]
        for path in sources.paths where own.holdsSource(path) && request.base[path] == nil {
            let new = renamed.newPath(of: path)
            if new != path { moves[path] = new }
        }
        let taken = moves.values.first { path in
            (sources.paths.contains(path) && moves[path] == nil) || request.others[path] != nil
        }
        if let taken { throw NextVersionDraft.Problem.exists(path: taken) }
        self.moves = moves
    }

    private func draft() throws -> RenumberingDraft {
        var result = RenumberingDraft(files: [], combined: [], conflicts: [], customStages: [], untargeted: [])
        result.customStages = renamed.customStages
        let origins = Dictionary(moves.map { ($1, $0) }) { first, _ in first }
        let edited = Set(renamed.edits.keys)
        let paths = Set(sources.paths).union(moves.values).union(request.required).union(request.wanted)
        for path in paths.sorted() {
            let old = try text(at: path)
            let others = request.others[path]
            let isTaken = request.required.contains(path) || request.wanted.contains(path)
            // This branch's text at the path after the renaming.
            let origin = origins[path] ?? path
            let isMoved = moves[path] != nil || request.removed.contains(path)
            let own = isMoved && origin == path ? nil : try renamedText(of: origin)
            let change: RenumberingDraft.File.Change
            var new = own
            let base = request.base[path]
            let isChangedByBoth = others != nil && others != base && own != nil && own != base && own != others
            if isTaken, let others, own == nil || own == base {
                (new, change) = (others, .taken)
            } else if let others, let own, isChangedByBoth, isTaken || edited.contains(origin) {
                do {
                    new = try combined(path, base: base, own, others)
                    change = .combined
                    if new != others { result.combined.append(path) }
                } catch let conflict as RenumberingDraft.BranchConflict {
                    guard !request.required.contains(path) else { throw conflict }
                    change = .renamed
                    result.conflicts.append(path)
                }
            } else if origin != path {
                change = .moved(from: origin)
                if !targets.takes(path, like: origin) { result.untargeted.append(path) }
            } else {
                change = own == nil ? .removed : .renamed
            }
            guard new != old else { continue }
            result.files.append(.init(path: path, oldText: old, text: new, change: change))
        }
        return result
    }

    private func text(at path: String) throws -> String? {
        sources.paths.contains(path) ? try sources.file(path).text : nil
    }

    private func renamedText(of path: String) throws -> String? {
        guard sources.paths.contains(path) else { return nil }
        let file = try sources.file(path)
        return renamed.edits[path]?.applied(to: file) ?? file.text
    }

    private func combined(_ path: String, base: String?, _ ours: String, _ others: String) throws -> String {
        func file(_ text: String) throws -> SwiftFile { try SwiftFile(path: path, bytes: Array(text.utf8)) }
        return try CombinedDeclarations(
            base: base.map(file), ours: file(ours), others: file(others),
            newest: (request.newest, request.versions.last?.name ?? "")
        ).text()
    }
}
