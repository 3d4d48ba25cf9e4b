/// The targets of one project file or manifest.
struct TargetList: Hashable, Sendable {
    /// The file, relative to the project: `App.xcodeproj`, `Kit/Package.swift`.
    var path: String
    /// The folder whose files it is about.
    var folder: String
    var targets: [TargetList.SourceTarget] = []
    /// Why it could not be read; nil if it could.
    var failure: String?

    /// Whether it is a package's manifest.
    var isManifest: Bool { path.hasSuffix(".swift") }

    /// Whether what it leaves out is left out: it has files of its own, and not only tests.
    var isInCharge: Bool { failure == nil && targets.contains { $0.kind != .test && !$0.files.isEmpty } }
}

extension TargetList {
    /// A target with its files, as a project file or a manifest declares it.
    struct SourceTarget: Hashable, Sendable {
        /// What its product is for.
        enum Kind: Int, Hashable, Sendable {
            case application
            /// A framework or library, which others import.
            case library
            /// An extension, a tool, a macro or a plugin.
            case other
            case test
        }

        var name: String
        var kind: Kind
        /// The paths of its Swift files.
        var files: Set<String>
        /// The names of targets that it depends on; nil if not all are known.
        var dependencies: Set<String>?

        /// The name of its module.
        var module: String { PackageTarget.module(named: name) }
    }
}

extension TargetList {
    /// The folders whose files of no target are left out.
    struct GovernedFolders {
        /// Whether a file of no target in a folder, or below it, is left out.
        private var folders: [String: Bool] = [:]
        /// Folders outside a project file's own in which it has files: what else lies in them, and not below, is left out.
        private var shared: Set<String> = []

        init(_ lists: [TargetList]) {
            for list in lists where list.isInCharge {
                folders[list.folder] = folders[list.folder] ?? true
                for file in list.targets.flatMap(\.files) where !RelativePath.holds(list.folder, file) {
                    shared.insert(RelativePath.folder(of: file))
                }
            }
            for list in lists where list.failure != nil { folders[list.folder] = false }
        }

        /// Whether a file of no target is left out.
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
