/// A target of a Swift package, as its manifest declares it. The manifest is read as source and never run.
package struct PackageTarget: Sendable, Hashable, Codable {
    package var name: String
    /// Whether it is a test target.
    package var isTest: Bool
    /// The folder that the manifest names, relative to the package, without a trailing `/`; nil for the default.
    package var path: String?
    /// The names of the targets and products that it depends on, as far as the manifest lists them.
    package var dependencies: [String]
    /// Whether other targets can import it: it isn't an executable, a test, a macro or a plugin.
    package var isLibrary = false
    /// Whether it is an executable.
    package var isExecutable = false
    /// The files and folders that its sources are limited to; nil for all.
    package var sources: [String]?
    /// The files and folders that it excludes.
    package var exclude: [String] = []
    /// Whether ``dependencies`` is complete: the manifest computes none of them.
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

    /// The name of its module, with `_` in place of each character that isn't valid in an identifier.
    package var module: String { Self.module(named: name) }

    /// Returns the module name for a target's name.
    package static func module(named name: String) -> String {
        let letters = String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
        return letters.first?.isNumber == true ? "_" + letters : letters
    }

    /// The folders that SwiftPM searches for the target, relative to the package, in order.
    package var folders: [String] {
        if let path { return [path] }
        let roots = ["Sources", "Source", "src", "srcs"]
        return (isTest ? ["Tests"] + roots : roots).map { "\($0)/\(name)" }
    }
}
