import Foundation
import PermafrostFixtures
import PermafrostTestSupport
import Testing

/// `new-version --scaffold` also writes tests for the version.
@Suite struct ScaffoldedNextVersionTests {
    private static let manifest = """
        // swift-tools-version: 6.0
        import PackageDescription

        let package = Package(
            name: "App",
            targets: [
                .target(name: "App", dependencies: [.product(name: "Permafrost", package: "permafrost")]),
                .testTarget(
                    name: "AppTests",
                    dependencies: ["App", .product(name: "PermafrostTesting", package: "permafrost")]),
            ]
        )
        """

    /// Returns a project that was edited after its newest version shipped.
    private func project(manifest: String = Self.manifest) throws -> NextVersionTests.Shipped {
        var idiom = VersionIdiom.freezeBehind
        idiom.files["Package.swift"] = manifest
        let project = try NextVersionTests.Shipped(idiom)
        try project.edit()
        return project
    }

    @Test func theTestsAreWrittenAndUndone() throws {
        let project = try project()
        let before = try project.files()
        let written = try Tool.run("new-version", "--scaffold", in: project.folder)
        #expect(written.status == 0, "\(written)")
        let names = Set(try project.folder.files(below: "Tests/AppTests").keys)
        #expect(
            names == [
                "SchemaV1DriftTests.swift", "SchemaV2DriftTests.swift", "MigrationV1ToV2Tests.swift",
                "MigrationV2ToV3Tests.swift",
            ])
        let next = try String(
            contentsOfFile: project.folder.path("Tests/AppTests/MigrationV2ToV3Tests.swift"), encoding: .utf8)
        #expect(next.contains("migrate(Fixture(\"2.0.0\"), to: SchemaV3.self, plan: "), "\(next)")
        #expect(next.contains("XCTFail(") && next.contains("3.0.0 isn't frozen yet"), "\(next)")
        for name in names { #expect(written.output.contains("wrote    Tests/AppTests/\(name)\n"), "\(written)") }

        #expect(try Tool.run("new-version", "--undo", in: project.folder).status == 0)
        #expect(try project.files() == before)
    }

    /// The tests are written after the sources and the fixture. If the command is killed before, the next run writes them.
    @Test(arguments: [["new-version"], ["new-version", "--undo"]])
    func aKilledRunIsFinishedWithItsTests(_ next: [String]) throws {
        let project = try project()
        let before = try project.files()
        let process = Process()
        process.executableURL = URL(filePath: Tool.path)
        process.arguments = ["new-version", "--scaffold"]
        process.currentDirectoryURL = project.folder.url
        process.environment = ProcessInfo.processInfo.environment.merging([
            "PERMAFROST_CACHE_DIR": project.folder.path(".cache"), "XDG_STATE_HOME": Tool.state,
        ]) { _, new in new }
        (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, FileHandle.nullDevice)
        process.standardError = FileHandle.nullDevice
        try process.run()
        while process.isRunning, try project.files().filter({ !$0.key.contains("/.") }) == before { usleep(200) }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try #require(process.terminationReason == .uncaughtSignal)
        #expect(try project.folder.files(below: "Tests").isEmpty)

        let finished = try Tool.run(next, in: project.folder.url, cache: project.folder)
        if next.contains("--undo") {
            #expect(finished.status == 0, "\(finished)")
        } else {
            #expect(finished.errors.contains("finished an interrupted new-version"), "\(finished)")
            #expect(finished.errors.contains("also wrote the tests "), "\(finished)")
            #expect(try project.folder.files(below: "Tests/AppTests").count == 4)
            #expect(try Tool.run("new-version", "--undo", in: project.folder).status == 0)
        }
        #expect(try project.files() == before)
    }

    @Test func theReportListsTheWrittenTests() throws {
        let project = try project()
        let written = try Tool.run("new-version", "--scaffold", "--format", "json", in: project.folder)
        #expect(written.status == 0, "\(written)")
        let scaffold = try #require(try Report(written).json["scaffold"] as? [String: Any])
        #expect(scaffold["target"] as? String == "AppTests")
        #expect((scaffold["files"] as? [[String: Any]])?.isEmpty == false)
    }

    /// The folder and the framework of the tests can be chosen, and only together with `--scaffold`.
    @Test func theTestsHaveTheirOptions() throws {
        let project = try project()
        let alone = try Tool.run("new-version", "--framework", "xctest", in: project.folder)
        #expect(alone.status == 2 && alone.errors.contains("--framework works only with --scaffold"), "\(alone)")
        let written = try Tool.run(
            "new-version", "--scaffold", "--framework", "swift-testing", "--tests", "AppTests", in: project.folder)
        #expect(written.status == 0, "\(written)")
        let files = try project.folder.files(below: "Tests/AppTests").values.map { String(decoding: $0, as: UTF8.self) }
        #expect(files.count == 4 && files.allSatisfy { $0.contains("import Testing\n") })
    }

    /// Without a test target the run fails and writes no files.
    @Test func withoutATestTargetItIsRefused() throws {
        let project = try project(
            manifest: "// swift-tools-version: 6.0\nimport PackageDescription\n\nlet package = Package(name: \"App\")\n"
        )
        let before = try project.files()
        let refused = try Tool.run("new-version", "--scaffold", in: project.folder)
        #expect(refused.status == 2 && refused.errors.contains("test target"), "\(refused)")
        #expect(try project.files() == before)
    }
}
