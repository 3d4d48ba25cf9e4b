import PermafrostModel

/// The rules that determine which of a project's paths are the app's sources.
package struct SourcePaths: Sendable, Hashable {
    package var includesTests: Bool
    /// The folders of the test targets that package manifests declare, with a trailing `/`.
    package var testFolders: [String] = []

    package init(includesTests: Bool) {
        self.includesTests = includesTests
    }

    /// Returns whether a folder with the given name is skipped, because it never contains a project's own sources.
    /// Examples are hidden folders, build products and checkouts.
    package static func isSkippedFolder(_ name: some StringProtocol) -> Bool {
        name.hasPrefix(".") || skipped.contains(String(name))
    }

    /// The name of the file that selects the current version of a Core Data model.
    package static let currentVersionFile = ".xccurrentversion"

    /// Returns whether a folder's name has the extension of a Core Data model, a model bundle or a mapping model.
    package static func isModelFolder(_ name: some StringProtocol) -> Bool {
        modelSuffixes.contains { name.hasSuffix($0) }
    }

    /// The extensions of folders that contain Core Data models.
    package static let modelSuffixes = [".xcdatamodeld", ".xcdatamodel", ".xcmappingmodel"]

    /// Returns whether a folder with the given name contains tests.
    package static func isTestFolder(_ name: some StringProtocol) -> Bool {
        name.hasSuffix("Tests") || name == "Test" || name.hasSuffix("UITest")
    }

    private static let skipped: Set<String> = [
        "DerivedData", "Pods", "Carthage", "checkouts", "SourcePackages", "node_modules",
    ]

    /// Returns whether a Swift file is one of the app's sources. Always false for package manifests and files in
    /// skipped folders. Tests are sources only if ``includesTests`` is true.
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

    package static func isManifest(_ path: String) -> Bool {
        path == "Package.swift" || path.hasSuffix("/Package.swift")
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

extension SourcePaths {
    /// Rules for names and paths in git trees, which may come from untrusted repositories. Git applies these rules when
    /// it checks out files, but not when it fetches or lists trees.
    package enum TreePath {
        /// Returns the name of a file or folder in a tree, or nil if it can't be checked out. The name can't be checked
        /// out if it:
        /// - is empty, `.` or `..`
        /// - contains a `/` or a zero byte
        /// - isn't UTF-8
        /// - is treated as `.git` by a file system
        ///
        /// - Parameter bytes: the name as stored in the tree.
        package static func name(_ bytes: some Collection<UInt8>) -> String? {
            guard let text = String(validUTF8: bytes), isName(text) else { return nil }
            return text
        }

        /// Returns whether every name in a path can be checked out. If so, appending the path to a folder's path
        /// results in a path inside that folder.
        package static func isInside(_ path: String) -> Bool {
            path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy {
                isName(String(decoding: $0, as: UTF8.self))
            }
        }

        private static func isName(_ name: String) -> Bool {
            guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(UInt8(ascii: "/")),
                !name.utf8.contains(0)
            else { return false }
            return !isGitFolder(name)
        }

        /// Returns whether a file system treats a name as `.git`. The name may have different case, characters that
        /// HFS+ ignores, or NTFS's short form.
        private static func isGitFolder(_ name: String) -> Bool {
            let plain = String(String.UnicodeScalarView(name.unicodeScalars.filter { !isIgnorable($0.value) }))
                .lowercased()
            return plain == ".git" || plain == "git~1" || plain.hasPrefix(".git") && isEndOnWindows(plain.dropFirst(4))
        }

        /// Returns whether the part of a name after `.git` contains only dots and spaces, optionally followed by the
        /// name of an NTFS stream.
        private static func isEndOnWindows(_ end: Substring) -> Bool {
            end.drop { $0 == "." || $0 == " " }.first.map { $0 == ":" } ?? true
        }

        private static func isIgnorable(_ scalar: UInt32) -> Bool {
            switch scalar {
            case 0x200C...0x200F, 0x202A...0x202E, 0x206A...0x206F, 0xFEFF: true
            default: false
            }
        }
    }
}
