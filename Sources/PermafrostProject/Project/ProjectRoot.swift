import Foundation
import PermafrostSource
import PermafrostStore

/// The project that a folder belongs to, for a command that runs somewhere inside of it.
package struct ProjectRoot: Sendable {
    /// Why a folder is taken for a project's.
    package enum Reason: Sendable, Hashable {
        /// It holds fixtures: the tree's path.
        case fixtures(String)
        /// It holds that file or folder: `Package.swift`, `App.xcodeproj`.
        case project(String)
        /// The command names it.
        case given
        /// No folder above it looks like a project's: it is the one that the command runs in.
        case itself
    }

    /// The folder, absolute.
    package let directory: String
    /// Why it is taken.
    package let reason: Reason

    /// A folder that the command names.
    package init(at directory: String) {
        (self.directory, reason) = (directory, .given)
    }

    /// Finds the project of a folder: the nearest folder from it upwards that has fixtures, else `Package.swift`, else an Xcode
    /// project or workspace. Folders above that of `.git`, the user's home and the root of all files are not looked at.
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

    /// The folder and those above it, nearest first, as far as a project can reach.
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

    /// A folder of the name that holds something else, such as the data of tests, is not a fixture tree.
    private static func fixtures(in folder: String) -> Reason? {
        Project.treePaths.first { path in
            let tree = FixtureTree(directory: folder + "/" + path)
            guard tree.exists else { return false }
            let hasFixture = try? tree.contains { fixture in
                fixture.files.all.contains { FileKind.found(at: fixture.path(of: $0)) != nil }
                    || fixture.format == .freezeRay
            }
            // A tree that cannot be read is one, too: a command that reads it says what is wrong.
            return hasFixture ?? true
        }.map { .fixtures($0) }
    }

    private static func manifest(in folder: String) -> Reason? {
        FileKind.found(at: folder + "/Package.swift") == .regular ? .project("Package.swift") : nil
    }

    /// The first project or workspace of Xcode in a folder, by name.
    static func xcodeProject(in folder: String) -> Reason? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().first { $0.hasSuffix(".xcodeproj") || $0.hasSuffix(".xcworkspace") }.map { .project($0) }
    }
}

extension FileKind {
    /// What is at a path; nil if nothing is, or it cannot be looked at, and so is not known to be a project's.
    fileprivate static func found(at path: String) -> FileKind? {
        guard let kind = try? FileKind(of: path) else { return nil }
        return kind == .absent ? nil : kind
    }
}

extension ProjectRoot {
    /// The Core Data models that lie in a project's folder.
    struct ModelFolders {
        /// Their paths, relative to the project: bundles of versions, and single models outside any.
        let paths: [String]

        /// Looks for them where sources are looked for.
        init(in directory: String) {
            let entries = FileManager.default.enumerator(atPath: directory)
            var found: [String] = []
            while let path = entries?.nextObject() as? String {
                guard entries?.fileAttributes?[.type] as? FileAttributeType == .typeDirectory else { continue }
                let name = path.split(separator: "/").last ?? ""
                if SourcePaths.isSkippedFolder(name) {
                    entries?.skipDescendants()
                } else if name.hasSuffix(".xcdatamodeld") || name.hasSuffix(".xcdatamodel") {
                    found.append(path)
                    entries?.skipDescendants()
                }
            }
            paths = found.sorted()
        }
    }
}
