import PermafrostModel

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

extension SourcePaths {
    /// Rules for names and paths that come out of git trees, which anybody can write: git checks them when it checks out, but not
    /// when it fetches or lists them.
    package enum TreePath {
        /// The name of a file or folder in a tree.
        ///
        /// - Parameter bytes: the name as the tree has it.
        /// - Returns: nil if no checkout could have it: it is empty, `.`, `..` or `.git`, holds a `/`, or isn't UTF-8.
        package static func name(_ bytes: some Collection<UInt8>) -> String? {
            guard let text = String(validUTF8: bytes), isName(text) else { return nil }
            return text
        }

        /// Whether a path has only names that a checkout can have, so that it stays inside of the folder that it is appended to.
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

        /// Whether a file system takes a name for `.git`: in any case, with what HFS+ ignores, or by the short name of NTFS.
        private static func isGitFolder(_ name: String) -> Bool {
            let plain = String(String.UnicodeScalarView(name.unicodeScalars.filter { !isIgnorable($0.value) }))
                .lowercased()
            return plain == ".git" || plain == "git~1" || plain.hasPrefix(".git") && isEndOnWindows(plain.dropFirst(4))
        }

        /// Trailing dots and spaces, and the name of a stream.
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
