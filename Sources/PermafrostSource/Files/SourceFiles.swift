/// Where Swift sources come from: a folder, a commit, or memory.
package protocol SourceFiles: Sendable {
    /// The paths of all files that may hold Swift source, relative to the project's folder, `/` between components.
    /// Folders that are never part of a project may be left out (``SourcePaths/isSkippedFolder(_:)``).
    func listing() throws -> SourceListing

    /// Calls `body` with the bytes of a file.
    ///
    /// - Throws: ``UnreadableFile`` if the file cannot be read.
    func withBytes<Result>(of path: String, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result) throws -> Result

    /// What of the file is known already; nil if nothing is, or nothing is kept.
    func knownScan(of path: String, _ kind: FileScan.Kind) -> FileScan?

    /// Keeps what was learnt of a file, for sources that have the same file.
    func keep(_ scan: FileScan, of path: String, _ kind: FileScan.Kind)
}

extension SourceFiles {
    package func knownScan(of path: String, _ kind: FileScan.Kind) -> FileScan? { nil }
    package func keep(_ scan: FileScan, of path: String, _ kind: FileScan.Kind) {}
}

/// The paths of a project's sources, and the folders that could not be looked into.
package struct SourceListing: Sendable, Hashable {
    /// The paths, relative to the project's folder.
    package var paths: [String]
    /// The system's reason for each folder that could not be opened, by its path.
    package var unreadableFolders: [String: String]

    /// A listing.
    package init(paths: [String], unreadableFolders: [String: String] = [:]) {
        self.paths = paths
        self.unreadableFolders = unreadableFolders
    }
}

/// A file that cannot be read, and the system's reason.
package struct UnreadableFile: Error, Sendable, Hashable {
    /// The system's reason, or the parser's.
    package var reason: String
    /// The file's path; nil where whoever catches the error knows it.
    package var path: String?

    /// A file that cannot be read.
    package init(reason: String, path: String? = nil) {
        self.reason = reason
        self.path = path
    }
}

/// Sources held in memory, by path: those of a commit, or of a test.
package struct InMemorySources: SourceFiles {
    private let files: [String: [UInt8]]

    /// Sources of the given bytes.
    package init(bytes: [String: [UInt8]]) {
        files = bytes
    }

    /// Sources of the given texts.
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
    /// Sources of which some have another text, or are not there yet.
    package struct OverlaidSources: SourceFiles {
        private let files: any SourceFiles
        private let overlay: [String: [UInt8]]

        /// - Parameter overlay: the texts, by their paths.
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
