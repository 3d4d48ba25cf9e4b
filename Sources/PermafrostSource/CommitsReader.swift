import Foundation
import PermafrostModel

/// A reader for the declarations at several commits. A file with the same contents in several commits is parsed only
/// once.
package struct CommitsReader: Sendable {
    private let commits: [[String: Int]]
    private let texts: CommitsReader.CommitTexts

    /// Creates a reader for the files of several commits.
    ///
    /// - Parameters:
    ///   - commits: the files of each commit. The keys are paths, and the values are indexes into `places`.
    ///   - contents: the contents of all files, concatenated.
    ///   - places: the ranges of the files' contents in `contents`.
    package init(commits: [[String: Int]], contents: Data, places: [Range<Int>]) {
        // Commits can contain any path, so remove paths that leave the project.
        self.commits = commits.map { files in files.filter { TreePath.isInside($0.key) } }
        texts = CommitsReader.CommitTexts(contents: contents, places: places)
    }

    /// Returns each commit's declarations, encoded as a ``DeclarationArchive``, in the order of the commits.
    ///
    /// - Parameter request: the options for every commit. The folder in the request isn't read, because the files come
    ///   from the commits.
    /// - Throws: an error if the declarations can't be encoded.
    package func archives(_ request: SourceRequest) throws -> [Data] {
        guard let first = commits.first else { return [] }
        // Most files are the same in all commits. Parse the first commit's files first, on all cores.
        let start = try CommitReading(of: first, texts, request)
        // Neighboring commits are usually equal in all that matters, so each core reads a range of them.
        let rest = commits.dropFirst()
        let length = max(1, (rest.count + Self.rangeCount - 1) / Self.rangeCount)
        let starts = Array(stride(from: rest.startIndex, to: rest.endIndex, by: length))
        let ranges = Concurrently.map(count: starts.count) { index in
            Result { try archives(of: rest[starts[index]...].prefix(length), after: start, request) }
        }
        return try [start.archive] + ranges.flatMap { try $0.get() }
    }

    /// The maximum number of ranges of commits. Ranges are read in parallel, and the commits in a range one after
    /// another.
    private static let rangeCount = 16

    private func archives(
        of commits: ArraySlice<[String: Int]>, after start: CommitReading, _ request: SourceRequest
    ) throws -> [Data] {
        var last = start
        return try commits.map { files in
            if !last.hasSameResult(as: files) { last = try CommitReading(of: files, texts, request) }
            return last.archive
        }
    }
}

/// The result of reading a commit, and the data that determines whether another commit has the same result.
private struct CommitReading {
    /// The commit's declarations, encoded as a ``DeclarationArchive``.
    let archive: Data
    private let files: [String: Int]
    private let texts: CommitsReader.CommitTexts
    private let readsCode: Bool
    private let dependencies: ReadDependencies

    /// Reads a commit.
    ///
    /// - Throws: an error if the declarations can't be encoded.
    init(of files: [String: Int], _ texts: CommitsReader.CommitTexts, _ request: SourceRequest) throws {
        let sources = CommitsReader.Files(files: files, texts: texts)
        archive = Data(try DeclarationArchive.encode(SourceReader(request: request, files: sources).read()))
        dependencies = sources.dependencies.withLock { $0 }
        readsCode = request.readsCode
        self.files = files
        self.texts = texts
    }

    /// Returns whether another commit, read with the same options, is known to have the same declarations. If false,
    /// the other commit must be read to find out.
    ///
    /// - Parameter others: the other commit's files, in the form of ``files``.
    func hasSameResult(as others: [String: Int]) -> Bool {
        guard others.count == files.count else { return false }
        let sources = CommitsReader.Files(files: others, texts: texts)
        return others.allSatisfy { path, text in
            guard let old = files[path] else { return false }
            guard old != text else { return true }
            return dependencies.areEqual(of: path, texts.scan(of: path, old, .first(readsCode: readsCode))) {
                ProjectFiles.firstScan(of: path, sources, readsCode: readsCode)
            }
        }
    }
}

extension CommitsReader {
    /// The source files at a single commit, with a record of the files and names that the result of reading
    /// declarations depends on.
    struct Files: SourceFiles {
        /// The index of each file's contents in ``texts``, keyed by path.
        let files: [String: Int]
        let texts: CommitsReader.CommitTexts
        let dependencies = Locked(ReadDependencies())

        func listing() -> SourceListing { SourceListing(paths: Array(files.keys)) }

        func withBytes<Result>(
            of path: String, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
        ) throws -> Result {
            guard let text = files[path] else { throw UnreadableFile(reason: "no such file") }
            dependencies.withLock { $0.didUse(path) }
            return try texts.withBytes(of: text, body)
        }

        func knownScan(of path: String, _ kind: FileScan.Kind) -> FileScan? {
            if case .first = kind {} else { dependencies.withLock { $0.didUse(path) } }
            return files[path].flatMap { texts.scan(of: path, $0, kind) }
        }

        func keep(_ scan: FileScan, of path: String, _ kind: FileScan.Kind) {
            if case .first = kind { dependencies.withLock { $0.didScan(path) } }
            if let text = files[path] { texts.keep(scan, of: path, text, kind) }
        }

        func didSearch(for names: Set<UInt64>) { dependencies.withLock { $0.didSearch(for: names) } }
    }
}

extension CommitsReader {
    /// The commits' file contents with their scan results. A file with the same contents in several commits is scanned
    /// only once.
    final class CommitTexts: Sendable {
        private struct Key: Hashable {
            let path: String
            let text: Int
            let kind: FileScan.Kind
        }

        private let contents: Data
        private let places: [Range<Int>]
        private let scans = Locked<[Key: FileScan]>([:])

        init(contents: Data, places: [Range<Int>]) {
            self.contents = contents
            self.places = places
        }

        func withBytes<Result>(of text: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result) throws -> Result {
            guard places.indices.contains(text), (0...contents.count).contains(places[text].upperBound) else {
                throw UnreadableFile(reason: "no such file")
            }
            return try contents.withUnsafeBytes { bytes in
                try body(UnsafeBufferPointer(rebasing: bytes.bindMemory(to: UInt8.self)[places[text]]))
            }
        }

        func scan(of path: String, _ text: Int, _ kind: FileScan.Kind) -> FileScan? {
            scans.withLock { $0[Key(path: path, text: text, kind: kind)] }
        }

        func keep(_ scan: FileScan, of path: String, _ text: Int, _ kind: FileScan.Kind) {
            scans.withLock { $0[Key(path: path, text: text, kind: kind)] = scan }
        }
    }
}
