/// The targets that a project file or manifest declares.
struct TargetList: Hashable, Sendable {
    /// The path of the Xcode project or manifest relative to the project, such as `App.xcodeproj` or
    /// `Kit/Package.swift`.
    var path: String
    /// The manifest's folder, or the Xcode project's source root, relative to the project.
    var folder: String
    var targets: [SourceTarget] = []
    /// The reason why the targets are unknown, or nil if they could be read.
    var failure: String?
    /// If a manifest computes its targets, the folders that a target may compile, relative to the project.
    var possibleFolders: Set<String> = []
    /// The settings that set compilation flags, in any target.
    var flags: Set<BuildFlag> = []

    /// Whether the file is a package manifest.
    var isManifest: Bool { path.hasSuffix(".swift") }

    /// Whether files that don't belong to a target are ignored. False if the targets are unknown, or if only tests have
    /// files.
    var excludesUnlistedFiles: Bool { failure == nil && targets.contains { $0.kind != .test && !$0.files.isEmpty } }
}
