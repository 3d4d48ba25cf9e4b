import Foundation
import PermafrostModel

/// A reader for the declarations at several commits. Commits that contain the same file, with the same contents, share
/// its parse results.
package struct CommitsReader: Sendable {
    private let commits: [[String: Int]]
    private let texts: CommitsReader.CommitTexts

    /// Creates a reader for the files of several commits.
    ///
    /// - Parameters:
    ///   - commits: for each commit, a dictionary from each file's path to the index of its contents in `places`.
    ///   - contents: the contents of all files, concatenated.
    ///   - places: the range in `contents` of each file's contents.
    package init(commits: [[String: Int]], contents: Data, places: [Range<Int>]) {
        // Commits can contain any path, so remove paths that leave the project.
        self.commits = commits.map { files in files.filter { SourcePaths.TreePath.isInside($0.key) } }
        texts = CommitsReader.CommitTexts(contents: contents, places: places)
    }

    /// Returns each commit's declarations, encoded as a ``DeclarationArchive``, in the order of the commits.
    ///
    /// - Parameter request: the options for every commit. The folder in the request isn't read.
    /// - Throws: an error if the declarations can't be encoded.
    package func archives(_ request: SourceRequest) throws -> [Data] {
        guard let first = commits.first else { return [] }
        // Most files are the same in all commits. Parse the first commit's files first, on all cores.
        let start = try archive(of: first, request)
        let rest = Concurrently.map(count: commits.count - 1) { index in
            Result { try archive(of: commits[index + 1], request) }
        }
        return try [start] + rest.map { try $0.get() }
    }

    private func archive(of files: [String: Int], _ request: SourceRequest) throws -> Data {
        let reader = SourceReader(request: request, files: CommitsReader.Files(files: files, texts: texts))
        return Data(try DeclarationArchive.encode(reader.read()))
    }
}

extension CommitsReader {
    /// The source files at a single commit.
    struct Files: SourceFiles {
        /// The index of each file's contents, keyed by path.
        let files: [String: Int]
        let texts: CommitsReader.CommitTexts

        func listing() -> SourceListing { SourceListing(paths: Array(files.keys)) }

        func withBytes<Result>(
            of path: String, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
        ) throws -> Result {
            guard let text = files[path] else { throw UnreadableFile(reason: "no such file") }
            return try texts.withBytes(of: text, body)
        }

        func knownScan(of path: String, _ kind: FileScan.Kind) -> FileScan? {
            files[path].flatMap { texts.scan(of: path, $0, kind) }
        }

        func keep(_ scan: FileScan, of path: String, _ kind: FileScan.Kind) {
            if let text = files[path] { texts.keep(scan, of: path, text, kind) }
        }
    }
}

extension CommitsReader {
    /// The commits' file contents and their scan results. Commits that contain the same file share its scan results.
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
