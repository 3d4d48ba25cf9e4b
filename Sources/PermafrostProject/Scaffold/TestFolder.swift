import Foundation
import PermafrostSource

/// The folder for test files, and its test target.
package struct TestFolder: Sendable, Hashable {
    /// The folder's absolute path. The folder may not exist yet.
    package let path: String
    /// The package's test target for this folder. Nil in an Xcode project, or if the manifest doesn't list a target for
    /// the folder.
    package let target: PackageTarget?
    /// The name of the Xcode project's test target for this folder. Nil in a package, or if no project file lists one.
    var xcodeTarget: String?

    /// Finds the folder for test files.
    ///
    /// - Parameters:
    ///   - given: the absolute path of the folder specified with `--tests`. If there is no such folder, its last
    ///     component can be the name of a test target. If nil, the project's only test folder is used.
    ///   - package: the package's targets, or nil if there is no manifest.
    /// - Throws: a ``ProjectError`` if the specified folder can't be found, if there is no test folder, or if there are
    ///   several and none is specified; or `UnreadableFile` if the folder can't be read.
    init(given: String?, package: KnownTargets?, directory: String) throws {
        let candidates = try Self.candidates(targets: package?.targets, directory: directory)
        if let given {
            self = try Self.named(given, candidates: candidates, directory: directory)
            return
        }
        guard let only = candidates.first else {
            throw package?.gap.map { ProjectError.unknownTestTargets(reason: $0) }
                ?? ProjectError.noTestTarget(hasManifest: package != nil)
        }
        guard candidates.count == 1 else {
            throw ProjectError.severalTestTargets(
                folders: candidates.map { $0.path.relative(to: directory) }.sorted())
        }
        self = only
    }

    init(path: String, target: PackageTarget?, xcodeTarget: String? = nil) {
        self.path = path
        self.target = target
        self.xcodeTarget = xcodeTarget
    }

    private static func named(_ given: String, candidates: [TestFolder], directory: String) throws -> TestFolder {
        // The value of the option can also be just the name of a target.
        let name = given.split(separator: "/").last.map(String.init) ?? given
        let isThere = isFolder(given)
        if !isThere, FileManager.default.fileExists(atPath: given) { throw ProjectError.noTestFolder(given, near: []) }
        let holder =
            candidates.filter { given == $0.path || given.hasPrefix($0.path + "/") }
            .max { $0.path.count < $1.path.count }
        if isThere {
            return TestFolder(path: given, target: holder?.target, xcodeTarget: holder?.xcodeTarget)
        }
        if let holder, holder.path == given { return holder }
        if let target = candidates.first(where: { $0.target?.name == name }) { return target }
        let known = candidates.map { $0.path.relative(to: directory) }
        throw ProjectError.noTestFolder(given, near: NearNames.of(given.relative(to: directory), among: known))
    }

    private static func candidates(targets: [PackageTarget]?, directory: String) throws -> [TestFolder] {
        if let targets {
            var seen: Set<String> = []
            return targets.filter(\.isTest).compactMap { target in
                let folder = target.folders.first { isFolder(directory + "/" + $0) } ?? target.folders[0]
                guard seen.insert(folder).inserted else { return nil }
                let isRoot = [".", ""].contains(folder)
                // A manifest may specify a folder anywhere. A folder outside the project is written to only if the user
                // specifies it.
                let path = folder.hasPrefix("/") ? folder : directory + "/" + folder
                return TestFolder(path: isRoot ? directory : path, target: target)
            }
        }
        let known = try FolderTargets(directory: directory).xcodeTestFolders()
        guard !known.isEmpty else { return generated(directory) ?? xcodeFolders(directory) }
        let units = known.filter { !$0.key.hasSuffix("UITests") }
        return (units.isEmpty ? known : units).sorted { $0.key < $1.key }.map { name, folder in
            TestFolder(path: directory + "/" + folder, target: nil, xcodeTarget: name)
        }
    }

    /// Returns the folders of the unit tests in XcodeGen's file: those of tests that depend on another target or, without
    /// such tests, all. Nil if there is no such file, or if it has no tests.
    private static func generated(_ directory: String) -> [TestFolder]? {
        let tests = (XcodeGenSpec(directory: directory)?.targets ?? []).filter { target in
            target.isTest && target.path.map { isFolder(directory + "/" + $0) } == true
        }
        let ofTargets = tests.filter { !$0.dependencies.isEmpty }
        let found = (ofTargets.isEmpty ? tests : ofTargets).map { target in
            TestFolder(path: directory + "/" + (target.path ?? ""), target: nil, xcodeTarget: target.name)
        }
        return found.isEmpty ? nil : found
    }

    /// Returns the folders whose names end in `Tests`, in a project's folder or one level below, for a project whose test
    /// targets aren't known. UI tests are included only if there are no other tests, because a UI test runs outside the
    /// app and can't use the app's models. A folder that contains such folders, such as a package's `Tests`, isn't a test
    /// folder itself.
    private static func xcodeFolders(_ directory: String) -> [TestFolder] {
        func folders(in folder: String) -> [String] {
            ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
                .filter { !SourcePaths.isSkippedFolder($0) && isFolder(folder + "/" + $0) }.map { folder + "/" + $0 }
        }
        let top = folders(in: directory)
        let all = top.flatMap { folder in
            let below = folders(in: folder).filter { $0.hasSuffix("Tests") }
            return below.isEmpty && folder.hasSuffix("Tests") ? [folder] : below
        }
        let units = all.filter { !$0.hasSuffix("UITests") }
        return (units.isEmpty ? all : units).map { TestFolder(path: $0, target: nil) }
    }

    private static func isFolder(_ path: String) -> Bool {
        var isDirectory: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory.boolValue
    }
}

extension String {
    /// Returns the path relative to a folder. If the path isn't inside the folder, returns it unchanged.
    func relative(to folder: String) -> String {
        hasPrefix(folder + "/") ? String(dropFirst(folder.count + 1)) : self
    }
}
