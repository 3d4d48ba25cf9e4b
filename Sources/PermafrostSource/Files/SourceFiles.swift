/// A source of Swift files: a folder, a commit, or memory.
package protocol SourceFiles: Sendable {
    /// Returns the paths of all files that may contain Swift source, relative to the project's folder, with `/` between
    /// components. Folders that are never part of a project may be omitted (``SourcePaths/isSkippedFolder(_:)``).
    func listing() throws -> SourceListing

    /// Calls `body` with the bytes of a file.
    ///
    /// - Throws: ``UnreadableFile`` if the file cannot be read.
    func withBytes<Result>(of path: String, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result) throws -> Result

    /// Returns the file's known scan; nil if it is unknown, or scans aren't kept.
    func knownScan(of path: String, _ kind: FileScan.Kind) -> FileScan?

    /// Keeps a file's scan, for other sources with the same file.
    func keep(_ scan: FileScan, of path: String, _ kind: FileScan.Kind)
}

extension SourceFiles {
    package func knownScan(of path: String, _ kind: FileScan.Kind) -> FileScan? { nil }
    package func keep(_ scan: FileScan, of path: String, _ kind: FileScan.Kind) {}
}

/// The paths of a project's sources, and the folders that couldn't be read.
package struct SourceListing: Sendable, Hashable {
    /// The paths, relative to the project's folder.
    package var paths: [String]
    /// The system's reason for each folder that couldn't be opened, by path.
    package var unreadableFolders: [String: String]

    package init(paths: [String], unreadableFolders: [String: String] = [:]) {
        self.paths = paths
        self.unreadableFolders = unreadableFolders
    }
}

/// The error for a file that can't be read, with the system's reason.
package struct UnreadableFile: Error, Sendable, Hashable {
    /// The system's reason, or the parser's.
    package var reason: String
    /// The file's path; nil if the code that catches the error knows it.
    package var path: String?

    package init(reason: String, path: String? = nil) {
        self.reason = reason
        self.path = path
    }
}

/// Sources in memory, by path: the files of a commit, or of a test.
package struct InMemorySources: SourceFiles {
    private let files: [String: [UInt8]]

    /// Creates sources from bytes.
    package init(bytes: [String: [UInt8]]) {
        files = bytes
    }

    /// Creates sources from texts.
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

extension InMemorySources {
    /// Sources with some texts replaced or added.
    package struct OverlaidSources: SourceFiles {
        private let files: any SourceFiles
        private let overlay: [String: [UInt8]]

        /// - Parameter overlay: the replaced and added texts, by path.
        package init(_ files: some SourceFiles, overlay: [String: String]) {
            self.files = files
            self.overlay = overlay.mapValues { Array($0.utf8) }
        }

        package func listing() throws -> SourceListing {
            var listing = try files.listing()
            listing.paths += Set(overlay.keys).subtracting(listing.paths)
            return listing
        }

        package func withBytes<Result>(
            of path: String, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
        ) throws -> Result {
            guard let bytes = overlay[path] else { return try files.withBytes(of: path, body) }
            return try bytes.withUnsafeBufferPointer(body)
        }
    }
}
