/// The targets of a project file or manifest.
struct TargetList: Hashable, Sendable {
    /// The file's path relative to the project, such as `App.xcodeproj` or `Kit/Package.swift`.
    var path: String
    /// The folder that contains the targets' files.
    var folder: String
    var targets: [TargetList.SourceTarget] = []
    /// The reason that the file couldn't be read; nil if it could.
    var failure: String?

    /// Whether the file is a package manifest.
    var isManifest: Bool { path.hasSuffix(".swift") }

    /// Whether files outside of the targets are ignored. This requires a target that has files and isn't a test.
    var excludesUnlistedFiles: Bool { failure == nil && targets.contains { $0.kind != .test && !$0.files.isEmpty } }
}

extension TargetList {
    /// A target in a project file or manifest, with its files.
    struct SourceTarget: Hashable, Sendable {
        /// The kind of a target's product.
        enum Kind: Int, Hashable, Sendable {
            case application
            /// A framework or library that other targets import.
            case library
            /// An extension, a tool, a macro or a plugin.
            case other
            case test
        }

        var name: String
        var kind: Kind
        /// The paths of the target's Swift files.
        var files: Set<String>
        /// The names of the targets that it depends on; nil if some are unknown.
        var dependencies: Set<String>?

        /// The platforms that the target is built for.
        var platforms = TargetPlatforms.unknown

        /// The name of the target's module.
        var module: String { PackageTarget.module(named: name) }
    }
}

extension TargetList {
    /// The folders whose files are ignored if they don't belong to a target.
    struct ExclusionRules {
        /// Whether files in a folder are ignored if they don't belong to a target, by the folder's path. This includes
        /// subfolders.
        private var folders: [String: Bool] = [:]
        /// Folders outside of a project file's folder that contain some of its files. Other files directly in these
        /// folders are ignored.
        private var shared: Set<String> = []

        init(_ lists: [TargetList]) {
            for list in lists where list.excludesUnlistedFiles {
                folders[list.folder] = folders[list.folder] ?? true
                for file in list.targets.flatMap(\.files) where !RelativePath.holds(list.folder, file) {
                    shared.insert(RelativePath.folder(of: file))
                }
            }
            for list in lists where list.failure != nil { folders[list.folder] = false }
        }

        /// Returns whether a file is ignored unless it belongs to a target.
        func leavesOut(_ path: String) -> Bool {
            guard !folders.isEmpty else { return false }
            var folder = RelativePath.folder(of: path)
            if shared.contains(folder), !folder.isEmpty { return true }
            while true {
                if let decision = folders[folder] { return decision }
                if folder.isEmpty { return false }
                folder = RelativePath.folder(of: folder)
            }
        }
    }
}
