import Foundation
import PermafrostTestSupport
import Testing

/// `permafrost scaffold` for one migration or one version, and its replacement of files that nobody edited.
@Suite struct RequestedTestsTests {
    private static let tests = "Tests/AppTests"
    private static let migration = "MigrationV1ToV2Tests.swift"

    /// Returns a package whose versions 1.0.0 to 3.0.0 are declared.
    private static func package(freezing versions: [String] = ["1.0.0"]) throws -> ScratchFolder {
        let folder = try Tool.copy(of: "Users")
        try folder.write(
            """
            // swift-tools-version: 6.0
            import PackageDescription

            let package = Package(
                name: "App",
                dependencies: [.package(url: "https://example.invalid/permafrost.git", branch: "main")],
                targets: [
                    .target(name: "Users", dependencies: [.product(name: "Permafrost", package: "permafrost")]),
                    .testTarget(
                        name: "AppTests",
                        dependencies: ["Users", .product(name: "PermafrostTesting", package: "permafrost")]),
                ]
            )
            """, to: "Package.swift")
        for version in versions { #expect(try Tool.run("freeze", version, in: folder).status == 0) }
        return folder
    }

    private static func names(_ folder: ScratchFolder) throws -> Set<String> {
        FileManager.default.fileExists(atPath: folder.path(tests)) ? Set(try folder.files(below: tests).keys) : []
    }

    private static func text(_ folder: ScratchFolder, _ name: String = migration) throws -> String {
        try String(contentsOfFile: folder.path("\(tests)/\(name)"), encoding: .utf8)
    }

    // MARK: Versions that aren't frozen yet

    @Test(arguments: [
        (
            "xctest",
            ["import XCTest", "func testMigrates() throws {", "XCTFail(\n", "//     XCTAssertEqual(rows.first?."]
        ),
        (
            "swift-testing",
            [
                "import Testing", "@Test func migrates() throws {", "@Suite(.serialized)\nstruct Migration",
                "Issue.record(\n", "//     #expect(rows.first?.",
            ]
        ),
    ])
    func onlyTheOldVersionMustBeFrozen(_ framework: String, _ words: [String]) throws {
        let folder = try Self.package()
        let result = try Tool.run("scaffold", "--from", "1.0.0", "--to", "2.0.0", "--framework", framework, in: folder)
        #expect(result.status == 0, "\(result)")
        #expect(result.errors.contains("fails until you assert what its migration does"), "\(result)")
        #expect(try Self.names(folder) == [Self.migration])
        let text = try Self.text(folder)
        for words in words
            + [
                "migrate(Fixture(\"1.0.0\"), to: UsersSchemaV2.self, plan: UsersMigrationPlan.self)",
                "assertDataPreserved(",
                "Assert what a 1.0.0 store contains after the migration to 2.0.0 (", "and delete this",
                "FetchDescriptor<UsersSchemaV2.", "import SwiftData\n", "2.0.0 isn't frozen yet.",
            ]
        { #expect(text.contains(words), "\(words) in \(text)") }
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 120 })
    }

    #if os(Linux)
        /// The file compiles with the sources as it is. Only the import of the module that it is compiled with is left
        /// out.
        @Test func theFileCompiles() throws {
            let folder = try Self.package()
            #expect(try Tool.run("scaffold", "--from", "1.0.0", "--to", "3.0.0", in: folder).status == 0)
            let name = "MigrationV1ToV3Tests.swift"
            try folder.edit("\(Self.tests)/\(name)", "@testable import Users\n", "")
            let sources = try folder.files(below: "Sources/Users").keys.filter { $0.hasSuffix(".swift") }.sorted()
            let paths = sources.map { folder.path("Sources/Users/\($0)") } + [folder.path("\(Self.tests)/\(name)")]
            #expect(try TypeCheck(paths, in: folder.url).output.isEmpty)
        }
    #endif

    /// Each spelling writes the same file.
    @Test(arguments: [
        ["scaffold", "-f", "1.0.0", "-t", "2.0.0"], ["scaffold", "--from=UsersSchemaV1", "--to=UsersSchemaV2"],
        ["scaffold", "-f", "1.0.0", "-t", "2.0.0", "--tests", "AppTests", "--plan", "UsersMigrationPlan"],
    ])
    func everySpellingWritesTheSameFile(_ arguments: [String]) throws {
        let folder = try Self.package()
        #expect(try Tool.run("scaffold", "--from", "1.0.0", "--to", "2.0.0", in: folder).status == 0)
        let text = try Self.text(folder)
        try FileManager.default.removeItem(atPath: folder.path("\(Self.tests)/\(Self.migration)"))
        let result = try Tool.run(arguments, in: folder.url, cache: folder)
        #expect(result.status == 0, "\(result)")
        #expect(try Self.text(folder) == text)
    }

