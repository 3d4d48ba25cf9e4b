import Foundation

/// The contents of a project's source files, in the project's folder or at a commit.
struct SourceContents: Sendable {
    private enum Origin: Sendable {
        case folder(String)
        case commit(GitRepository, [String: GitRepository.File])
    }

    private let origin: Origin
    /// The known contents, keyed by path. At a commit, these are the contents that were already read. In a folder,
    /// these are the contents of files that haven't been written yet.
    private var known: [String: Data]

    /// Prepares to read the files in a project's folder.
    ///
    /// - Parameter options: the options with which the sources were read. They may contain files that haven't been
    ///   written yet.
    init(of options: ProjectOptions) {
        origin = .folder(options.directory)
        known = options.overlay.mapValues { Data($0.utf8) }
    }

    /// Prepares to read the files at a commit, and lists them.
    ///
    /// - Throws: ``GitError`` if git can't list the files.
    init(of repository: GitRepository, at commit: GitRepository.Commit) throws(GitError) {
        let files = try repository.files(of: commit)
        origin = .commit(repository, Dictionary(files.map { ($0.path, $0) }) { first, _ in first })
        known = [:]
    }

    /// Reads a commit's files with a single git process. Does nothing for files in a folder, which are read one by one.
    ///
    /// - Throws: ``GitError`` if git can't read the files.
    mutating func prepare(_ paths: some Sequence<String>) throws(GitError) {
        guard case .commit(let repository, let files) = origin else { return }
        let wanted = Set(paths).subtracting(known.keys).sorted().compactMap { files[$0] }
        guard !wanted.isEmpty else { return }
        for (file, contents) in zip(wanted, try repository.contents(of: wanted)) { known[file.path] = contents }
    }

    /// Returns a file's contents, or empty data if the file can't be read. Also returns empty data for a file at a
    /// commit if ``prepare(_:)`` hasn't read the file.
    ///
    /// - Parameter path: the file's path relative to the project's folder.
    func contents(of path: String) -> Data {
        if let contents = known[path] { return contents }
        guard case .folder(let directory) = origin else { return Data() }
        return FileManager.default.contents(atPath: directory + "/" + path) ?? Data()
    }
}
