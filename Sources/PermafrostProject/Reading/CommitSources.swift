import Foundation
import PermafrostFixtures
import PermafrostModel
import PermafrostSource
import PermafrostStore

/// A project's sources at various commits. ``prepare(_:)`` reads many commits together. The sources at a commit that
/// wasn't prepared are written to a temporary folder and read there, unless their declarations are cached.
package final class CommitSources {
    private let repository: GitRepository
    private let request: SourceRequest
    private let reader: CachedSourceReader
    /// The folder for the sources of a commit, which the first commit that needs it creates.
    private var folder: TemporaryFolder?
    private var current: [String: String] = [:]
    private var files: [GitRepository.Commit: [GitRepository.File]] = [:]
    private var ready: [[UInt8]: ProjectDeclarations] = [:]

    /// Prepares to read a project at the commits of a repository.
    ///
    /// - Parameters:
    ///   - request: the options for reading the project, with the project's folder in the repository.
    ///   - reader: the reader that parses the sources. It caches the declarations with the files' contents as the key.
    package init(repository: GitRepository, request: SourceRequest, reader: CachedSourceReader) {
        self.repository = repository
        self.request = request
        self.reader = reader
    }

    /// Returns the declarations at a commit. If the request specifies a target, only this target is read. If the target
    /// doesn't exist at the commit, all targets are read, and the declarations contain a note about it.
    ///
    /// - Throws: ``GitError`` if git fails, or the reader's error if the sources can't be read.
    package func declarations(at commit: GitRepository.Commit) throws -> ProjectDeclarations {
        let files = try files[commit] ?? repository.files(of: commit)
        let read = try declarations(of: files, request)
        guard let target = read.targets.missing else { return read }
        var request = request
        request.target = nil
        var all = try declarations(of: files, request)
        all.targets.notes.append(.missingAtCommit(target: target))
        return all
    }

    private func declarations(
        of files: [GitRepository.File], _ request: SourceRequest
    ) throws -> ProjectDeclarations {
        let content = Self.content(of: files)
        if request == self.request, let ready = ready[content] { return ready }
        return try reader.declarations(request, content: content) {
            var request = request
            request.directory = try layOut(files)
            return request
        }
    }

    private static func content(of files: [GitRepository.File]) -> [UInt8] {
        Digest.sha256(Array(files.map { "\($0.path)\0\($0.blob)\n" }.joined().utf8))
    }

    /// Reads many commits at once. A file that is the same in several commits is read and parsed only once. Does
    /// nothing for a single commit.
    ///
    /// - Throws: ``GitError`` if git fails, or the reader's error if the sources can't be read.
    package func prepare(_ commits: [GitRepository.Commit]) throws {
        guard commits.count > 1 else { return }
        for (commit, files) in zip(commits, try repository.files(of: commits)) { self.files[commit] = files }
        var open: [(content: [UInt8], files: [GitRepository.File])] = []
        var seen: Set<[UInt8]> = []
        for commit in commits {
            guard let files = files[commit] else { continue }
            let content = Self.content(of: files)
            guard seen.insert(content).inserted else { continue }
            if let kept = reader.kept(request, content: content) {
                ready[content] = kept
            } else {
                open.append((content, files))
            }
        }
        guard !open.isEmpty else { return }
        let blobs = open.flatMap { $0.files }.map(\.blob).unique
        let numbers = Dictionary(uniqueKeysWithValues: blobs.enumerated().map { ($1, $0) })
        let commits = open.map { _, files in
            Dictionary(files.map { ($0.path, numbers[$0.blob]) }) { first, _ in first }.compactMapValues(\.self)
        }
        let (contents, places) = try repository.contents(ofBlobs: blobs)
        let read = try reader.declarations(
            request, of: CommitsReader(commits: commits, contents: contents, places: places),
            contents: open.map(\.content))
        for (one, declarations) in zip(open, read) { ready[one.content] = declarations }
    }

    /// Writes the files of a commit to the temporary folder, and returns its path. Writes only the differences from the
    /// previous commit.
    private func layOut(_ files: [GitRepository.File]) throws -> String {
        let folder = try self.folder ?? TemporaryFolder(for: "sources")
        self.folder = folder
        // Nothing is written outside the folder, no matter what names a tree contains.
        let root = try RootFolder(folder.url.path)
        let wanted = Dictionary(files.map { ($0.path, $0.blob) }) { first, _ in first }
        for path in current.keys where wanted[path] == nil {
            try root.remove(path)
            current[path] = nil
        }
        let changed = files.filter { current[$0.path] != $0.blob }
        for (file, content) in zip(changed, try repository.contents(of: changed)) {
            // The names were already validated when they were read.
            guard TreePath.isInside(file.path) else { throw GitError.unsafeName(file.path) }
            try root.makeFolders(file.path.parentPath, isDurable: false)
            try root.remove(file.path)
            try root.write([UInt8](content), to: file.path, isDurable: false)
            current[file.path] = file.blob
        }
        return folder.url.path
    }
}

/// A reader for a project at one commit.
package struct CommitReader: ProjectReader {
    private let repository: GitRepository
    private let commit: GitRepository.Commit
    private let reader: CachedSourceReader

    package init(repository: GitRepository, commit: GitRepository.Commit, reader: CachedSourceReader) {
        self.repository = repository
        self.commit = commit
        self.reader = reader
    }

    package func declarations(_ request: SourceRequest) throws -> ProjectDeclarations {
        try CommitSources(repository: repository, request: request, reader: reader).declarations(at: commit)
    }
}
