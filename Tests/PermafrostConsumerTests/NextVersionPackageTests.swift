import Foundation
import PermafrostTestSupport
import Testing

extension PluginTests {
    /// The output of `new-version` in each idiom compiles in a package, and the tests of all versions pass.
    @Suite struct NextVersionPackageTests {
        static let idioms =
            VersionIdiom.all + VersionIdiom.planless + VersionIdiom.referringToEdited
            + VersionIdiom.freezeBehind.variations + VersionIdiom.copyForward.variations

        @Test func `Scaffolded tests pass for each next version`() throws {
            let packages = try IdiomPackages(Self.idioms)
            var expected = 0
            for (name, idiom) in packages.idioms { expected += try packages.takeTheNextStep(name, idiom) }
            #expect(expected >= Self.idioms.count * 3)

            let run = try packages.test()
            let text = run.output + run.errors
            #expect(run.status == 0, "\(text.suffix(10_000))")
            #expect(text.contains("Executed \(expected) tests, with 0 failures"), "\(text.suffix(2_000))")
        }
    }
}

/// Projects that keep versions in different ways, as modules of one package in a temporary folder. The folder is
/// deleted when the value is.
private final class IdiomPackages {
    /// The module name of each project, `App0`, `App1` and so on.
    let idioms: [(name: String, idiom: VersionIdiom)]
    private let folder: URL

    init(_ idioms: [VersionIdiom]) throws {
        self.idioms = idioms.enumerated().map { ("App\($0.offset)", $0.element) }
        folder = FileManager.default.temporaryDirectory.appending(path: "permafrost-\(UUID().uuidString)/Apps")
        for (name, idiom) in self.idioms {
            // An idiom's tests aren't part of a module in this package.
            for (path, text) in idiom.files where path.hasPrefix("Sources/") { try write(text, to: "\(name)/\(path)") }
            try write("import XCTest\n", to: "\(name)/Tests/AppTests/Empty.swift")
            try write(manifest(of: [(name, "")]), to: "\(name)/Package.swift")
        }
        try write(manifest(of: self.idioms.map { ($0.name, $0.name + "/") }), to: "Package.swift")
    }

    deinit {
        try? FileManager.default.removeItem(at: folder.deletingLastPathComponent())
    }

    /// Ships a project's newest version, edits it, creates and freezes the next version, and scaffolds tests.
    ///
    /// - Returns: the number of tests.
    func takeTheNextStep(_ name: String, _ idiom: VersionIdiom) throws -> Int {
        let app = folder.appending(path: name)
        try expectSuccess(of: [tool, "freeze", "--all"], in: app)
        let author = ["-c", "user.name=Permafrost", "-c", "user.email=dev@permafrost.invalid"]
        for arguments in [
            ["init", "--quiet", "--initial-branch", "main"], ["add", "--all"],
            author + ["commit", "--quiet", "--no-gpg-sign", "--message", "Shipped"],
            ["tag", "--no-sign", "v" + idiom.newest],
        ] { try expectSuccess(of: ["git"] + arguments, in: app) }
        for (path, old, new) in idiom.edit {
            let file = app.appending(path: path)
            let text = try String(contentsOf: file, encoding: .utf8)
            try #require(text.contains(old), "\(idiom.name): \(old)")
            try text.replacing(old, with: new).write(to: file, atomically: true, encoding: .utf8)
        }
        try expectSuccess(of: [tool, "new-version"], in: app)
        try expectSuccess(of: [tool, "freeze", "--all"], in: app)
        try expectSuccess(of: [tool, "check"], in: app)
        try expectSuccess(of: [tool, "scaffold"], in: app)
        let tests = app.appending(path: "Tests/AppTests")
        return try FileManager.default.contentsOfDirectory(atPath: tests.path).reduce(0) { count, file in
            let text = try String(contentsOf: tests.appending(path: file), encoding: .utf8)
            return count + text.ranges(of: "    func test").count
        }
    }

    /// Builds all modules and runs all tests.
    func test() throws -> CommandResult {
        try Checkout.swift(["test"], in: folder)
    }

    private var tool: String { BuildFolder.tool.path }

    private func expectSuccess(of command: [String], in folder: URL) throws {
        let cache = ["PERMAFROST_CACHE_DIR": self.folder.appending(path: ".cache").path]
        let result = try CommandResult.running(command, in: folder, environment: cache)
        #expect(result.status == 0, "\(folder.lastPathComponent): \(command): \(result)")
    }

    /// Returns the manifest of a package with a module and tests for each project, whose folder is given.
    private func manifest(of modules: [(name: String, folder: String)]) -> String {
        let targets = modules.map { name, folder in
            """
                    .target(
                        name: "\(name)", dependencies: [.product(name: "Permafrost", package: "Permafrost")],
                        path: "\(folder)Sources/App"),
                    .testTarget(
                        name: "\(name)Tests",
                        dependencies: ["\(name)", .product(name: "PermafrostTesting", package: "Permafrost")],
                        path: "\(folder)Tests/AppTests"),
            """
        }
        return """
            // swift-tools-version: 6.0
            import PackageDescription

            let package = Package(
                name: "Apps",
                platforms: [.macOS(.v14)],
                dependencies: [.package(name: "Permafrost", path: "\(Checkout.root.path)")],
                targets: [
            \(targets.joined(separator: "\n"))
                ],
                swiftLanguageModes: [.v5]
            )

            """
    }

    private func write(_ text: String, to path: String) throws {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }
}
