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
