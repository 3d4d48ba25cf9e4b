/// The targets that a project file or manifest declares.
struct TargetList: Hashable, Sendable {
    /// The path of the Xcode project or manifest relative to the project, such as `App.xcodeproj` or
    /// `Kit/Package.swift`.
    var path: String
    /// The manifest's folder, or the Xcode project's source root, relative to the project.
    var folder: String
    var targets: [TargetList.SourceTarget] = []
    /// The reason why the targets are unknown, or nil if they could be read.
    var failure: String?

    /// Whether the file is a package manifest.
    var isManifest: Bool { path.hasSuffix(".swift") }

    /// Whether files that don't belong to a target are ignored. False if the targets are unknown, or if only tests have
    /// files.
    var excludesUnlistedFiles: Bool { failure == nil && targets.contains { $0.kind != .test && !$0.files.isEmpty } }
}

extension TargetList {
    /// A target in a project file or manifest, with its files.
    struct SourceTarget: Hashable, Sendable {
        /// The kind of product that a target builds.
        enum Kind: Int, Hashable, Sendable {
            case application
            /// A framework or library, which other targets can import.
            case library
            /// An extension, tool, macro or plugin.
            case other
            case test
        }

        var name: String
        var kind: Kind
        /// The paths of the target's Swift files.
        var files: Set<String>
        /// The names of the targets that this target depends on, or nil if some are unknown.
        var dependencies: Set<String>?
        /// The names of the package products that the target is linked with.
        var packageProducts: Set<String> = []
        /// The entitlements files in the build configurations. Empty for package targets.
        var entitlements: [EntitlementsSetting] = []

        /// The platforms that the target is built for.
        var platforms = TargetPlatforms.unknown

        var module: String { PackageTarget.module(named: name) }
    }
}

extension TargetList {
    /// The rules for ignoring files that don't belong to a target.
    struct ExclusionRules {
        /// Whether files that don't belong to a target are ignored, keyed by folder. The value also applies to
        /// subfolders that don't have their own value.
        private var folders: [String: Bool] = [:]
        /// The folders outside the ``TargetList/folder`` of a target's list that directly contain files of the target.
        /// Other files directly in these folders are ignored if they don't belong to a target.
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

        /// Returns whether a file is ignored if it doesn't belong to a target.
        func excludes(_ path: String) -> Bool {
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
