import Foundation
import PermafrostStore

/// The merge of two commits, computed by git in a temporary git folder.
///
/// The folder uses the repository's objects, but not its configuration, attributes or references, and not the user's or
/// the machine's configuration. Therefore, git doesn't run merge drivers or filters, and doesn't write to the
/// repository. Files that a merge driver would merge may conflict here.
struct GitMerge: Sendable {
    /// The repository's objects, together with the objects of the merge.
    let repository: GitRepository
    /// The merge. Its ID is the ID of a folder, because the merge isn't committed.
    let result: GitRepository.Commit
    /// The paths of the files with conflicts, relative to the project's folder, sorted. Files outside this folder are
    /// left out.
    let conflicts: [String]

    private let folder: TemporaryFolder

    /// Merges two commits. Their common ancestors are the base.
    ///
    /// - Parameter name: the name of the second commit, for messages.
    /// - Throws: ``GitError`` if git can't merge the commits, or a `TemporaryFolder.Failure` or `CocoaError` if the
    ///   temporary folder can't be written.
    init(_ ours: GitRepository.Commit, _ theirs: GitRepository.Commit, named name: String, in source: GitRepository)
        throws
    {
        folder = try TemporaryFolder(for: "merge")
        try Self.prepare(folder.url, for: ours, source)
        repository = GitRepository(git: source.git.isolated(in: folder.url.path))
        let answer = try repository.git.start(
            ["merge-tree", "--write-tree", "-z", "--name-only", "--no-messages", ours.id, theirs.id])
        let output: Data
        do throws(GitError) { output = try answer.output(accepting: [0, 1]) } catch {
            throw try Self.explained(error, name, in: source)
        }
        let fields = output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        guard let tree = fields.first, tree.utf8.count == ours.id.utf8.count, tree.allSatisfy(\.isHexDigit) else {
            throw GitError.failed(command: "merge-tree", reason: "it printed no tree")
        }
        result = GitRepository.Commit(id: tree, date: theirs.date, subject: "merge of \(name)")
        let prefix = source.prefix
        conflicts = Set(fields.dropFirst().filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) })
            .sorted()
    }

    /// Writes a git folder that uses the repository's objects. Its only configuration is the object format, if it isn't
    /// the default.
    private static func prepare(_ folder: URL, for commit: GitRepository.Commit, _ source: GitRepository) throws {
        let files = FileManager.default
        try files.createDirectory(at: folder.appending(path: "objects/info"), withIntermediateDirectories: true)
        try files.createDirectory(at: folder.appending(path: "refs"), withIntermediateDirectories: false)
        try Data("ref: refs/heads/none\n".utf8).write(to: folder.appending(path: "HEAD"))
        let objects = try path(of: "objects", source)
        try Data((objects + "\n").utf8).write(to: folder.appending(path: "objects/info/alternates"))
        // A shallow clone lacks the parents of the commits that this file lists.
        if let shallow = files.contents(atPath: try path(of: "shallow", source)) {
            let isList = shallow.allSatisfy { $0 == 10 || Character(UnicodeScalar($0)).isHexDigit }
            if isList { try shallow.write(to: folder.appending(path: "shallow")) }
        }
        guard commit.id.utf8.count == 64 else { return }
        let config = "[core]\n\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n\tobjectformat = sha256\n"
        try Data(config.utf8).write(to: folder.appending(path: "config"))
    }

    /// Returns the absolute path of an item in a repository's git folder.
    private static func path(of name: String, _ source: GitRepository) throws(GitError) -> String {
        let output = try source.git.output(["rev-parse", "--git-path", name])
        let path = String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines)
        // git would read the path as several lines.
        guard !path.isEmpty, !path.utf8.contains(10) else {
            throw .failed(
                command: "rev-parse",
                reason: "the git folder has a line break in its path. Rename the "
                    + "folder")
        }
        let top = source.git.workTree.top
        return path.hasPrefix("/") ? path : (top == "/" ? "" : top) + "/" + path
    }

    /// Returns a more specific error for a git version that can't merge, a partial clone, or commits without a common
    /// ancestor. Returns any other error unchanged.
    private static func explained(
        _ error: GitError, _ name: String, in source: GitRepository
    ) throws(GitError) -> GitError {
        guard case .failed(let command, let reason) = error else { return error }
        if reason.contains("usage:") {
            return .failed(command: command, reason: "merging needs git 2.38 or later")
        }
        if try source.isPartial() {
            return .failed(command: command, reason: GitRepository.isMissing("an object"))
        }
        return reason.contains("unrelated histories") ? .noCommonCommit(name: name) : error
    }
}
