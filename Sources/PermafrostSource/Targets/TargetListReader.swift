import PermafrostModel

/// A reader for a project's Xcode project files and package manifests.
struct TargetListReader {
    private let files: any SourceFiles
    /// The Swift files that can belong to the targets.
    let index: FileIndex
    private let projects: [String]
    private let manifests: [String]
    /// The targets of each Xcode project, followed by the targets of each package. The list of a file that can't be read
    /// contains the reason.
    private(set) var lists: [TargetList] = []

    /// Creates a reader for the project files and manifests among the listed files.
    ///
    /// - Parameters:
    ///   - all: the paths of all listed files.
    ///   - index: the Swift files that can belong to the targets.
    init(_ files: any SourceFiles, listing all: [String], index: FileIndex) {
        self.files = files
        self.index = index
        projects = all.filter(SourcePaths.isProjectFile).sortedByCodeUnit()
        // `Package.swift` is before manifests such as `Package@swift-6.swift`.
        manifests = all.filter(SourcePaths.isManifest).sortedByCodeUnit()
        lists = read()
    }

    /// Returns ``lists``.
    private func read() -> [TargetList] {
        let texts = manifests.map { path in
            Result { try files.withBytes(of: path) { String(decoding: $0, as: UTF8.self) } }
        }
        let readable = zip(manifests, texts).filter { _, text in
            // A file with this name may also be a source that declares a class named `Package`.
            if case .success(let text) = text { text.contains("PackageDescription") } else { true }
        }
        let packages = Set(readable.map { RelativePath.folder(of: $0.0) }).sortedByCodeUnit()
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
        let ofPackages = Dictionary(grouping: readable) { RelativePath.folder(of: $0.0) }
        return ofProjects + packages.flatMap { lists(ofManifests: ofPackages[$0] ?? []) }
    }

    /// Returns the targets of a package's manifests: of `Package.swift`, and of each manifest for a version of Swift
    /// that declares other targets. The version that builds the package isn't known, so each of them counts.
    private func lists(ofManifests manifests: [(String, Result<String, any Error>)]) -> [TargetList] {
        var lists: [TargetList] = []
        let regular = manifests.first { $0.0.hasSuffix("Package.swift") }.flatMap { try? $0.1.get() }
        for (path, text) in manifests {
            if !path.hasSuffix("Package.swift") {
                guard let version = ManifestVersion(path: path) else { continue }
                if let regular, let text = try? text.get(), !version.canBeChosen(text, insteadOf: regular) { continue }
            }
            let list =
                switch text {
                case .success(let text): PackageLayout.targets(at: path, text, files: index)
                case .failure(let error): failure(path, error)
                }
            let isKnown = lists.contains { $0.targets == list.targets && $0.failure == list.failure }
            if !isKnown || list.failure != nil { lists.append(list) }
        }
        return lists
    }

    private func failure(_ name: String, _ error: any Error) -> TargetList {
        let reason = (error as? UnreadableFile)?.reason ?? "\(error)"
        return TargetList(path: name, folder: RelativePath.folder(of: name), failure: reason)
    }
}

/// The version of Swift in the name of a manifest such as `Package@swift-6.2.swift`.
private struct ManifestVersion {
    /// The major version, followed by the minor version and the patch if the name contains them.
    private let numbers: [Int]

    /// Returns nil for any other name.
    init?(path: String) {
        let name = path.split(separator: "/").last ?? ""
        guard let match = name.wholeMatch(of: /Package@swift-(\d+(?:\.\d+){0,2})\.swift/) else { return nil }
        numbers = match.1.split(separator: ".").map { Int($0) ?? .max }
    }

    /// Returns whether a release of Swift with SwiftData can use this manifest.
    ///
    /// SwiftPM uses the manifest with its own version in the name. If there is none, it uses the newest of the earlier
    /// manifests, if the tools version in that file is higher than the one in `Package.swift`.
    func canBeChosen(_ text: String, insteadOf regular: String) -> Bool {
        guard numbers != [5], numbers.lexicographicallyPrecedes(Self.firstWithSwiftData) else { return true }
        guard let own = Self.toolsVersion(text), let other = Self.toolsVersion(regular) else { return true }
        return other.lexicographicallyPrecedes(own)
    }

    private static let firstWithSwiftData = [5, 9]

    private static func toolsVersion(_ manifest: String) -> [Int]? {
        let match = manifest.prefix(1000).firstMatch(of: /swift-tools-version:\s*(\d+(?:\.\d+){0,2})/.ignoresCase())
        return match?.1.split(separator: ".").map { Int($0) ?? .max }
    }
}
