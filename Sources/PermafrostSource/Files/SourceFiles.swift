/// A source of a project's files, such as a folder, a commit or a dictionary in memory.
package protocol SourceFiles: Sendable {
    /// Returns the paths of the files that a reader may need, such as Swift sources, manifests and Xcode project files.
    /// The paths are relative to the project's folder, and use `/` as the separator. Folders that never contain a
    /// project's own sources may be omitted (``SourcePaths/isSkippedFolder(_:isInTarget:)``).
    ///
    /// - Throws: ``UnreadableFile`` if the project's folder can't be read.
    func listing() throws -> SourceListing

    /// Calls `body` with a file's bytes.
    ///
    /// - Throws: ``UnreadableFile`` if the file can't be read, or the error that `body` throws.
    func withBytes<Result>(of path: String, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result) throws -> Result

    /// Returns the cached scan of a file, or nil if no scan is cached.
    func knownScan(of path: String, _ kind: FileScan.Kind) -> FileScan?

    /// Caches the scan of a file, for other sources that contain the same file.
    func keep(_ scan: FileScan, of path: String, _ kind: FileScan.Kind)

    /// Records the names whose declarations and extensions were searched for. The result may change if a file that
    /// declares or extends one of these names changes.
    ///
    /// - Parameter names: the hashes of the names (see ``FileScan/NameHash``).
    func didSearch(for names: Set<UInt64>)
}

extension SourceFiles {
    package func knownScan(of path: String, _ kind: FileScan.Kind) -> FileScan? { nil }
    package func keep(_ scan: FileScan, of path: String, _ kind: FileScan.Kind) {}
    package func didSearch(for names: Set<UInt64>) {}
}

/// The paths of a project's sources, with the folders that couldn't be read.
package struct SourceListing: Sendable, Hashable {
    /// The paths, relative to the project's folder, in any order.
    package var paths: [String]
    /// The system's error messages for the folders that couldn't be opened, keyed by the folder's path.
    package var unreadableFolders: [String: String]
    /// The symbolic links to files and folders in the project: the paths that they lead to, keyed by the link's path.
    package var links: [String: String] = [:]
    /// The paths of the files that are listed only because a symbolic link leads to them.
    package var linked: Set<String> = []
    /// The paths of the symbolic links to Swift files and folders outside of the project.
    package var outsideLinks: [String] = []
    /// The paths of the folders that are skipped because of their names. Omits hidden ones.
    package var skippedFolders: [String] = []

    package init(paths: [String], unreadableFolders: [String: String] = [:]) {
        self.paths = paths
        self.unreadableFolders = unreadableFolders
    }
}

/// The error for a file or folder that can't be read or parsed, with the reason.
package struct UnreadableFile: Error, Sendable, Hashable {
    /// The system's or the parser's reason.
    package var reason: String
    /// The path of the file or folder, or nil if the code that catches the error already knows the path.
    package var path: String?

    package init(reason: String, path: String? = nil) {
        self.reason = reason
        self.path = path
    }
}

/// Sources in memory, such as the files of a commit or a test.
package struct InMemorySources: SourceFiles {
    private let files: [String: [UInt8]]

    /// Creates sources from bytes, keyed by path.
    package init(bytes: [String: [UInt8]]) {
        files = bytes
    }

    /// Creates sources from strings, keyed by path.
    package init(_ texts: [String: String]) {
        files = texts.mapValues { Array($0.utf8) }
    }

    package func listing() -> SourceListing { SourceListing(paths: Array(files.keys)) }

    package func withBytes<Result>(
        of path: String, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) throws -> Result {
        guard let bytes = files[path] else { throw UnreadableFile(reason: "no such file") }
        return try bytes.withUnsafeBufferPointer(body)
    }
}