    @Test(arguments: [
        ["scaffold", "--drift", "1.0.0"], ["scaffold", "--drift", "UsersSchemaV1"],
    ])
    func oneVersionsDriftTest(_ arguments: [String]) throws {
        let folder = try Self.package(freezing: ["1.0.0", "2.0.0"])
        let result = try Tool.run(arguments, in: folder.url, cache: folder)
        #expect(result.status == 0, "\(result)")
        #expect(try Self.names(folder) == ["UsersSchemaV1DriftTests.swift"])
    }

    /// Between frozen versions, the test is the one that a run for all versions writes, also for versions that aren't
    /// neighbors.
    @Test func theTestBetweenFrozenVersionsIsComplete() throws {
        let folder = try Self.package(freezing: ["--all"])
        #expect(try Tool.run("scaffold", "--from", "1.0.0", "--to", "3.0.0", in: folder).status == 0)
        let before = try folder.files(below: Self.tests)
        #expect(before.count == 1)
        #expect(try Tool.run("scaffold", in: folder).output.contains("MigrationV1ToV3Tests.swift (unchanged)"))
    }

    /// A version that no plan lists yet is migrated to by the plan of the old version. The test reports what the plan
    /// lacks.
    @Test func aVersionOutsideOfThePlanGetsATest() throws {
        let folder = try Self.package()
        try folder.edit("Sources/Users/UsersMigrationPlan.swift", ", UsersSchemaV3.self", "")
        try folder.edit(
            "Sources/Users/UsersMigrationPlan.swift",
            ".lightweight(fromVersion: UsersSchemaV2.self, toVersion: UsersSchemaV3.self),", "")
        let result = try Tool.run("scaffold", "--from", "1.0.0", "--to", "3.0.0", in: folder)
        #expect(result.status == 0, "\(result)")
        let text = try Self.text(folder, "MigrationV1ToV3Tests.swift")
        #expect(text.contains("to: UsersSchemaV3.self, plan: UsersMigrationPlan.self"), "\(text)")
    }

    @Test(arguments: [
        (["--from", "2.0.0", "--to", "3.0.0"], "2.0.0 isn't frozen", "permafrost freeze 2.0.0"),
        (["--from", "1.0.0", "--to", "4.0.0"], "no declared version 4.0.0", "did you mean"),
        (["--from", "0.9.0", "--to", "2.0.0"], "no version 0.9.0", "frozen: 1.0.0"),
        (["--from", "1.0.0", "--to", "1.0.0"], "starts and ends at 1.0.0", "--drift 1.0.0"),
        (["--from", "1.0.0", "--to", "UsersSchemaV1"], "starts and ends at 1.0.0", "--drift 1.0.0"),
        (["--from", "3.0.0", "--to", "1.0.0"], "3.0.0 is newer than 1.0.0", "Use --from 1.0.0 --to 3.0.0"),
        (["--drift", "2.0.0"], "its drift test needs its fixture", "permafrost freeze 2.0.0"),
        (["--drift", "UsersSchemaV4"], "no version UsersSchemaV4", "frozen: 1.0.0"),
    ])
    func impossibleRequestsAreExplained(_ options: [String], _ problem: String, _ fix: String) throws {
        let folder = try Self.package()
        let result = try Tool.run(["scaffold"] + options, in: folder.url, cache: folder)
        #expect(result.status == 2)
        #expect(result.errors.contains(problem) && result.errors.contains(fix), "\(result)")
        #expect(try Self.names(folder).isEmpty)
    }

    /// Freezing all versions would be the wrong advice, because the others may not have shipped.
    @Test func withoutAFixtureTheAdviceIsToFreezeTheOldVersion() throws {
        let folder = try Self.package(freezing: [])
        let result = try Tool.run("scaffold", "--from", "1.0.0", "--to", "2.0.0", in: folder)
        #expect(result.status == 2)
        #expect(result.errors.contains("permafrost freeze 1.0.0") && !result.errors.contains("--all"), "\(result)")
    }

