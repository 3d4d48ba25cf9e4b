/// Which paths of a project hold sources of the app.
package struct SourcePaths: Sendable, Hashable {
    /// Whether folders of tests count.
    package var includesTests: Bool
    /// Folders that a package manifest names as a test target's, with a `/` at the end.
    package var testFolders: [String] = []

    /// Paths of a project.
    package init(includesTests: Bool) {
        self.includesTests = includesTests
    }

    /// Whether a folder of that name is never part of a project's own sources: hidden ones, build products, checkouts.
    package static func isSkippedFolder(_ name: some StringProtocol) -> Bool {
        name.hasPrefix(".") || skipped.contains(String(name))
    }

    /// The file that names the current version of a Core Data model.
    package static let currentVersionFile = ".xccurrentversion"

    /// Whether a folder of that name is a Core Data model, a bundle of them or a mapping model.
    package static func isModelFolder(_ name: some StringProtocol) -> Bool {
        modelSuffixes.contains { name.hasSuffix($0) }
    }

    /// How the names of such folders end.
    package static let modelSuffixes = [".xcdatamodeld", ".xcdatamodel", ".xcmappingmodel"]

    /// Whether a folder of that name holds tests.
    package static func isTestFolder(_ name: some StringProtocol) -> Bool {
        name.hasSuffix("Tests") || name == "Test" || name.hasSuffix("UITest")
    }

    private static let skipped: Set<String> = [
        "DerivedData", "Pods", "Carthage", "checkouts", "SourcePackages", "node_modules",
    ]

    /// Whether a file is a source of the app. A package's manifest is not.
    package func holdsSource(_ path: String) -> Bool {
        guard path.utf8.count > 6, path.hasSuffix(".swift") else { return false }
        let components = path.split(separator: "/", omittingEmptySubsequences: true)
        guard let file = components.last, !file.hasPrefix("."), !Self.isAnyManifest(file) else { return false }
        for folder in components.dropLast() {
            if Self.isSkippedFolder(folder) || !includesTests && Self.isTestFolder(folder) { return false }
        }
        return includesTests || !testFolders.contains { path.hasPrefix($0) }
    }

    private static func isAnyManifest(_ file: Substring) -> Bool {
        file == "Package.swift" || file.hasPrefix("Package@swift-")
    }

    /// Whether a path is a package's manifest.
    package static func isManifest(_ path: String) -> Bool {
        path == "Package.swift" || path.hasSuffix("/Package.swift")
    }

    /// Whether a path is the file in which an Xcode project lists its targets.
    package static func isProjectFile(_ path: String) -> Bool {
        path.hasSuffix(projectSuffix + "/" + projectFile)
    }

    /// How the name of an Xcode project ends.
    package static let projectSuffix = ".xcodeproj"
    /// The file in an Xcode project that lists its targets.
    package static let projectFile = "project.pbxproj"

    /// The module that a path belongs to, if its folders show that: `Sources/<module>/…`.
    package static func module(of path: String) -> String? {
        let components = path.split(separator: "/")
        guard components.count >= 3 else { return nil }
        for index in stride(from: components.count - 3, through: 0, by: -1)
        where sourceFolders.contains(components[index]) {
            return String(components[index + 1])
        }
        return nil
    }

    private static let sourceFolders: Set<Substring> = ["Sources", "Source", "src", "srcs"]
}
