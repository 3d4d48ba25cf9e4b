import Foundation
import PermafrostDeclarations
import PermafrostModel

/// A project's sources at one commit after another: they are laid out in a temporary folder, in which only what differs
/// from the commit before is written, and read there.
package final class CommitSources {
    private let repository: GitRepository
    private let request: SourceRequest
    private let reader: CachedSourceReader
    private let folder: URL
    private var current: [String: String] = [:]

    /// Sources of a repository.
    ///
    /// - Parameters:
    ///   - request: how the project is read; its folder is the one in the repository.
    ///   - reader: keeps what was read, by the files' contents.
    package init(repository: GitRepository, request: SourceRequest, reader: CachedSourceReader) {
        self.repository = repository
        self.request = request
        self.reader = reader
        folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "permafrost-sources-\(UUID().uuidString)")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// What the sources declare at a commit: those of the target that was asked for; of all where the commit has none of
    /// the name.
    ///
    /// - Throws: ``GitError``, or what the reader throws.
    package func declarations(at commit: GitRepository.Commit) throws -> ArchivedDeclarations {
        let files = try repository.files(of: commit)
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
    ) throws -> ArchivedDeclarations {
        let content = Digest.sha256(Array(files.map { "\($0.path)\0\($0.blob)\n" }.joined().utf8))
        return try reader.declarations(request, content: content) {
            try layOut(files)
            var request = request
            request.directory = folder.path
            return request
        }
    }

    private func layOut(_ files: [GitRepository.File]) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let wanted = Dictionary(files.map { ($0.path, $0.blob) }) { first, _ in first }
        for path in current.keys where wanted[path] == nil {
            try FileManager.default.removeItem(at: folder.appending(path: path))
            current[path] = nil
        }
        let changed = files.filter { current[$0.path] != $0.blob }
        for (file, content) in zip(changed, try repository.contents(of: changed)) {
            let url = folder.appending(path: file.path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try content.write(to: url)
            current[file.path] = file.blob
        }
    }
}

/// Reads a project as it was at one commit.
package struct CommitReader: DeclarationReader {
    private let repository: GitRepository
    private let commit: GitRepository.Commit
    private let reader: CachedSourceReader

    /// A reader of one commit.
    package init(repository: GitRepository, commit: GitRepository.Commit, reader: CachedSourceReader) {
        self.repository = repository
        self.commit = commit
        self.reader = reader
    }

    package func declarations(_ request: SourceRequest) throws -> ArchivedDeclarations {
        try CommitSources(repository: repository, request: request, reader: reader).declarations(at: commit)
    }
}
