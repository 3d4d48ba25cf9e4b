/// Sources that are compiled together as a module, against the stand-ins for Apple's modules.
///
/// Most units are the package's modules, as SwiftPM plans them. Others are typical code that uses the package: a
/// scaffolded test, a sample from the documentation, a package that depends on this one.
package struct CheckUnit: Sendable {
    /// A file of a unit.
    package struct Source: Sendable {
        /// The path in findings, relative to the repository.
        package var path: String
        /// The text in the repository. Conditions such as `#if os(Linux)` are rewritten later.
        package var text: String
        /// The line of `path` that the text starts at. It is greater than 1 if the text is part of a larger file.
        package var firstLine: Int
        /// Text that is compiled before the source text, such as imports and declarations for a fragment. It never
        /// appears in findings.
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
    /// The files of the module.
    package var sources: [Source]
    /// The units that must be compiled first. Modules that aren't units don't need to be listed.
    package var dependencies: [String]
    /// The platforms that the module is built for.
    package var platforms: [ApplePlatform]
    /// The name of the package whose `package` declarations the unit can use; nil if there is none.
    package var packageName: String?
    /// Additional compiler arguments, such as `-default-isolation MainActor`.
    package var arguments: [String]
    /// Whether the file `main.swift`, or the only file, is a script.
    package var isScript: Bool

    package init(
        name: String, sources: [Source], dependencies: [String] = [],
        platforms: [ApplePlatform] = ApplePlatform.devices,
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

/// A platform whose conditions the check evaluates.
package enum ApplePlatform: String, Sendable, CaseIterable {
    case iOS, tvOS, watchOS, visionOS, macOS

    /// The platforms of devices.
    package static let devices: [ApplePlatform] = [.iOS, .tvOS, .watchOS, .visionOS]
}
