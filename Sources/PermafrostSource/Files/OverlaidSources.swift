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
