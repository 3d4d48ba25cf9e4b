import Foundation
import PermafrostSource
import PermafrostStore

/// An operation that writes drift and migration tests for a project's frozen versions. It never changes existing files.
package struct ProjectScaffold: Sendable {
    /// The outcome for one test file.
    package struct Outcome: Sendable {
        /// The result of writing a test file.
        package enum Result: Sendable {
            case written
            /// The file already exists with the same content.
            case unchanged
            /// The file already exists with different content, because a user edited it or an older release wrote it.
            /// It isn't changed.
            case edited
            case failed(any Error)
        }

        package var file: TestFile
        /// The path of the file, even if it wasn't written.
        package var path: String
        package var result: Result
    }

    package let folder: TestFolder
    /// The versions, groups and unread entries without a test, with the reasons.
    package let skips: [ScaffoldSkip]
    /// The dependencies that the test target needs but the manifest doesn't list.
    package let missingDependencies: [String]
    /// The name of the test target in an Xcode project, determined from its folder. Nil if there is no Xcode project,
    /// or in a package, where the manifest lists the dependencies.
    package let xcodeTarget: String?
    /// Whether the tests find the fixture tree automatically. They do if the tree has a default name and is in a folder
    /// above the tests.
    package let findsFixtures: Bool

    /// The tests, in the order of groups and versions.
    package let files: [TestFile]
    private let texts: [String]
    /// The location of ``folder`` in the checkout, or nil if the user specified a folder outside the checkout.
    private let place: Checkout.Place?

    /// Creates the tests without writing them. Throws a ``ProjectError`` if nothing is frozen or if there is no test
    /// folder, a `FileError` if the tree can't be read, or `UnreadableFile` if the manifest can't be read.
    ///
    /// - Parameter tests: the absolute path of the test folder, or nil to search for it.
    package init(_ project: Project, tests: String?, framework: TestFile.TestFramework) throws {
        let matcher = try VersionMatcher(project)
        guard !matcher.pairs.isEmpty || !matcher.contents.refused.isEmpty else {
            throw project.noFixtures
        }
        let directory = project.options.directory
        let targets = try Self.targets(in: directory)
        folder = try TestFolder(given: tests, targets: targets, directory: directory)
        place = try Self.place(of: folder, named: tests, project)
        let modules = TestNames.ModuleNames(targets: targets, directory: directory)
        let made = try TestFiles(
            FrozenDeclarations(project, matcher, modules: modules), project, modules: modules,
            testModule: folder.target?.module)
        files = made.files
        skips = made.skips
        texts = files.map { TestFileText($0, for: framework).text }
        missingDependencies = Self.missing(of: folder.target, files, targets ?? [])
        xcodeTarget = targets == nil ? Self.xcodeTarget(folder, in: directory) : nil
        findsFixtures = Self.tests(in: folder.path, find: project.tree.directory)
    }

    /// Returns the folder for a project's tests. Throws a ``ProjectError`` if there is no test folder, or if there are
    /// several and none is specified. Throws `UnreadableFile` if the manifest can't be read.
    package static func folder(
        of project: Project, tests: String?
    ) throws -> TestFolder {
        let directory = project.options.directory
        let folder = try TestFolder(given: tests, targets: targets(in: directory), directory: directory)
        _ = try place(of: folder, named: tests, project)
        return folder
    }

    /// Returns the location of the test folder in the checkout, or nil if the user specified a folder outside the
    /// checkout.
    ///
    /// - Throws: a ``ProjectError`` if the path contains a symbolic link, or if a manifest specifies a folder outside
    ///   the checkout.
    private static func place(
        of folder: TestFolder, named tests: String?, _ project: Project
    ) throws -> Checkout.Place? {
        let directory = project.options.directory
        if folder.path == directory { return Checkout.Place(root: directory, path: "") }
        let place = try Project.place(of: folder.path, named: "--tests", project.options)
        guard place != nil || tests != nil else { throw ProjectError.testsOutside(path: folder.path) }
        return place
    }

    private static func xcodeTarget(_ folder: TestFolder, in directory: String) -> String? {
        ProjectRoot.xcodeProject(in: directory).map { _ in (folder.path as NSString).lastPathComponent }
    }

    /// Returns the targets of the package in a folder, or nil if the folder contains no manifest.
    private static func targets(in directory: String) throws -> [PackageTarget]? {
        let hasManifest = FileManager.default.fileExists(atPath: directory + "/Package.swift")
        return hasManifest ? try PackageReader(directory: directory).targets() : nil
    }

    /// Returns whether the tree is in a folder above the tests. PermafrostTesting searches for it there.
    private static func tests(in folder: String, find tree: String) -> Bool {
        Project.treePaths.contains { tree.hasSuffix("/" + $0) && (folder + "/").hasPrefix(tree.dropLast($0.count)) }
    }

    /// Writes the missing files. Calls `report` after each file.
    package func write(report: (Outcome) -> Void = { _ in }) -> [Outcome] {
        outcomes { outcome, text in
            do {
                let name = outcome.file.name + ".swift"
                if let place {
                    let root = try RootFolder(place.root)
                    try root.makeFolders(place.path)
                    let path = place.path.isEmpty ? name : place.path + "/" + name
                    try root.put(Array(text.utf8), at: path, replacing: false)
                } else {
                    try RootFolder.NewFiles(in: folder.path).add(Array(text.utf8), as: name)
                }
            } catch {
                outcome.result = .failed(error)
            }
        } report: {
            report($0)
        }
    }

    /// Writes the missing files as part of the last edits, so that all of them are undone together.
    ///
    /// - Throws: the same errors as ``SourceEdits/add(_:)``. No test is then written.
    package func write(with edits: SourceEdits) throws -> [Outcome] {
        var new: [(path: String, bytes: [UInt8])] = []
        let outcomes = outcomes { outcome, text in
            new.append((outcome.path, Array(text.utf8)))
        }
        try edits.add(complete: new)
        return outcomes
    }

    /// Compares the test files with the existing files, and returns the outcome for each file.
    ///
    /// - Parameter add: called for each file that doesn't exist.
    private func outcomes(
        _ add: (inout Outcome, String) -> Void, report: (Outcome) -> Void = { _ in }
    ) -> [Outcome] {
        guard !files.isEmpty else { return [] }
        let places = Places(folder.path)
        return zip(files, texts).map { file, text in
            let name = file.name + ".swift"
            var outcome = Outcome(
                file: file, path: places.path(of: name) ?? folder.path + "/" + name, result: .written)
            do {
                if let existing = try RootFolder.NewFiles.existing(outcome.path) {
                    outcome.result = existing == Array(text.utf8) ? .unchanged : .edited
                } else {
                    add(&outcome, text)
                }
            } catch {
                outcome.result = .failed(error)
            }
            report(outcome)
            return outcome
        }
    }

    private static func missing(
        of target: PackageTarget?, _ files: [TestFile], _ targets: [PackageTarget]
    ) -> [String] {
        guard let target, target.listsAllDependencies, !files.isEmpty else { return [] }
        let modules = Set(files.flatMap(\.modules))
        let own = targets.filter { modules.contains($0.module) }.map(\.name)
        return (["PermafrostTesting"] + own).filter { !target.dependencies.contains($0) }
    }

    /// The paths of the test files in a folder and its subfolders. Swift doesn't allow two files with the same name in
    /// one module.
    private struct Places {
        private let paths: [String: String]

        init(_ folder: String) {
            let files = (try? SourceFileList(directory: folder))?.files ?? []
            paths = Dictionary(
                files.map { ($0.path.split(separator: "/").last.map(String.init) ?? $0.path, folder + "/" + $0.path) }
            ) { first, _ in first }
        }

        func path(of name: String) -> String? { paths[name] }
    }
}