    @Test func theVersionsOfTwoPlansAreRefused() throws {
        let folder = try Self.package()
        try FileManager.default.copyItem(
            at: Tool.examples.appending(path: "Posts"), to: folder.url.appending(path: "Sources/Posts"))
        try folder.edit("Package.swift", ".testTarget(", ".target(name: \"Posts\"), .testTarget(")
        let result = try Tool.run("scaffold", "--from", "UsersSchemaV1", "--to", "PostsSchemaV4", in: folder)
        #expect(result.status == 2)
        #expect(
            result.errors.contains("1.0.0 is a version of UsersMigrationPlan and 4.0.0 of PostsMigrationPlan"),
            "\(result)")
    }

    // MARK: Replacement

    /// Freezing the new version doesn't finish its test: without assertions, no run removes the failure.
    @Test func anUnfinishedFileStaysUnfinished() throws {
        let folder = try Self.package()
        let unfinished = "unfinished: the test fails until you assert what the migration does"
        #expect(try Tool.run("scaffold", "--from", "1.0.0", "--to", "2.0.0", in: folder).status == 0)
        let first = try Self.text(folder)
        // Git may convert line breaks.
        try folder.write(first.replacing("\n", with: "\r\n"), to: "\(Self.tests)/\(Self.migration)")
        let frozen = try Tool.run("freeze", "2.0.0", "--scaffold", in: folder)
        #expect(
            frozen.status == 0
                && frozen.output.contains(
                    "\(Self.migration) (outdated: add --replace to write it again; \(unfinished))"),
            "\(frozen)")
        #expect(try Self.text(folder) == first.replacing("\n", with: "\r\n"))
        let replaced = try Tool.run("scaffold", "--replace", in: folder)
        #expect(replaced.status == 0, "\(replaced)")
        #expect(
            replaced.output.contains("replaced \(Self.tests)/\(Self.migration) (\(unfinished))\n"), "\(replaced)")
        let text = try Self.text(folder)
        #expect(text.contains("XCTFail(") && !text.contains("isn't frozen yet"), "\(text)")
        let again = try Tool.run("scaffold", "--replace", "--format", "json", in: folder)
        let files = try Report(again).json["files"] as? [[String: Any]]
        let file = files?.first { ($0["path"] as? String)?.hasSuffix(Self.migration) == true }
        #expect(file?["status"] as? String == "unchanged" && file?["isUnfinished"] as? Bool == true, "\(again)")
        // Without the old file, the test is written for two frozen versions.
        try FileManager.default.removeItem(atPath: folder.path("\(Self.tests)/\(Self.migration)"))
        #expect(try Tool.run("scaffold", in: folder).status == 0)
        #expect(try !Self.text(folder).contains("XCTFail("))
    }

    /// A file that an older release wrote in another way, and that nobody edited, is replaced.
    @Test func anUneditedFileIsReplaced() throws {
        let folder = try Self.package(freezing: ["1.0.0", "2.0.0"])
        #expect(try Tool.run("scaffold", in: folder).status == 0)
        let first = try Self.text(folder)
        try folder.edit("Sources/Users/UsersMigrationPlan.swift", "UsersMigrationPlan", "UsersPlan")
        let kept = try Tool.run("scaffold", in: folder)
        #expect(kept.status == 0 && kept.output.contains("\(Self.migration) (outdated: add --replace"), "\(kept)")
        #expect(try Self.text(folder) == first)
        let replaced = try Tool.run("scaffold", "--replace", in: folder)
        #expect(replaced.status == 0, "\(replaced)")
        #expect(replaced.output.contains("replaced \(Self.tests)/\(Self.migration)\n"), "\(replaced)")
        #expect(try Self.text(folder).contains("plan: UsersPlan.self"))
        let again = try Tool.run("scaffold", "--replace", in: folder)
        #expect(again.status == 0 && !again.output.contains("replaced"), "\(again)")
    }

    /// Each edit replaces a text, or the complete file.
    @Test(arguments: [
        ("XCTFail(", "XCTAssertTrue(true); XCTFail("), ("\n}\n", "\n}\n// Done\n"), ("// Digest of", "// Digests of"),
        ("edits: ", "edits: 0"), ("", "// mine\n"), ("", ""),
    ])
    func anEditedFileIsRefused(_ old: String, _ new: String) throws {
        let folder = try Self.package()
        let arguments = ["scaffold", "--from", "1.0.0", "--to", "2.0.0", "--replace"]
        #expect(try Tool.run(arguments, in: folder.url, cache: folder).status == 0)
        let text = try Self.text(folder)
        let edited = old.isEmpty ? new : text.replacing(old, with: new)
        #expect(edited != text)
        try folder.write(edited, to: "\(Self.tests)/\(Self.migration)")
        let result = try Tool.run(arguments, in: folder.url, cache: folder)
        #expect(result.status == 2, "\(result)")
        #expect(result.output.contains("refused  \(Self.tests)/\(Self.migration): it was edited"), "\(result)")
        #expect(result.output.contains("rm \(Self.tests)/\(Self.migration)"), "\(result)")
        #expect(try Self.text(folder) == edited)
        // Without --replace, an edited file is what the user wants.
        #expect(try Tool.run(Array(arguments.dropLast()), in: folder.url, cache: folder).status == 0)
    }

    // MARK: The framework

    @Test(arguments: [
        (["A.swift": "import XCTest\n"], "XCTest"), (["A.swift": "import Testing\n"], "Testing"),
        (
            ["A.swift": "@preconcurrency import Testing\n", "B.swift": "import Testing", "C.swift": "import XCTest"],
            "Testing"
        ),
        (["A.swift": "import Testing\n", "B.swift": "import XCTest\n"], "XCTest"),
        (["A.swift": "// import Testing is not here\nimport TestingTools\n"], "XCTest"), ([:], "XCTest"),
    ])
    func theTargetsFrameworkIsUsed(_ files: [String: String], _ module: String) throws {
        let folder = try Self.package()
        for (name, text) in files { try folder.write(text, to: "\(Self.tests)/\(name)") }
        #expect(try Tool.run("scaffold", "--drift", "1.0.0", in: folder).status == 0)
        let text = try Self.text(folder, "UsersSchemaV1DriftTests.swift")
        #expect(text.contains("import \(module)\n"), "\(text)")
    }

    @Test func aDependencyOnSwiftTestingDecidesAnEmptyTarget() throws {
        let folder = try Self.package()
        try folder.edit(
            "Package.swift", "dependencies: [\"Users\",",
            "dependencies: [\"Users\", .product(name: \"Testing\", package: \"swift-testing\"),")
        #expect(try Tool.run("scaffold", "--drift", "1.0.0", in: folder).status == 0)
        #expect(try Self.text(folder, "UsersSchemaV1DriftTests.swift").contains("import Testing\n"))
    }

    /// The option decides for new files; an existing file keeps its framework unless the option names another.
    @Test func theOptionOverridesAndAFileKeepsItsFramework() throws {
        let folder = try Self.package()
        try folder.write("import XCTest\n", to: "\(Self.tests)/A.swift")
        #expect(try Tool.run("scaffold", "--framework", "swift-testing", in: folder).status == 0)
        let again = try Tool.run("scaffold", "--replace", in: folder)
        #expect(again.status == 0 && again.output.contains("UsersSchemaV1DriftTests.swift (unchanged)"), "\(again)")
        let other = try Tool.run("scaffold", "--replace", "--framework", "xctest", in: folder)
        #expect(other.status == 0 && other.output.contains("replaced"), "\(other)")
        #expect(try Self.text(folder, "UsersSchemaV1DriftTests.swift").contains("import XCTest\n"))
    }

    // MARK: freeze --scaffold

    @Test func freezeWritesTheTests() throws {
        let folder = try Self.package()
        let result = try Tool.run("freeze", "2.0.0", "--scaffold", "--framework", "swift-testing", in: folder)
        #expect(result.status == 0, "\(result)")
        #expect(
            try Self.names(folder) == [
                "UsersSchemaV1DriftTests.swift", "UsersSchemaV2DriftTests.swift", Self.migration,
            ])
        #expect(try Self.text(folder).contains("import Testing\n"))
        #expect(
            result.output.contains("froze    2.0.0") && result.output.contains("wrote    \(Self.tests)/"), "\(result)")
        #expect(!result.errors.contains("permafrost scaffold"), "\(result)")
        let json = try Tool.run("freeze", "UsersSchemaV3", "--format", "json", in: folder)
        #expect(json.status == 0, "\(json)")
        #expect(try Report(json).json["scaffold"] == nil)
        let again = try Tool.run("freeze", "--all", "--scaffold", "--format", "json", in: folder)
        let files = (try Report(again).json["scaffold"] as? [String: Any])?["files"] as? [[String: Any]]
        #expect(files?.count { $0["status"] as? String == "written" } == 3, "\(again)")
    }

    /// Without a place for the tests, nothing is frozen.
    @Test func withoutATestTargetNothingIsFrozen() throws {
        let folder = try Self.package(freezing: [])
        try folder.write("let package = Package(targets: [.target(name: \"Users\")])", to: "Package.swift")
        let result = try Tool.run("freeze", "--all", "--scaffold", in: folder)
        #expect(result.status == 2 && result.errors.contains("doesn't declare a test target"), "\(result)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("Fixtures")))
    }

    // MARK: The manifest

    @Test(arguments: [
        (".package(path: \"../cons-permafrost\")", "cons-permafrost", false),
        (".package(name: \"Frost\", path: \"../cons-permafrost\")", "Frost", false),
        (".package(url: \"https://example.invalid/Permafrost.git\", from: \"0.1.0\")", "Permafrost", false),
        (".package(url: \"git@example.invalid:permafrost.git\", branch: \"main\")", "permafrost", false),
        (
            ".package(path: \"../missing\"), .package(url: \"https://example.invalid/other\", from: \"1.0.0\")",
            "permafrost", true
        ),
        ("", "permafrost", true),
    ])
    func thePackageNameIsTakenFromTheManifest(_ dependency: String, _ name: String, _ lacksPackage: Bool) throws {
        let outer = try ScratchFolder()
        try outer.write(
            "let package = Package(name: \"P\", products: [.library(name: \"PermafrostTesting\", targets: [])])",
            to: "cons-permafrost/Package.swift")
        let folder = outer.url.appending(path: "App")
        let users = try Tool.copy(of: "Users")
        try FileManager.default.copyItem(at: users.url, to: folder)
        try outer.write(
            "let package = Package(name: \"App\", dependencies: [\(dependency)], targets: "
                + "[.target(name: \"Users\"), .testTarget(name: \"AppTests\", dependencies: [\"Users\"])])",
            to: "App/Package.swift")
        #expect(try Tool.run(["freeze", "--all"], in: folder, cache: outer).status == 0)
        let result = try Tool.run(["scaffold"], in: folder, cache: outer)
        #expect(result.status == 0, "\(result)")
        #expect(
            result.output.contains("  .product(name: \"PermafrostTesting\", package: \"\(name)\"),\n"), "\(result)")
        #expect(result.output.contains(".package(url: \"REPOSITORY_OF_PERMAFROST\"") == lacksPackage, "\(result)")
        #if os(Linux)
            #expect(result.output.contains("Add to the Users target:\n  .product(name: \"Permafrost\""), "\(result)")
        #endif
    }

    /// A target that reaches Permafrost through another one needs nothing, and neither does a computed list.
    @Test(arguments: [
        "[\"Core\"]), .target(name: \"Core\", dependencies: [.product(name: \"Permafrost\", package: \"permafrost\")]",
        "shared",
    ])
    func transitiveDependenciesNeedNoAdvice(_ dependencies: String) throws {
        let folder = try Self.package()
        try folder.write(
            "let package = Package(targets: [.target(name: \"Users\", dependencies: \(dependencies)), .testTarget(name: "
                + "\"AppTests\", dependencies: [\"Users\", \"PermafrostTesting\"])])", to: "Package.swift")
        let result = try Tool.run("scaffold", in: folder)
        #expect(result.status == 0 && !result.output.contains("Package.swift"), "\(result)")
    }

    /// In two branches, the same targets are declared. Each is printed once.
    @Test func aTargetOfTwoBranchesIsPrintedOnce() throws {
        let folder = try Self.package()
        let package =
            "let package = Package(targets: [.target(name: \"Users\"), .testTarget(name: \"AppTests\")])\n"
        try folder.write("#if os(Linux)\n\(package)#else\n\(package)#endif\n", to: "Package.swift")
        let result = try Tool.run("scaffold", in: folder)
        #expect(
            result.output.contains(
                "Add:\n  .product(name: \"PermafrostTesting\", package: \"permafrost\"),\n  \"Users\",\n"), "\(result)")
        #expect(result.output.components(separatedBy: "\"Users\"").count == 2, "\(result)")
        #if os(Linux)
            #expect(result.output.contains("Add to the Users target:\n"), "\(result)")
        #endif
    }

    @Test(arguments: ["[.target(name: \"Users\"), .testTarget(name: name, dependencies: [\"Users\"])]", "all"])
    func aComputedTestTargetIsNotKnown(_ targets: String) throws {
        let folder = try Self.package()
        try folder.write("let package = Package(name: \"App\", targets: \(targets))", to: "Package.swift")
        let result = try Tool.run("scaffold", in: folder)
        #expect(result.status == 2, "\(result)")
        #expect(
            result.errors.contains(
                "the test targets in Package.swift aren't known, because it computes its targets. Specify"), "\(result)"
        )
        #expect(try Tool.run("scaffold", "--tests", "Sources", in: folder).status == 0)
    }
}
