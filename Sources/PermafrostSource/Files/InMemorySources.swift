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
