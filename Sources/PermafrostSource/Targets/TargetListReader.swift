import PermafrostModel

/// A reader for a project's Xcode project files and package manifests.
struct TargetListReader {
    private let files: any SourceFiles
    private let index: TargetListReader.FileIndex
    private let projects: [String]
    private let manifests: [String]

    /// Creates a reader for the project files and manifests among the listed files.
    ///
    /// - Parameters:
    ///   - all: the paths of all listed files.
    ///   - index: the Swift files that can belong to the targets.
    init(_ files: any SourceFiles, listing all: [String], index: TargetListReader.FileIndex) {
        self.files = files
        self.index = index
        projects = all.filter(SourcePaths.isProjectFile).sortedByCodeUnit()
        manifests = all.filter(SourcePaths.isManifest).sortedByCodeUnit()
    }

    /// Returns the targets of each Xcode project, followed by the targets of each package. The list of a file that
    /// can't be read contains the reason.
    func lists() -> [TargetList] {
        let texts = manifests.map { path in
            Result { try files.withBytes(of: path) { String(decoding: $0, as: UTF8.self) } }
        }
        let readable = zip(manifests, texts).filter { _, text in
            // A file with this name may also be a source that declares a class named `Package`.
            if case .success(let text) = text { text.contains("PackageDescription") } else { true }
        }
        let packages = readable.map { RelativePath.folder(of: $0.0) }
        let ofProjects = projects.map { path in
            let bundle = RelativePath.folder(of: path)
            do {
                return try files.withBytes(of: path) {
                    XcodeProject.targets(at: path, $0, files: index, packages: packages)
                }
            } catch {
                return failure(bundle, error)
            }
        }
        let ofPackages = readable.map { path, text in
            switch text {
            case .success(let text): PackageLayout.targets(at: path, text, files: index, packages: packages)
            case .failure(let error): failure(path, error)
            }
        }
        return ofProjects + ofPackages
    }

    private func failure(_ name: String, _ error: any Error) -> TargetList {
        let reason = (error as? UnreadableFile)?.reason ?? "\(error)"
        return TargetList(path: name, folder: RelativePath.folder(of: name), failure: reason)
    }
}

extension TargetListReader {
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
            let index = TargetListReader.FileIndex(sources + [path])
            return TargetListReader(files, listing: paths, index: index).lists().flatMap(\.targets)
                .filter { $0.files.contains(other) }.allSatisfy { $0.files.contains(path) }
        }

        /// Returns the paths of the Xcode projects that list a file individually. Such a project still refers to the
        /// file after the file was removed.
        package func projects(listing path: String) -> [String] {
            // A project that doesn't list its files individually would also include this one.
            let sibling = path + ".swift"
            let index = TargetListReader.FileIndex(sources + [sibling])
            return TargetListReader(files, listing: paths, index: index).lists().filter { list in
                !list.isManifest
                    && list.targets.contains { $0.files.contains(path) && !$0.files.contains(sibling) }
            }.map(\.path)
        }
    }
}

extension Array {
    /// Returns the index of the first element that satisfies the condition, or the array's count if none does. The
    /// array must be sorted so that all later elements also satisfy the condition.
    fileprivate func partitioningIndex(_ condition: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension TargetListReader {
    /// A project's Swift files, for lookups by path or folder. If no path matches exactly, a lookup ignores case, as
    /// the default file systems of Apple's platforms do.
    struct FileIndex: Sendable {
        /// The files' sorted paths, relative to the project.
        let paths: [String]
        private let exact: [String: Int]
        private let folded: [String: Int]

        init(_ paths: [String]) {
            let sorted = paths.sortedByCodeUnit()
            self.paths = sorted
            exact = Dictionary(sorted.enumerated().map { ($1, $0) }) { first, _ in first }
            folded = Dictionary(sorted.enumerated().map { ($1.lowercased(), $0) }) { first, _ in first }
        }

        /// Returns the indexed path that matches a path, or nil if no file matches.
        func path(_ path: String) -> String? {
            (exact[path] ?? folded[path.lowercased()]).map { paths[$0] }
        }

        /// Returns the paths of the files in a folder and its subfolders. An empty path means the project's folder.
        func below(_ folder: String) -> [String] {
            guard !folder.isEmpty else { return paths }
            let prefix = folder + "/"
            let start = paths.partitioningIndex { !CodeUnitOrder.isBefore($0, prefix) }
            let found = paths[start...].prefix { $0.utf8.starts(with: prefix.utf8) }
            guard found.isEmpty else { return Array(found) }
            let lower = prefix.lowercased()
            return paths.filter { $0.lowercased().hasPrefix(lower) }
        }
    }
}
