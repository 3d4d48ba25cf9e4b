import PermafrostModel

/// The targets of files that are added or removed, according to the project files and manifests.
///
/// Packages, and folders that Xcode 16 synchronizes with the file system, include each new file in their folder. If
/// a project file lists its files individually, a new file doesn't belong to a target until it is added to the
/// project file.
package struct NewFileTargets: Sendable {
    private let files: any SourceFiles
    private let paths: [String]
    private let sources: [String]

    /// Creates a value for a project, and lists the project's files.
    ///
    /// - Throws: ``UnreadableFile`` if the project's folder can't be read.
    package init(_ files: any SourceFiles) throws {
        self.files = files
        paths = try files.listing().paths
        sources = paths.filter(SourcePaths(includesTests: true).holdsSource)
    }

    /// Returns whether a new file at a path would belong to all of an existing file's targets.
    package func takes(_ path: String, like other: String) -> Bool {
        let index = FileIndex(sources + [path])
        return TargetListReader(files, listing: paths, index: index).lists.flatMap(\.targets)
            .filter { $0.files.contains(other) }.allSatisfy { $0.files.contains(path) }
    }

    /// Returns the paths of the Xcode projects that list a file individually. Such a project still refers to the
    /// file after the file was removed.
    package func projects(listing path: String) -> [String] {
        // A project that doesn't list its files individually would also include this one.
        let sibling = path + ".swift"
        let index = FileIndex(sources + [sibling])
        return TargetListReader(files, listing: paths, index: index).lists.filter { list in
            !list.isManifest
                && list.targets.contains { $0.files.contains(path) && !$0.files.contains(sibling) }
        }.map(\.path)
    }
}
