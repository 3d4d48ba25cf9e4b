import PermafrostModel

/// A reader for a project's Xcode project files and package manifests.
struct TargetListReader {
    private let files: any SourceFiles
    private let index: FileIndex
    private let projects: [String]
    private let manifests: [String]

    /// Creates a reader for the project files and manifests among the listed files.
    ///
    /// - Parameters:
    ///   - all: the paths of all listed files.
    ///   - index: the Swift files that can belong to the targets.
    init(_ files: any SourceFiles, listing all: [String], index: FileIndex) {
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
