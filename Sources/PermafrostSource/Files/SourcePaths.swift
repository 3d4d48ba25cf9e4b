import PermafrostModel

/// The rules that determine which of a project's paths are the app's sources.
package struct SourcePaths: Sendable, Hashable {
    package var includesTests: Bool

    package init(includesTests: Bool) {
        self.includesTests = includesTests
    }

    /// Returns whether a folder with the given name is skipped, because it never contains a project's own sources.
    /// Examples are hidden folders, build products and checkouts.
    ///
    /// - Parameter isInTarget: whether the folder is in a folder of a folder such as `Sources`, where SwiftPM searches
    ///   for targets. A target then probably compiles its files, unless it is hidden.
    package static func isSkippedFolder(_ name: some StringProtocol, isInTarget: Bool = false) -> Bool {
        name.hasPrefix(".") || name.hasSuffix(".playground") || !isInTarget && skipped.contains(String(name))
    }

    /// Returns whether a folder has one of the names that SwiftPM searches for targets, such as `Sources`.
    package static func isSourceFolder(_ name: some StringProtocol) -> Bool { sourceFolders.contains(Substring(name)) }

    /// The name of the file that selects the current version of a Core Data model.
    package static let currentVersionFile = ".xccurrentversion"

    /// Returns whether a folder's name has the extension of a Core Data model, a model bundle or a mapping model.
    package static func isModelFolder(_ name: some StringProtocol) -> Bool {
        modelSuffixes.contains { name.hasSuffix($0) }
    }

    /// The extensions of folders that contain Core Data models.
    package static let modelSuffixes = [".xcdatamodeld", ".xcdatamodel", ".xcmappingmodel"]

    /// Returns the path of the Core Data model that contains a file: an `.xcdatamodeld`, or an `.xcdatamodel` outside of
    /// one. Returns nil for a file outside of models. Models in skipped folders don't count, and models in tests or among
    /// the data of tests only if ``includesTests`` is true.
    package func model(of path: String) -> String? {
        guard !path.hasSuffix(".swift"), path.contains(".xcdatamodel") else { return nil }
        let components = path.split(separator: "/", omittingEmptySubsequences: true)
        guard
            let index = components.dropLast().firstIndex(where: {
                $0.hasSuffix(".xcdatamodeld") || $0.hasSuffix(".xcdatamodel")
            }), holdsSources(components[..<index]),
            includesTests || !components[..<index].contains(where: Self.isTestDataFolder)
        else { return nil }
        return components[...index].joined(separator: "/")
    }

    /// Returns whether a folder with the given name contains data for tests, such as `TestData`.
    private static func isTestDataFolder(_ name: Substring) -> Bool {
        let word = name.lowercased().filter(\.isLetter)
        return ["test", "tests", "fixtures", "uitests", "unittests"].contains(word)
            || ["testdata", "testfixtures", "testresources", "testmodels", "testassets", "testsupport"].contains(word)
    }

    /// Returns whether a file is in a folder that contains tests.
    static func isInTestFolder(_ path: String) -> Bool {
        path.split(separator: "/").dropLast().contains(where: isTestFolder)
    }

    /// Returns whether a folder with the given name contains tests.
    package static func isTestFolder(_ name: some StringProtocol) -> Bool {
        name.hasSuffix("Tests") || name == "Test" || name.hasSuffix("UITest")
    }

    private static let skipped: Set<String> = [
        "DerivedData", "Pods", "Carthage", "checkouts", "SourcePackages", "node_modules",
    ]

    /// Returns whether a Swift file is one of the app's sources. Always false for package manifests and files in
    /// skipped folders. Tests are sources only if ``includesTests`` is true.
    package func holdsSource(_ path: String) -> Bool { holdsSource(path) { _ in true } }

    /// - Parameter isManifest: a closure that returns whether a file that is named like a package manifest is one.
    func holdsSource(_ path: String, isManifest: (String) -> Bool) -> Bool {
        guard path.utf8.count > 6, path.hasSuffix(".swift") else { return false }
        let components = path.split(separator: "/", omittingEmptySubsequences: true)
        guard let file = components.last, !file.hasPrefix("."), !Self.isAnyManifest(file) || !isManifest(path) else {
            return false
        }
        return holdsSources(components.dropLast())
    }

    /// Returns whether a folder contains sources, given the names of the folder and of the folders that contain it.
    private func holdsSources(_ folders: ArraySlice<Substring>) -> Bool {
        var (isInSources, isInTarget) = (false, false)
        for folder in folders {
            if Self.isSkippedFolder(folder, isInTarget: isInTarget) { return false }
            if !includesTests && Self.isTestFolder(folder) { return false }
            isInTarget = isInTarget || isInSources
            isInSources = isInSources || Self.isSourceFolder(folder)
        }
        return true
    }

    /// Returns whether a path is an implementation file in Objective-C. Such files are read only for Core Data models.
    static func isObjectiveC(_ path: String) -> Bool { path.hasSuffix(".m") || path.hasSuffix(".mm") }

    /// Returns whether a file in Objective-C is one of the app's sources.
    func holdsObjectiveC(_ path: String) -> Bool { holdsSources(path.split(separator: "/").dropLast()) }

    private static func isAnyManifest(_ file: Substring) -> Bool {
        file == "Package.swift" || file.hasPrefix("Package@swift-")
    }

    /// Returns whether a path is a package manifest, including one for a version of Swift, such as
    /// `Package@swift-6.2.swift`.
    package static func isManifest(_ path: String) -> Bool {
        path.hasSuffix(".swift") && isAnyManifest(path.split(separator: "/").last ?? "")
    }

    /// Returns whether a path is an Xcode project's `project.pbxproj`.
    package static func isProjectFile(_ path: String) -> Bool {
        path.hasSuffix(projectSuffix + "/" + projectFile)
    }

    /// Returns whether a file with the given name or path contains a target's entitlements.
    package static func isEntitlementsFile(_ path: String) -> Bool { path.hasSuffix(".entitlements") }

    /// The suffix of an Xcode project's name.
    package static let projectSuffix = ".xcodeproj"
    package static let projectFile = "project.pbxproj"

    /// Returns the module in a path such as `Sources/<module>/…`, or nil if the folders don't determine it.
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
