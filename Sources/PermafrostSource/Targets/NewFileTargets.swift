/// Of which targets files would be that a project does not have yet, as its project files and manifests say.
///
/// A folder that Xcode 16 shares with the file system, or one of a package, takes each file that is put into it. Where a project
/// file lists its files one by one, a new one is of no target until somebody adds it.
package struct NewFileTargets: Sendable {
    private let files: any SourceFiles
    private let paths: [String]
    private let sources: [String]

    /// - Throws: ``UnreadableFile`` if the project's folder cannot be read.
    package init(_ files: any SourceFiles) throws {
        self.files = files
        paths = try files.listing().paths
        sources = paths.filter(SourcePaths(includesTests: true).holdsSource)
    }

    /// Whether a file at a path would be of each target that another file is of.
    package func takes(_ path: String, like other: String) -> Bool {
        let index = FileIndex(sources + [path])
        return TargetListReader(files, listing: paths, index: index).lists().flatMap(\.targets)
            .filter { $0.files.contains(other) }.allSatisfy { $0.files.contains(path) }
    }
}
