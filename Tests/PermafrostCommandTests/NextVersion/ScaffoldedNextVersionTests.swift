import Foundation
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
                "SchemaV1_DriftTests.swift", "SchemaV2_DriftTests.swift", "MigrateV1_0_0toV2_0_0_Tests.swift",
                "MigrateV2_0_0toV3_0_0_Tests.swift",
            ])
        let next = try String(
            contentsOfFile: project.folder.path("Tests/AppTests/MigrateV2_0_0toV3_0_0_Tests.swift"), encoding: .utf8)
        #expect(next.contains("migrate(Fixture(\"2.0.0\"), to: SchemaV3.self, plan: "), "\(next)")
        #expect(next.contains("XCTFail(") && next.contains("3.0.0 isn't frozen yet"), "\(next)")
        for name in names { #expect(written.output.contains("wrote    Tests/AppTests/\(name)\n"), "\(written)") }

        #expect(try Tool.run("new-version", "--undo", in: project.folder).status == 0)
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
