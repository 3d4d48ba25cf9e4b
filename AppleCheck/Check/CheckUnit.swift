/// Sources that are compiled together, as a module, against the stand-ins for Apple's modules.
///
/// Most units are the package's modules, as SwiftPM plans them. Others are made up of what people write with the package: a
/// scaffolded test, a sample of the documentation, a package that depends on this one.
package struct CheckUnit: Sendable {
    /// One file of a unit.
    package struct Source: Sendable {
        /// The path that findings name, relative to the repository.
        package var path: String
        /// The text, as it is in the repository. Conditions such as `#if os(Linux)` are rewritten later.
        package var text: String
        /// The line of `path` at which the text begins; above 1 if the text is a part of a larger file.
        package var firstLine: Int
        /// What is compiled before the text and appears in no finding: imports and declarations for a fragment.
        package var preamble: String

        package init(path: String, text: String, firstLine: Int = 1, preamble: String = "") {
            self.path = path
            self.text = text
            self.firstLine = firstLine
            self.preamble = preamble
        }
    }

    /// The module's name.
    package var name: String
    /// Its files.
    package var sources: [Source]
    /// The units that must be compiled before; of modules that no unit is named after, nothing needs to be said.
    package var dependencies: [String]
    /// The platforms that it is built for.
    package var platforms: [ApplePlatform]
    /// The name of the package whose `package` declarations the unit sees; nil if it sees those of none.
    package var packageName: String?
    /// Further arguments for the compiler, such as `-default-isolation MainActor`.
    package var arguments: [String]
    /// Whether the file with the name `main.swift` or the only file is a script.
    package var isScript: Bool

    package init(
        name: String, sources: [Source], dependencies: [String] = [], platforms: [ApplePlatform] = [.iOS],
        packageName: String? = nil, arguments: [String] = [], isScript: Bool = false
    ) {
        self.name = name
        self.sources = sources
        self.dependencies = dependencies
        self.platforms = platforms
        self.packageName = packageName
        self.arguments = arguments
        self.isScript = isScript
    }
}

/// A platform whose conditions the check takes on.
package enum ApplePlatform: String, Sendable, CaseIterable {
    /// Stands for tvOS, watchOS and visionOS too, which differ from it in nothing that the package asks for.
    case iOS
    case macOS
}
