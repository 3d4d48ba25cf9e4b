/// A target of a Swift package, as declared in its manifest. The manifest is parsed, never run.
package struct PackageTarget: Sendable, Hashable, Codable {
    package var name: String
    package var isTest: Bool
    /// The folder that the manifest specifies, relative to the package, without a trailing `/`; nil for the default.
    package var path: String?
    /// The names of the targets and products that the manifest lists as dependencies.
    package var dependencies: [String]
    /// Whether other targets can import the target: it isn't an executable, a test, a macro or a plugin.
    package var isLibrary = false
    package var isExecutable = false
    /// The files and folders that its sources are limited to; nil for all.
    package var sources: [String]?
    /// The excluded files and folders.
    package var exclude: [String] = []
    /// Whether ``dependencies`` is complete, because the manifest doesn't compute any of them.
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

    /// The name of the target's module, with `_` in place of each character that isn't valid in an identifier.
    package var module: String { Self.module(named: name) }

    /// Returns the name of a target's module.
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
