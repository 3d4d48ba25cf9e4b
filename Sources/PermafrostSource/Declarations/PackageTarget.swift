/// A target of a Swift package as its manifest declares it. The manifest is read as source, never run.
package struct PackageTarget: Sendable, Hashable, Codable {
    /// The target's name.
    package var name: String
    /// Whether it holds tests.
    package var isTest: Bool
    /// The folder that the manifest names, relative to the package, without a `/` at the end; nil for the usual one.
    package var path: String?
    /// The names of the targets and products that it depends on, as far as the manifest lists them.
    package var dependencies: [String]
    /// Whether other targets may import it: it is neither an executable nor a test, a macro or a plugin.
    package var isLibrary = false
    /// Whether it is an executable.
    package var isExecutable = false
    /// The files and folders in its folder that alone hold its sources; nil for all.
    package var sources: [String]?
    /// The files and folders in its folder that it leaves out.
    package var exclude: [String] = []
    /// Whether ``dependencies`` are all that it has: the manifest computes none of them.
    package var listsAllDependencies: Bool

    /// A target.
    package init(
        name: String, isTest: Bool, path: String? = nil, dependencies: [String] = [], listsAllDependencies: Bool = true
    ) {
        self.name = name
        self.isTest = isTest
        self.path = path
        self.dependencies = dependencies
        self.listsAllDependencies = listsAllDependencies
    }

    /// The name of its module: `_` stands for each character that no identifier has.
    package var module: String { Self.module(named: name) }

    /// The module of a target of that name.
    package static func module(named name: String) -> String {
        let letters = String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
        return letters.first?.isNumber == true ? "_" + letters : letters
    }

    /// The folders in which SwiftPM looks for it, relative to the package, in its order.
    package var folders: [String] {
        if let path { return [path] }
        let roots = ["Sources", "Source", "src", "srcs"]
        return (isTest ? ["Tests"] + roots : roots).map { "\($0)/\(name)" }
    }
}
