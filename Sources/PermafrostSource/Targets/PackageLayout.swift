/// The Swift files of a package's targets, according to the manifest and SwiftPM's default folders.
struct PackageLayout {
    private let folder: String
    private let index: FileIndex

    /// Returns the targets that a manifest declares. If they can't be determined, the list is empty and its
    /// ``TargetList/failure`` contains the reason.
    ///
    /// - Parameter path: the path of `Package.swift`, relative to the project's folder.
    static func targets(at path: String, _ text: String, files index: FileIndex) -> TargetList {
        let folder = RelativePath.folder(of: path)
        let manifest = PackageManifest(parsing: text)
        var list = TargetList(path: path, folder: folder)
        list.flags = manifest.flags
        guard manifest.gap == nil else {
            list.failure = manifest.gap
            list.possibleFolders = Set(manifest.possibleFolders.compactMap { RelativePath.joining(folder, $0) })
            return list
        }
        let layout = PackageLayout(folder: folder, index: index)
        let code = manifest.targets.filter { !$0.isTest }
        list.targets = manifest.targets.map { target in
            let isAlone = !target.isTest && code.count == 1
            return SourceTarget(
                name: target.name, kind: Self.kind(target), files: layout.files(of: target, isAlone: isAlone),
                dependencies: target.listsAllDependencies ? Set(target.dependencies) : nil,
                platforms: manifest.platforms)
        }
        list.targets += manifest.plugins.map { plugin in
            let path = plugin.path ?? "Plugins/\(plugin.name)"
            return SourceTarget(
                name: plugin.name, kind: .other, files: Set(layout.files(in: path)), dependencies: [])
        }
        return list
    }

    private static func kind(_ target: PackageTarget) -> SourceTarget.Kind {
        target.isTest ? .test : target.isExecutable ? .application : target.isLibrary ? .library : .other
    }

    /// Returns the paths of a target's Swift files. Searches the first of the target's possible folders that contains
    /// Swift files, and applies the target's `sources` and `exclude` arguments.
    ///
    /// - Parameter isAlone: whether the target is the package's only target that isn't a test. If so, its files may be
    ///   directly in a folder such as `Sources`.
    private func files(of target: PackageTarget, isAlone: Bool) -> Set<String> {
        let folders = target.folders + (isAlone && target.path == nil ? target.folders.map(RelativePath.folder) : [])
        for path in folders {
            var found = files(in: path)
            guard !found.isEmpty else { continue }
            if let sources = target.sources { found = found.filter { isNamed($0, sources, path) } }
            if !target.exclude.isEmpty { found.removeAll { isNamed($0, target.exclude, path) } }
            return Set(found)
        }
        return []
    }

    /// Returns the files in a folder and its subfolders. SwiftPM also compiles the files of a package in the folder.
    private func files(in path: String) -> [String] {
        RelativePath.joining(folder, path).map(index.below) ?? []
    }

    /// Returns whether any of the given names is the path of a file, or of a folder that contains it, relative to a
    /// target's folder.
    private func isNamed(_ file: String, _ names: [String], _ path: String) -> Bool {
        names.contains { name in
            RelativePath.joining(folder, path).flatMap { RelativePath.joining($0, name) }
                .map { RelativePath.holds($0, file) } ?? false
        }
    }
}
