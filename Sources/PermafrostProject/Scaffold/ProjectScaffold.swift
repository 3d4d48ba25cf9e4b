import Foundation
import PermafrostFixtures
import PermafrostSource

/// An operation that writes drift and migration tests for a project's frozen versions. It never changes a file that
/// somebody edited.
package struct ProjectScaffold: Sendable {
    /// The outcome for one test file.
    package struct Outcome: Sendable {
        /// The result of writing a test file.
        package enum Result: Sendable {
            case written
            /// The existing file was replaced, because ``ProjectScaffold/replaces`` is true and nobody had edited the
            /// file. If its test was unfinished, the new test is also unfinished.
            case replaced
            /// The file already exists with the same content.
            case unchanged
            /// An earlier run wrote the file with different content, and nobody edited it. It isn't replaced, because
            /// ``ProjectScaffold/replaces`` is false.
            case outdated
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
    /// The versions and groups that get no test, and the entries of the fixture tree that can't be read, each with the
    /// reason.
    package let skips: [ScaffoldSkip]
    /// The dependencies that the tests need but the manifest doesn't list.
    package let missing: ManifestGaps
    /// The name of the test target in an Xcode project, which is assumed to be the name of the test folder. Nil if
    /// there is a `Package.swift` or no Xcode project.
    package let xcodeTarget: String?
    /// Whether PermafrostTesting finds the fixture tree automatically. The tree must be at one of ``Project/treePaths``
    /// in the test folder or in one of its parent folders.
    package let findsFixtures: Bool

    /// The tests, in the order of groups and versions.
    package let files: [TestFile]
    /// Whether files that nobody edited are replaced.
    package let replaces: Bool
    /// The requested framework. If nil, an existing file keeps its framework.
    private let framework: TestFramework?
    /// The framework of new files.
    private let usual: TestFramework
    /// The location of ``folder`` in the checkout, or nil if the user specified a folder outside the checkout.
    private let place: Checkout.Place?

    /// Creates the tests without writing them.
    ///
    /// - Throws: a ``ProjectError`` if nothing is frozen, or if the test folder or a requested version can't be
    ///   determined; a ``ScaffoldError`` if a requested test can't be written; a `FileError` if the fixture tree can't
    ///   be read; or `UnreadableFile` if the manifest can't be read.
    package init(_ project: Project, _ request: ScaffoldRequest = ScaffoldRequest()) throws {
        let matcher = try VersionMatcher(project)
        if matcher.pairs.isEmpty, matcher.contents.refused.isEmpty {
            let error = project.noFixtures
            // Freezing all versions is wrong advice if one was specified, because the others may not have shipped.
            guard request.isOfSpecifiedVersions, !error.isHeldByGit else { throw error }
        }
        let directory = project.options.directory
        let package = try Self.package(in: directory)
        let targets = package?.targets
        let modules = ModuleNames(targets: targets, directory: directory)
        let frozen = try FrozenDeclarations(project, matcher, modules: modules)
        // Without a test to write, no folder is needed.
        folder =
            request.tests == nil && frozen.areOnlyOfModelFiles
            ? TestFolder(path: directory, target: nil)
            : try TestFolder(given: request.tests, package: package, directory: directory)
        place = try Self.place(of: folder, named: request.tests, project)
        let made = try TestFiles(
            frozen, request.selection, project, modules: modules, testModule: folder.target?.module)
        files = made.files
        skips = made.skips
        framework = request.framework
        usual = request.framework ?? .used(in: folder)
        replaces = request.replaces
        missing = try ManifestGaps(of: folder.target, for: files, among: targets ?? [], in: directory)
        xcodeTarget = targets == nil ? Self.xcodeTarget(folder, in: directory) : nil
        findsFixtures = Self.tests(in: folder.path, find: project.tree.directory)
    }

    /// Returns the folder for a project's tests.
    ///
    /// - Throws: a ``ProjectError`` if there is no test folder, if there are several and none is specified, if the path
    ///   contains a symbolic link, or if a manifest specifies a folder outside the checkout; or `UnreadableFile` if the
    ///   manifest can't be read.
    package static func folder(
        of project: Project, tests: String?
    ) throws -> TestFolder {
        let directory = project.options.directory
        let folder = try TestFolder(given: tests, package: package(in: directory), directory: directory)
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
        folder.xcodeTarget
            ?? ProjectRoot.xcodeProject(in: directory).map { _ in (folder.path as NSString).lastPathComponent }
    }

    /// Returns the targets of the package in a folder, or nil if the folder contains no manifest.
    private static func package(in directory: String) throws -> KnownTargets? {
        let hasManifest = FileManager.default.fileExists(atPath: directory + "/Package.swift")
        return hasManifest ? try KnownTargets(directory: directory) : nil
    }

    /// Returns whether PermafrostTesting can find the fixture tree. The tree must be at one of ``Project/treePaths`` in
    /// the tests' folder or in one of its parent folders.
    private static func tests(in folder: String, find tree: String) -> Bool {
        Project.treePaths.contains { tree.hasSuffix("/" + $0) && (folder + "/").hasPrefix(tree.dropLast($0.count)) }
    }

    /// Writes the missing files. If ``replaces`` is true, also replaces the outdated files that nobody edited. Calls
    /// `report` with the outcome for each file.
    package func write(report: (Outcome) -> Void = { _ in }) -> [Outcome] {
        outcomes { outcome, text in
            let path = outcome.path.relative(to: folder.path)
            let replaces = if case .replaced = outcome.result { true } else { false }
            do {
                if let place {
                    let root = try RootFolder(place.root)
                    if !replaces { try root.makeFolders(place.path) }
                    try root.put(
                        Array(text.utf8), at: place.path.isEmpty ? path : place.path + "/" + path, replacing: replaces)
                } else {
                    try RootFolder(making: folder.path).put(Array(text.utf8), at: path, replacing: replaces)
                }
            } catch {
                outcome.result = .failed(error)
            }
        } report: {
            report($0)
        }
    }

    /// Writes the missing files, and the outdated files that nobody edited if ``replaces`` is true. Records them in the
    /// journal of the last source edits, so that one undo reverts the edits and removes the files.
    ///
    /// - Throws: the same errors as ``SourceEdits/add(_:)``.
    package func write(with edits: SourceEdits) throws -> [Outcome] {
        var changes: [(path: String, bytes: [UInt8])] = []
        let outcomes = outcomes { outcome, text in changes.append((outcome.path, Array(text.utf8))) }
        try edits.add(replacing: changes)
        return outcomes
    }

    /// The number of test files that don't exist yet.
    var missingCount: Int {
        outcomes { _, _ in }.count { if case .written = $0.result { true } else { false } }
    }

    /// Compares the test files with the existing files, and returns the outcome for each file.
    ///
    /// - Parameters:
    ///   - put: called for each file that must be written, with its new content. It can change the outcome.
    ///   - report: called with the final outcome for each file.
    private func outcomes(
        _ put: (inout Outcome, String) -> Void, report: (Outcome) -> Void = { _ in }
    ) -> [Outcome] {
        guard !files.isEmpty else { return [] }
        let places = Places(folder.path)
        return files.map { file in
            let name = file.name + ".swift"
            var outcome = Outcome(
                file: file, path: places.path(of: name) ?? folder.path + "/" + name, result: .written)
            do {
                let test = try NewFiles.existing(outcome.path).map(ExistingTest.init)
                // Freezing the version doesn't finish its test.
                if test?.isUnfinished == true { outcome.file.test.isUnfinished = true }
                let text = TestFileText(outcome.file, for: framework ?? test?.framework ?? usual).text
                outcome.result = result(for: text, test)
                switch outcome.result {
                case .written, .replaced: put(&outcome, text)
                case .unchanged, .outdated, .edited, .failed: break
                }
            } catch {
                outcome.result = .failed(error)
            }
            report(outcome)
            return outcome
        }
    }

    private func result(for text: String, _ test: ExistingTest?) -> Outcome.Result {
        guard let test else { return .written }
        if test.text.utf8.elementsEqual(text.utf8) { return .unchanged }
        guard test.isUnedited else { return .edited }
        return replaces ? .replaced : .outdated
    }

    /// The paths of the source files in a test folder and its subfolders, keyed by file name. They are used to find a
    /// test file that was moved to a subfolder, because a module can't contain a second file with the same name.
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
