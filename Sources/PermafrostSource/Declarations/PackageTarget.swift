/// A target that a Swift package's manifest declares. The manifest is parsed, never run.
package struct PackageTarget: Sendable, Hashable, Codable {
    package var name: String
    package var isTest: Bool
    /// The folder that the manifest specifies, relative to the package and without a trailing `/`, or nil for the
    /// default.
    package var path: String?
    /// The names of the targets and products in the target's dependencies.
    package var dependencies: [String]
    /// Whether the target is a library, not an executable, a test, a macro or a plugin.
    package var isLibrary = false
    package var isExecutable = false
    /// The only files and folders, relative to the target's folder, that contain the target's sources. Nil if the
    /// sources aren't limited.
    package var sources: [String]?
    /// The files and folders that the target excludes, relative to the target's folder.
    package var exclude: [String] = []
    /// Whether ``dependencies`` is complete. This is false if the manifest computes dependencies.
    package var listsAllDependencies: Bool

    package init(
        name: String, isTest: Bool, path: String? = nil, dependencies: [String] = [], listsAllDependencies: Bool = true
    ) {
        self.name = name
        self.isTest = isTest
        self.path = path
        self.dependencies = dependencies
        self.listsAllDependencies = listsAllDependencies
    }

    package var module: String { Self.module(named: name) }

    /// Returns the module name for a target name. Replaces characters that aren't valid in an identifier with
    /// `_`, and puts `_` before a leading digit.
    package static func module(named name: String) -> String {
        let letters = String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
        return letters.first?.isNumber == true ? "_" + letters : letters
    }

    /// The folders where SwiftPM looks for the target, in order, relative to the package.
    package var folders: [String] {
        if let path { return [path] }
        let roots = ["Sources", "Source", "src", "srcs"]
        return (isTest ? ["Tests"] + roots : roots).map { "\($0)/\(name)" }
    }
}
