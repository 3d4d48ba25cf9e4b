import PermafrostModel

/// A search for declarations in files that no target of a package is known to compile. Such a file could contain an
/// unchanged copy of a version, while the app is built with a changed one.
struct UncompiledDeclarations {
    private let lists: [TargetList]

    init(_ targets: TargetMembership) { lists = targets.lists }

    /// Returns the Swift files that declare the schemas and aren't known to be compiled, sorted by path.
    func among(_ schemas: [DeclaredVersion]) -> [ProjectTargets.Uncompiled] {
        let manifests = lists.filter(\.isManifest)
        guard !manifests.isEmpty else { return [] }
        let files = Set(schemas.map(\.location.file)).filter { $0.hasSuffix(".swift") }
        return files.sortedByCodeUnit().compactMap { file in
            let around = manifests.filter { RelativePath.holds($0.folder, file) }
            guard let depth = around.map(\.folder.utf8.count).max() else { return nil }
            let own = around.filter { $0.folder.utf8.count == depth }
            // A project, or a package in another folder, may also have a target with the file.
            let isElsewhere = lists.contains { list in
                !own.contains(list)
                    && (list.targets.contains { $0.files.contains(file) } || list.isUnknownProject(file))
            }
            guard !isElsewhere else { return nil }
            // The version of Swift that builds the package determines the manifest.
            return own.first { !$0.canCompile(file) }.map {
                ProjectTargets.Uncompiled(file: file, manifest: $0.path, gap: $0.failure)
            }
        }
    }
}

extension TargetList {
    /// Whether this is an Xcode project around the file whose targets are unknown.
    fileprivate func isUnknownProject(_ file: String) -> Bool {
        !isManifest && failure != nil && RelativePath.holds(folder, file)
    }

    /// Returns whether one of the manifest's targets compiles a file. If the targets are unknown, returns whether one of
    /// them may compile it. A manifest that declares only tests doesn't describe the app.
    fileprivate func canCompile(_ file: String) -> Bool {
        if failure == nil {
            return !targets.contains { $0.kind != .test } || targets.contains { $0.files.contains(file) }
        }
        // A single target's files may be directly in a folder such as `Sources`.
        let parent = RelativePath.folder(of: file)
        return possibleFolders.contains { RelativePath.holds($0, file) || RelativePath.folder(of: $0) == parent }
    }
}
