import Foundation
import PermafrostModel
import PermafrostStore
import PermafrostTestSupport
import Testing

/// `permafrost scaffold` on packages with frozen versions.
@Suite struct ScaffoldTests {
    /// Returns a package with an example's sources and one test target.
    private static func package(
        of example: String = "Posts", freezing versions: [String] = ["--all"], manifest: String? = nil
    ) throws -> ScratchFolder {
        let folder = try Tool.copy(of: example)
        try folder.write(
            manifest
                ?? """
                // swift-tools-version: 6.0
                import PackageDescription

                let package = Package(
                    name: "App",
                    targets: [
                        .target(name: "\(example)", dependencies: [.product(name: "Permafrost", package: "permafrost")]),
                        .testTarget(
                            name: "AppTests",
                            dependencies: ["\(example)", .product(name: "PermafrostTesting", package: "permafrost")]),
                    ]
                )
                """, to: "Package.swift")
        for version in versions { #expect(try Tool.run("freeze", version, in: folder).status == 0) }
        return folder
    }

    private static let tests = "Tests/AppTests"

    private static func names(_ folder: ScratchFolder) throws -> Set<String> {
        Set(try folder.files(below: tests).keys)
    }

    @Test func eachVersionAndEachMigrationGetsATest() throws {
        let folder = try Self.package()
        let result = try Tool.run("scaffold", in: folder)
        #expect(result.status == 0, "\(result)")
        #expect(
            try Self.names(folder)
                == Set((1...4).map { "PostsSchemaV\($0)DriftTests.swift" }).union(
                    ["V1ToV2", "V2ToV3", "V3ToV4", "V1ToV4"]
                        .map { "Migration\($0)Tests.swift" }))
        let text = try String(
            contentsOfFile: folder.path(Self.tests + "/MigrationV3ToV4Tests.swift"), encoding: .utf8)
        for words in [
            "@testable import Posts\n",
            "migrate(Fixture(\"3.0.0\"), to: PostsSchemaV4.self, plan: PostsMigrationPlan.self)",
            "\"Post.legacyAuthorName\",", ".added(\"Post.slug\", because: ", "`content`",
        ] {
            #expect(text.contains(words), "\(words) in \(text)")
        }
        #expect(!text.contains("group:"))
    }

    @Test(arguments: ["xctest", "swift-testing"])
    func aSecondRunChangesNothing(_ framework: String) throws {
        let folder = try Self.package(of: "Users")
        #expect(try Tool.run("scaffold", "--framework", framework, in: folder).status == 0)
        let before = try folder.files(below: "Tests")
        #expect(before.count == 6)
        let again = try Tool.run("scaffold", "--framework", framework, "--format", "json", in: folder)
        #expect(again.status == 0, "\(again)")
        #expect(try folder.files(below: "Tests") == before)
        let statuses = (try Report(again).json["files"] as? [[String: Any]] ?? []).map { $0["status"] as? String }
        #expect(statuses == Array(repeating: "unchanged", count: 6))
        let isTesting = framework == "swift-testing"
        for (name, bytes) in before {
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(text.contains(isTesting ? "import Testing" : "import XCTest"), "\(name)")
            #expect(text.contains(isTesting ? "@Test func " : "XCTestCase {"), "\(name)")
        }
    }

