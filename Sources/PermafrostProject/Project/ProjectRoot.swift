import Foundation
import PermafrostFixtures
import PermafrostStore

/// The project that contains a folder. It lets a command run anywhere inside the project.
package struct ProjectRoot: Sendable {
    /// The reason that a folder was selected as the project's folder.
    package enum Reason: Sendable, Hashable {
        /// The folder contains a fixture tree. The value is the tree's path relative to the folder.
        case fixtures(String)
        /// The folder contains a file or folder such as `Package.swift` or `App.xcodeproj`. The value is its name.
        case project(String)
        /// The folder was specified on the command line.
        case given
        /// Neither the working folder nor a folder above it looks like a project. The working folder is used.
        case itself
    }

    /// The absolute path of the project's folder.
    package let directory: String
    /// The reason that the folder was selected.
    package let reason: Reason

    /// Creates the root for a folder that was specified on the command line.
    package init(at directory: String) {
        (self.directory, reason) = (directory, .given)
    }

    /// Finds the project that contains a folder. It is the nearest folder with fixtures. If there is none, it is the
    /// nearest folder with `Package.swift`, then the nearest folder with an Xcode project or workspace, and finally the
    /// folder itself. The search ends at the folder that contains `.git`. It doesn't go up to the user's home folder or
    /// the root of the file system.
    ///
    /// - Parameter home: the user's home folder.
    package init(containing folder: String, home: String) {
        let folders = Self.folders(from: folder, home: home)
        let find: [(String) -> Reason?] = [Self.fixtures, Self.manifest, Self.xcodeProject]
        for reason in find {
            for folder in folders {
                guard let found = reason(folder) else { continue }
                (directory, self.reason) = (folder, found)
                return
            }
        }
        (directory, reason) = (folder, .itself)
    }

    /// Returns the folders that may be the project's folder: the given folder, followed by the folders above it.
    private static func folders(from folder: String, home: String) -> [String] {
        var folders = [folder]
        var parts = folder.split(separator: "/")
        while FileKind.found(at: folders[folders.count - 1] + "/.git") == nil, parts.count > 1 {
            parts.removeLast()
            let parent = "/" + parts.joined(separator: "/")
            guard parent != home else { break }
            folders.append(parent)
        }
        return folders
    }

    private static func fixtures(in folder: String) -> Reason? { fixtureTree(in: folder).map { .fixtures($0) } }

    /// Returns the path of a fixture tree relative to the folder that contains it. Returns nil if the folder doesn't
    /// contain one. A folder with the right name but different contents, such as test data, isn't a fixture tree.
    static func fixtureTree(in folder: String) -> String? {
        Project.treePaths.first { path in
            let tree = FixtureTree(directory: folder + "/" + path)
            guard tree.exists else { return false }
            let hasFixture = try? tree.contains { fixture in
                fixture.files.all.contains { FileKind.found(at: fixture.path(of: $0)) != nil }
                    || fixture.format == .freezeRay
            }
            // A tree that can't be read also counts. The command that reads it reports the error.
            return hasFixture ?? true
        }
    }

    private static func manifest(in folder: String) -> Reason? {
        FileKind.found(at: folder + "/Package.swift") == .regular ? .project("Package.swift") : nil
    }

    /// Returns a folder's Xcode project or workspace. If there are several, returns the first one by name. Returns nil
    /// if there is none.
    static func xcodeProject(in folder: String) -> Reason? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().first { $0.hasSuffix(".xcodeproj") || $0.hasSuffix(".xcworkspace") }.map { .project($0) }
    }
}

extension FileKind {
    /// Returns the kind of the item at a path. Returns nil if there is no item, or if it can't be examined.
    fileprivate static func found(at path: String) -> FileKind? {
        guard let kind = try? FileKind(of: path) else { return nil }
        return kind == .absent ? nil : kind
    }
}

extension Project {
    /// The folders below the project's folder that contain declared versions and a fixture tree, sorted and relative to the
    /// project's folder. These are projects of their own, which commands read from their folders.
    package var projectsBelow: [String] {
        let folders = groups.flatMap(\.schemas).flatMap { schema in
            let parts = schema.location.file.split(separator: "/").dropLast()
            return parts.indices.map { parts[...$0].joined(separator: "/") }
        }
        return Set(folders).filter { ProjectRoot.fixtureTree(in: options.directory + "/" + $0) != nil }
            .sortedByCodeUnit()
    }
}
