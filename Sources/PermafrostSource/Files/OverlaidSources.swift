/// Sources that are based on other sources, with some files replaced or added.
package struct OverlaidSources: SourceFiles {
    private let files: any SourceFiles
    private let overlay: [String: [UInt8]]

    /// Creates sources from other sources and an overlay.
    ///
    /// - Parameters:
    ///   - files: the sources that contain all other files.
    ///   - overlay: the contents of the replaced and added files, keyed by path.
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