    /// If a target supports older platforms than its versions need, those versions have an availability attribute, and
    /// so do their tests.
    @Test(arguments: ["xctest", "swift-testing"])
    func aTestNeedsWhatItsVersionsNeed(_ framework: String) throws {
        let folder = try Self.package(of: "Trips")
        #expect(try Tool.run("scaffold", "--framework", framework, in: folder).status == 0)
        let available = "@available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)\n"
        let marked =
            framework == "xctest" ? "\n\(available)final class " : "\n    \(available)    @Test func "
        var counts: [String: Int] = [:]
        for (name, bytes) in try folder.files(below: Self.tests) {
            let text = String(decoding: bytes, as: UTF8.self)
            counts[name] = text.components(separatedBy: marked).count - 1
            #expect(text.components(separatedBy: "@available").count - 1 == counts[name], "\(text)")
        }
        #expect(
            counts == [
                "TripsSchemaV1DriftTests.swift": 0, "TripsSchemaV2DriftTests.swift": 1,
                "MigrationV1ToV2Tests.swift": 1,
            ])
    }

    @Test func editsSurvive() throws {
        let folder = try Self.package(of: "Users")
        #expect(try Tool.run("scaffold", in: folder).status == 0)
        let edited = Self.tests + "/UsersSchemaV1DriftTests.swift"
        try folder.write("// mine\n", to: edited)
        // A test that was moved within the target is still the same test.
        let migration = "MigrationV1ToV2Tests.swift"
        try FileManager.default.createDirectory(
            atPath: folder.path(Self.tests + "/Migrations"), withIntermediateDirectories: true)
        try FileManager.default.moveItem(
            atPath: folder.path(Self.tests + "/" + migration),
            toPath: folder.path(Self.tests + "/Migrations/" + migration))
        let before = try folder.files(below: "Tests")
        for framework in ["xctest", "swift-testing"] {
            let result = try Tool.run("scaffold", "--framework", framework, in: folder)
            #expect(result.status == 0, "\(result)")
            #expect(result.output.contains("\(edited) (edited by you)"))
            #expect(result.output.contains("Migrations/" + migration))
            #expect(!result.output.contains("wrote"))
            #expect(try folder.files(below: "Tests") == before)
        }
    }

    @Test func aNewVersionAddsFilesOnly() throws {
        let folder = try Self.package(freezing: ["1.0.0", "2.0.0", "3.0.0"])
        #expect(try Tool.run("scaffold", in: folder).status == 0)
        let before = try folder.files(below: Self.tests)
        #expect(before.count == 6)
        #expect(try Tool.run("freeze", "4.0.0", in: folder).status == 0)
        #expect(try Tool.run("scaffold", in: folder).status == 0)
        let after = try folder.files(below: Self.tests)
        #expect(after.filter { before[$0.key] != nil } == before)
        #expect(
            Set(after.keys).subtracting(before.keys) == [
                "PostsSchemaV4DriftTests.swift", "MigrationV3ToV4Tests.swift",
                "MigrationV1ToV4Tests.swift",
            ])
    }

    @Test func testsOfSeveralGroupsHaveDistinctNames() throws {
        let folder = try Self.package(freezing: [])
        try FileManager.default.copyItem(
            at: Tool.examples.appending(path: "Users"), to: folder.url.appending(path: "Sources/Users"))
        try folder.edit("Package.swift", ".testTarget(", ".target(name: \"Users\"), .testTarget(")
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        let result = try Tool.run("scaffold", in: folder)
        #expect(result.status == 0, "\(result)")
        let names = try Self.names(folder)
        #expect(
            names.isSuperset(of: ["Posts", "Users"].map { "\($0)MigrationPlanMigrationV1ToV2Tests.swift" }))
        let one = try Self.package(freezing: [])
        try FileManager.default.copyItem(
            at: Tool.examples.appending(path: "Users"), to: one.url.appending(path: "Sources/Users"))
        try one.edit("Package.swift", ".testTarget(", ".target(name: \"Users\"), .testTarget(")
        #expect(try Tool.run("freeze", "--all", in: one).status == 0)
        #expect(try Tool.run("scaffold", "--plan", "PostsMigrationPlan", in: one).status == 0)
        #expect(try Self.names(one).allSatisfy { $0.hasPrefix("Posts") })
    }

    @Test func freezeOffersTheNextCommand() throws {
        let folder = try Tool.copy(of: "Users")
        #expect(try Tool.run("freeze", "1.0.0", in: folder).errors.contains("permafrost scaffold"))
    }

    // MARK: Obstacles

    @Test func missingDependenciesAreReportedAsManifestCode() throws {
        let folder = try Self.package(
            of: "Users",
            manifest: "let package = Package(targets: [.target(name: \"Users\"), .testTarget(name: \"AppTests\")])")
        let result = try Tool.run("scaffold", in: folder)
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains(".product(name: \"PermafrostTesting\", package: \"permafrost\")"))
        #expect(result.output.contains("\"Users\","))
        #expect(result.output.contains(".package(url: \"REPOSITORY_OF_PERMAFROST\""), "\(result)")
        #expect(
            result.errors.contains("The tests compile only after you add the lines above to Package.swift"),
            "\(result)")
        #expect(try Self.names(folder).count == 6)
    }

    @Test func aFolderInPlaceOfATestFileIsReported() throws {
        let folder = try Self.package(of: "Users")
        let path = Self.tests + "/UsersSchemaV1DriftTests.swift"
        try FileManager.default.createDirectory(atPath: folder.path(path), withIntermediateDirectories: true)
        let result = try Tool.run("scaffold", in: folder)
        #expect(result.status == 2, "\(result)")
        #expect(result.errors.contains(path))
        #expect(try Self.names(folder).count == 5)
    }

    @Test func aReadOnlyFolderIsReported() throws {
        let folder = try Self.package(of: "Users")
        // Nobody can create files in the kernel's own file system, not even root.
        let result = try Tool.run("scaffold", "--tests", "/sys/kernel", in: folder)
        #expect(result.status == 2)
        #expect(result.errors.contains("/sys/kernel/UsersSchemaV1DriftTests.swift"))
    }

    @Test(arguments: [
        ([], "", "doesn't declare a test target"),
        ([], ".testTarget(name: \"ATests\"), .testTarget(name: \"BTests\", path: \"Checks/\")", "--tests Checks"),
        (["--tests", "Tests/ATest"], ".testTarget(name: \"ATests\")", "did you mean Tests/ATests?"),
        (["--tests", "Package.swift"], ".testTarget(name: \"ATests\")", "isn't a folder"),
        (["--framework", "quick"], ".testTarget(name: \"ATests\")", "xctest or swift-testing"),
        (["--test", "Tests"], ".testTarget(name: \"ATests\")", "did you mean --tests?"),
        (["--fixtures", "Nowhere"], ".testTarget(name: \"ATests\")", "freeze --all"),
        (["1.0.0"], ".testTarget(name: \"ATests\")", "unexpected argument"),
    ])
    func unsuitableTargetsAreExplained(_ options: [String], _ target: String, _ words: String) throws {
        let folder = try Self.package(of: "Users", manifest: "let package = Package(targets: [\(target)])")
        let before = try folder.files().filter { !$0.key.hasPrefix(".cache") }
        let result = try Tool.run(["scaffold"] + options, in: folder.url, cache: folder)
        #expect(result.status == 2)
        #expect(result.errors.contains(words), "\(result)")
        #expect(result.output.isEmpty)
        #expect(try folder.files().filter { !$0.key.hasPrefix(".cache") } == before)
    }

    @Test func anXcodeProjectsTestsAreFoundByTheirFolder() throws {
        let folder = try ScratchFolder()
        try FileManager.default.copyItem(
            at: Tool.examples.appending(path: "Users"), to: folder.url.appending(path: "My App"))
        for name in ["My App.xcodeproj", "My AppTests", "My AppUITests"] {
            try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
        }
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        let result = try Tool.run("scaffold", in: folder)
        #expect(result.status == 0, "\(result)")
        let text = try String(
            contentsOfFile: folder.path("My AppTests/UsersSchemaV1DriftTests.swift"), encoding: .utf8)
        #expect(text.contains("@testable import My_App\n"))
        #expect(
            result.output.contains(
                "In Xcode, add Permafrost's package, and its PermafrostTesting product to the My AppTests target"),
            "\(result)")
        #expect(
            result.output.contains("Also add the files, unless the target's folder is a synchronized folder"))
        let again = try Tool.run("scaffold", in: folder)
        #expect(!again.output.contains("In Xcode"), "\(again)")
    }

    /// Build settings may name the module. One that several imports name isn't known.
    @Test(arguments: [(["Phi"], "Phi"), (["Phi", "Kit"], "My_App")])
    func existingTestsNameTheModule(_ imports: [String], _ module: String) throws {
        let folder = try ScratchFolder()
        try FileManager.default.copyItem(
            at: Tool.examples.appending(path: "Users"), to: folder.url.appending(path: "My App"))
        try FileManager.default.createDirectory(
            atPath: folder.path("My App.xcodeproj"), withIntermediateDirectories: true)
        for name in imports {
            try folder.write("@testable import \(name) // the app\n", to: "My AppTests/\(name)Tests.swift")
        }
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        #expect(try Tool.run("scaffold", in: folder).status == 0)
        let text = try String(
            contentsOfFile: folder.path("My AppTests/UsersSchemaV1DriftTests.swift"), encoding: .utf8)
        #expect(text.contains("@testable import \(module)\n"), "\(text)")
    }

    /// Without a manifest too, a `Tests` folder that contains targets isn't a target.
    @Test func aFolderOfTestTargetsIsNotATarget() throws {
        let folder = try ScratchFolder()
        try FileManager.default.copyItem(
            at: Tool.examples.appending(path: "Users"), to: folder.url.appending(path: "App"))
        for name in ["App.xcodeproj", "Tests/ATests"] {
            try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
        }
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        let one = try Tool.run("scaffold", in: folder)
        #expect(one.status == 0, "\(one)")
        #expect(FileManager.default.fileExists(atPath: folder.path("Tests/ATests/UsersSchemaV1DriftTests.swift")))
        try FileManager.default.createDirectory(atPath: folder.path("Tests/BTests"), withIntermediateDirectories: true)
        let several = try Tool.run("scaffold", in: folder)
        #expect(several.status == 2)
        #expect(several.errors.contains("Tests/ATests") && several.errors.contains("Tests/BTests"), "\(several)")
    }

    // MARK: Items without a test

    @Test func aRemovedDeclarationIsSkippedAndTheRestWritten() throws {
        let folder = try Self.package(of: "Users")
        try FileManager.default.removeItem(atPath: folder.path("Sources/Users/UsersSchemaV3.swift"))
        try folder.edit("Sources/Users/UsersMigrationPlan.swift", ", UsersSchemaV3.self", "")
        try folder.edit(
            "Sources/Users/UsersMigrationPlan.swift",
            ".lightweight(fromVersion: UsersSchemaV2.self, toVersion: UsersSchemaV3.self),", "")
        let report = try Self.skips(folder)
        #expect(report == ["declarationGone"])
        #expect(
            try Self.names(folder) == [
                "UsersSchemaV1DriftTests.swift", "UsersSchemaV2DriftTests.swift", "MigrationV1ToV2Tests.swift",
            ])
    }

    @Test func aTestOfASchemaInTwoModulesNamesTheModule() throws {
        let folder = try Self.package(of: "Users")
        try folder.write(
            try String(contentsOfFile: folder.path("Sources/Users/UsersSchemaV1.swift"), encoding: .utf8),
            to: "Sources/Other/UsersSchemaV1.swift")
        try folder.edit("Package.swift", ".testTarget(", ".target(name: \"Other\"), .testTarget(")
        let result = try Tool.run("scaffold", in: folder)
        #expect(result.status == 0, "\(result)")
        let text = try String(
            contentsOfFile: folder.path(Self.tests + "/UsersUsersSchemaV1DriftTests.swift"), encoding: .utf8)
        #expect(text.contains("assertNoDrift(of: Users.UsersSchemaV1.self, frozenAs: \"1.0.0\")"), "\(text)")
        #expect(try Self.names(folder).contains("UsersSchemaV2DriftTests.swift"))
    }

    @Test func withoutAPlanThereAreOnlyDriftTests() throws {
        let folder = try Self.package(of: "Users", freezing: [])
        try FileManager.default.removeItem(atPath: folder.path("Sources/Users/UsersMigrationPlan.swift"))
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        #expect(try Self.skips(folder) == ["noPlan"])
        #expect(try Self.names(folder) == Set((1...3).map { "UsersSchemaV\($0)DriftTests.swift" }))
    }

    @Test func aPlanInAConstantGetsNoMigrationTests() throws {
        let folder = try Self.package(of: "Users", freezing: [])
        try folder.write(
            """
            import Permafrost
            let usersPlan = MigrationPlan(
                schemas: [UsersSchemaV1.self, UsersSchemaV2.self, UsersSchemaV3.self]
            ) {
                Stage(from: UsersSchemaV1.self, to: UsersSchemaV2.self)
                Stage(from: UsersSchemaV2.self, to: UsersSchemaV3.self)
            }
            """, to: "Sources/Users/UsersMigrationPlan.swift")
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        #expect(try Self.skips(folder) == ["planConstant"])
        #expect(try Self.names(folder) == Set((1...3).map { "UsersSchemaV\($0)DriftTests.swift" }))
    }

    @Test func modelsWithoutASchemaAreSkipped() throws {
        let folder = try Self.package(of: "Users", freezing: [])
        try FileManager.default.removeItem(atPath: folder.path("Sources/Users"))
        try folder.write(
            "import SwiftData\n@Model final class A { var a: Int = 0; init() {} }", to: "Sources/Users/A.swift")
        #expect(try Tool.run("freeze", "1.0.0", "--models", "A", in: folder).status == 0)
        #expect(try Self.skips(folder, "--models", "A") == ["unversioned"])
        #expect(try Self.names(folder).isEmpty)
    }

    @Test func aDamagedFixtureIsSkipped() throws {
        let folder = try Self.package(of: "Users")
        try folder.write("tampered", to: "Fixtures/2.0.0/schema-2_0_0.sql")
        #expect(try Self.skips(folder) == ["damaged"])
        #expect(try Self.names(folder).contains("MigrationV1ToV3Tests.swift"))
    }

    /// FreezeRay's fixtures have other files, and their stores have no rows.
    @Test func aFreezeRayTreeGetsTests() throws {
        let folder = try Self.package(of: "Users", freezing: ["1.0.0"])
        let fixture = "FreezeRay/Fixtures/1.0.0"
        try FileManager.default.createDirectory(atPath: folder.path(fixture), withIntermediateDirectories: true)
        for file in ["App-1_0_0.sqlite", "schema-1_0_0.sql"] {
            try FileManager.default.moveItem(
                atPath: folder.path("Fixtures/1.0.0/" + file), toPath: folder.path(fixture + "/" + file))
        }
        try FileManager.default.removeItem(atPath: folder.path("Fixtures"))
        let checksum = Digest.hex(Digest.sha256(try FileAccess.read(folder.path(fixture + "/schema-1_0_0.sql"))))
        try folder.write("{\"version\": \"1.0.0\"}", to: fixture + "/schema-1_0_0.json")
        try folder.write(checksum, to: fixture + "/schema-1_0_0.sha256")
        let all = try Tool.run("scaffold", in: folder)
        #expect(all.status == 0, "\(all)")
        #expect(all.output.contains("UsersSchemaV1DriftTests.swift"), "\(all)")
        let next = try Tool.run("scaffold", "--from", "1.0.0", "--to", "2.0.0", in: folder)
        #expect(next.status == 0, "\(next)")
        #expect(next.output.contains("MigrationV1ToV2Tests.swift"), "\(next)")
    }

    /// Returns the report's reasons for items without a test.
    private static func skips(_ folder: ScratchFolder, _ options: String...) throws -> [String] {
        let result = try Tool.run(["scaffold", "--format", "json"] + options, in: folder.url, cache: folder)
        #expect(result.status == 2, "\(result)")
        let skips = try Report(result).json["skipped"] as? [[String: Any]] ?? []
        #expect(skips.allSatisfy { ($0["fix"] as? String)?.isEmpty == false })
        return skips.compactMap { $0["reason"] as? String }
    }
}
