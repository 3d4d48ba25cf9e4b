/// Reads what a package's manifest says about its targets, without running it.
package struct PackageReader {
    private let files: any SourceFiles

    /// A reader of the package in a folder.
    package init(directory: String) {
        files = DirectorySources(directory: directory)
    }

    /// The targets. Throws ``UnreadableFile``.
    package func targets() throws -> [PackageTarget] {
        let text = try files.withBytes(of: "Package.swift") { String(decoding: $0, as: UTF8.self) }
        return PackageManifest(parsing: text).targets
    }
}
