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

/// The targets of one project file or manifest.
struct TargetList: Hashable, Sendable {
    /// The file, relative to the project: `App.xcodeproj`, `Kit/Package.swift`.
    var path: String
    /// The folder whose files it is about.
    var folder: String
    var targets: [SourceTarget] = []
    /// Why it could not be read; nil if it could.
    var failure: String?

    /// Whether it is a package's manifest.
    var isManifest: Bool { path.hasSuffix(".swift") }

    /// Whether what it leaves out is left out: it has files of its own, and not only tests.
    var isInCharge: Bool { failure == nil && targets.contains { $0.kind != .test && !$0.files.isEmpty } }
}
