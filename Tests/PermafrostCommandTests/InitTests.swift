import Foundation
import PermafrostTestSupport
import Testing

/// `permafrost init` adds missing files, and a second run adds nothing.
@Suite struct InitTests {
    private static func version(_ number: Int, _ properties: String) -> String {
        """
        import SwiftData

        enum KitV\(number): VersionedSchema {
            static let versionIdentifier = Schema.Version(\(number), 0, 0)
            static var models: [any PersistentModel.Type] { [Kit.self] }

            @Model final class Kit {
                \(properties)
                init() {}
            }
        }
        """
    }

    private static func plan(_ count: Int) -> String {
        let names = (1...count).map { "KitV\($0)" }
        let stages = zip(names, names.dropFirst()).map {
            ".lightweight(fromVersion: \($0).self, toVersion: \($1).self)"
        }
        return """
            import SwiftData

            enum KitPlan: SchemaMigrationPlan {
                static var schemas: [any VersionedSchema.Type] { [\(names.map { $0 + ".self" }.joined(separator: ", "))] }
                static var stages: [MigrationStage] { [\(stages.joined(separator: ", "))] }
            }
            """
    }

    private static let manifest = """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(name: "Kit", targets: [.target(name: "Kit")])
        """
    private static let dependingManifest = manifest.replacing(
        "targets:", with: "dependencies: [.package(url: \"https://example.org/permafrost\", from: \"0.1.0\")], targets:"
    )

    /// Returns a project whose versions 1 and 2 shipped. Version 1 was edited afterwards, and version 3 didn't ship.
    private static func project(isPackage: Bool = true, depends: Bool = false) throws -> (
        ScratchFolder, TaggedRepository
    ) {
        let folder = try ScratchFolder()
        let repository = TaggedRepository(folder)
        if isPackage { try folder.write(depends ? dependingManifest : manifest, to: "Package.swift") }
        try folder.write(version(1, "var name: String = \"\""), to: "Sources/Kit/KitV1.swift")
        try folder.write(plan(1), to: "Sources/Kit/KitPlan.swift")
        try repository.ship("v1")
        try folder.write(version(2, "var name: String?"), to: "Sources/Kit/KitV2.swift")
        try folder.write(plan(2), to: "Sources/Kit/KitPlan.swift")
        try repository.ship("v2")
        try folder.write(version(3, "var name: String?\nvar size: Int = 0"), to: "Sources/Kit/KitV3.swift")
        try folder.write(plan(3), to: "Sources/Kit/KitPlan.swift")
        try folder.edit("Sources/Kit/KitV1.swift", "var name", "var day: Int = 1\nvar name")
        return (folder, repository)
    }

    private static func text(_ path: String, _ folder: ScratchFolder) throws -> String {
        try String(contentsOf: folder.url.appending(path: path), encoding: .utf8)
    }

    @Test func missingFilesAreAddedOnce() throws {
        let (folder, _) = try Self.project()
        try folder.write("*.png binary\nFixtures/**/*.sql text\n", to: ".gitattributes")
        try folder.write("name: Build\non: push\n", to: ".github/workflows/build.yml")
        let dry = try Tool.run("init", "--dry-run", in: folder)
        #expect(dry.status == 0, "\(dry)")
        #expect(dry.output.contains("freezes  1.0.0 from v2"), "\(dry)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("Fixtures")))
        let result = try Tool.run("init", in: folder)
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains("froze    2.0.0 from v2"), "\(result)")
        #expect(result.output.contains("skipped  3.0.0, because no tag declares it"), "\(result)")
        #expect(result.output.contains("1 schema shipped, but no version declares it. For the fix"), "\(result)")
        let attributes = try Self.text(".gitattributes", folder)
        #expect(
            attributes == """
                *.png binary
                Fixtures/**/*.sql text
                Fixtures/**/*.sqlite binary
                Fixtures/**/*.sha256 -text
                Fixtures/**/*.json -text
                *+Frozen.swift linguist-generated=true

                """)
        let workflow = try Self.text(".github/workflows/schemas.yml", folder)
        #expect(workflow.contains(" check --no-cache --format github ${BASE:+"), "\(workflow)")
        for line in ["DriftGate", "PermafrostTesting", "permafrost-check", "permafrost history"] {
            #expect(result.output.contains(line), "\(line): \(result)")
        }
        let readme = try Self.text("Fixtures/README.md", folder)
        #expect(readme.contains("Commit every file in this folder") && readme.contains("Don't delete the fixture"))
        // The shipped declaration is frozen rather than today's, so the edit is found.
        let check = try Tool.run("check", in: folder)
        #expect(check.status == 1 && check.output.contains("Kit.day was added"), "\(check)")
        let again = try Tool.run("init", in: folder)
        #expect(again.status == 0, "\(again)")
        #expect(again.output.contains("skipped  3.0.0"), "\(again)")
        for word in ["froze ", "wrote ", "added to"] { #expect(!again.output.contains(word), "\(again)") }
        #expect(try Self.text(".gitattributes", folder) == attributes)
    }

    @Test func withoutTagsEveryVersionIsFrozen() throws {
        let folder = try ScratchFolder()
        try folder.write(Self.version(1, "var name: String?"), to: "Kit/KitV1.swift")
        let result = try Tool.run("init", "--format", "json", in: folder)
        #expect(result.status == 0, "\(result)")
        let report = try Report(result).json
        #expect((report["frozen"] as? [[String: Any]])?.compactMap { $0["version"] as? String } == ["1.0.0"])
        #expect(
            (report["files"] as? [[String: Any]])?.compactMap { $0["path"] as? String } == [
                ".gitattributes", "Fixtures/README.md",
            ])
        #expect(report["steps"] as? [String] == ["service", "hook"])
        let again = try Tool.run("init", in: folder)
        #expect(again.output.hasPrefix("The project is already set up"), "\(again)")
    }

    /// Returns a manifest with a list of package dependencies, and with additional dependencies of its targets.
    private static func manifest(_ packages: String = "", models: String = "", tests: String = "") -> String {
        """
        // swift-tools-version: 6.0
        import PackageDescription

        let package = Package(
            name: "Kit",\(packages)
            targets: [
                .target(name: "Kit"\(models)),
                .testTarget(name: "KitTests", dependencies: ["Kit"\(tests)]),
            ]
        )

        """
    }

    /// The pin with the address of Permafrost's package.
    static let resolved = """
        {"pins": [{"identity": "permafrost", "location": "https://example.org/permafrost", "state": {"version": "0.1.0"}}],
        "version": 2}
        """

    /// SwiftPM's own commands make the printed additions. A second run of `init` prints nothing.
    @Test func theCommandsForTheManifestArePrinted() throws {
        let (folder, _) = try Self.project()
        try folder.write(Self.manifest(), to: "Package.swift")
        try folder.write(Self.resolved, to: "Package.resolved")
        let result = try Tool.run("init", in: folder)
        #expect(result.status == 0, "\(result)")
        #expect(try Self.text("Package.swift", folder) == Self.manifest())
        var commands = ["swift package add-dependency https://example.org/permafrost --from 0.1.0"]
        // Only on Linux, the module SwiftData comes from Permafrost.
        #if os(Linux)
            commands.append("swift package add-target-dependency Permafrost Kit --package permafrost")
        #endif
        commands.append("swift package add-target-dependency PermafrostTesting KitTests --package permafrost")
        #expect(result.output.contains(commands.map { "  " + $0 + "\n" }.joined()), "\(result)")
        for command in commands {
            let made = try CommandResult.running(["/bin/sh", "-c", command], in: folder.url)
            #expect(made.status == 0, "\(made)")
        }
        let again = try Tool.run("init", in: folder)
        #expect(again.status == 0 && !again.output.contains("Package.swift lacks"), "\(again)")
        #expect(again.output.contains("plugins: [.plugin(name: \"DriftGate\", package: \"permafrost\")]"), "\(again)")
    }

    /// The tool that runs from its own checkout prints that checkout, and that other machines don't have it.
    @Test func withoutAnAddressThePathOfTheCheckoutIsPrinted() throws {
        let (folder, _) = try Self.project()
        let result = try Tool.run("init", in: folder)
        let path = try #require(result.output.firstMatch(of: /add-dependency (\S+) --type path\n/)?.1)
        #expect(FileManager.default.fileExists(atPath: folder.path(String(path) + "/Sources/PermafrostTesting")))
        #expect(result.output.contains("Other machines don't have the folder \(path)"), "\(result)")
    }

    /// Project files aren't edited. The steps depend on whether Xcode adds the fixtures to the test target by itself.
    @Test(arguments: [false, true]) func theStepsInXcodeAreShown(synchronizesFixtures: Bool) throws {
        let (folder, _) = try Self.project(isPackage: false)
        let project = try Self.xcodeProject(synchronizing: synchronizesFixtures ? "Fixtures" : "AppTests")
        try folder.write(project, to: "App.xcodeproj/project.pbxproj")
        let result = try Tool.run("init", in: folder)
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains("the product PermafrostTesting to AppTests."), "\(result)")
        #expect(
            result.output.contains("2. Select Fixtures, which is in a folder that Xcode synchronizes with AppTests")
                == synchronizesFixtures, "\(result)")
        #expect(result.output.contains("drag Fixtures into the project navigator") != synchronizesFixtures)
        #expect(try Self.text("App.xcodeproj/project.pbxproj", folder) == project)
    }

    private static func xcodeProject(synchronizing folder: String) throws -> String {
        """
        // !$*UTF8*$!
        { rootObject = P; objects = {
        P = { isa = PBXProject; mainGroup = G; targets = (A, T); };
        G = { isa = PBXGroup; children = (S, K); sourceTree = "<group>"; };
        S = { isa = PBXFileSystemSynchronizedRootGroup; path = \(folder); sourceTree = "<group>"; };
        K = { isa = PBXFileSystemSynchronizedRootGroup; path = Sources; sourceTree = "<group>"; };
        A = { isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application";
            fileSystemSynchronizedGroups = (K); };
        T = { isa = PBXNativeTarget; name = AppTests; productType = "com.apple.product-type.bundle.unit-test";
            fileSystemSynchronizedGroups = (S); };
        }; }
        """
    }

    /// Packages and other projects both get a workflow, and an existing file isn't changed.
    @Test(arguments: [true, false]) func theWorkflowIsWrittenOnRequest(_ isPackage: Bool) throws {
        let (folder, _) = try Self.project(isPackage: isPackage)
        let result = try Tool.run("init", "--ci", "github", in: folder)
        #expect(result.status == 0, "\(result)")
        let path = ".github/workflows/schemas.yml"
        #expect(FileManager.default.fileExists(atPath: folder.path(path)))
        #expect(result.output.contains("wrote    \(path)\n"), "\(result)")
        #expect(result.output.contains("PERMAFROST_REPOSITORY"), "\(result)")
        try folder.write("build:\n  script: make\n", to: path)
        let other = try Tool.run("init", "--ci", "github", in: folder)
        #expect(other.output.contains("To check each change, add these lines to \(path)"), "\(other)")
        #expect(try Self.text(path, folder) == "build:\n  script: make\n")
    }

    /// The workflow repeats the options for reading sources. Without them its check would find nothing, or other
    /// models.
    @Test func theWorkflowRepeatsTheOptionsForReading() throws {
        let (folder, _) = try Self.project(depends: true)
        let result = try Tool.run("init", "--ci", "github", "--include-tests", "--fixtures", "My Stores", in: folder)
        #expect(result.status == 0, "\(result)")
        let workflow = try Self.text(".github/workflows/schemas.yml", folder)
        #expect(
            workflow.contains(
                "swift package check-schemas --no-cache --format github --fixtures 'My Stores' --include-tests ${BASE:+"
            ),
            "\(workflow)")
        #expect(result.output.contains("args: [--fixtures, My Stores, --include-tests]"), "\(result)")
    }

    @Test func continuousIntegrationIsSuggestedUnlessItExists() throws {
        let (folder, _) = try Self.project()
        let offered = try Tool.run("init", "--dry-run", in: folder)
        #expect(
            offered.output.contains(
                "To check each change on GitHub, run the command again with --ci github. For GitLab, Bitrise,"),
            "\(offered)")
        try folder.write("schemas:\n  script: swift package check-schemas\n", to: ".gitlab-ci.yml")
        let known = try Tool.run("init", "--dry-run", in: folder)
        #expect(!known.output.contains("To check each change"), "\(known)")
    }

    @Test func modelsWithoutAVersionAreReferredToAdopt() throws {
        let folder = try ScratchFolder()
        try folder.write(
            """
            import SwiftData
            @Model final class Note { var text: String = ""; init() {} }
            func open() throws { _ = try ModelContainer(for: Note.self) }
            """, to: "App/Note.swift")
        try TaggedRepository(folder).ship("v1")
        let result = try Tool.run("init", in: folder)
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains("To declare all schemas, run permafrost adopt"), "\(result)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("Fixtures")))
    }

    @Test func aProjectWithoutASchemaIsExplainedAndOneWithSeveralGroupsIsSetUp() throws {
        let folder = try ScratchFolder()
        try folder.write("let x = 1\n", to: "App/Main.swift")
        let nothing = try Tool.run("init", in: folder)
        #expect(nothing.status == 2 && nothing.errors.contains("(1 Swift file read)"), "\(nothing)")
        try folder.write(Self.version(1, "var name: String?"), to: "App/KitV1.swift")
        try folder.write(
            Self.version(1, "var title: String?").replacing("Kit", with: "Box"), to: "App/BoxV1.swift")
        #expect(try Tool.run("init", "--schema", "KitV1", in: folder).status == 0)
        let several = try Tool.run("init", in: folder)
        #expect(several.status == 0, "\(several)")
        let check = try Tool.run("check", in: folder)
        #expect(check.status == 0 && check.output.hasPrefix("passed: 2 versions unchanged"), "\(check)")
    }

    @Test func aShallowCloneIsRefused() throws {
        let (folder, repository) = try Self.project()
        try repository.git("clone", "--quiet", "--depth", "1", "file://" + folder.path("."), folder.path("clone"))
        let clone = folder.url.appending(path: "clone")
        let result = try Tool.run(["init"], in: clone, cache: folder)
        #expect(result.status == 2 && result.errors.contains("shallow clone"), "\(result)")
        #expect(try !FileManager.default.contentsOfDirectory(atPath: clone.path).contains(".gitattributes"))
    }

    /// The existing contents of `.gitattributes` are kept, with all blanks and bytes, and patterns support folders with
    /// any name.
    @Test func attributesAreAdded() throws {
        let folder = try ScratchFolder()
        try folder.write(Self.version(1, "var name: String?"), to: "Kit/KitV1.swift")
        try folder.write("Fixtures/**/*.sql\ttext\r\n\"Fixtures/**/*.json\" text\r\n", to: ".gitattributes")
        #expect(try Tool.run("init", in: folder).status == 0)
        let attributes = try Self.text(".gitattributes", folder)
        let end = "Fixtures/**/*.json -text\r\n*+Frozen.swift linguist-generated=true\r\n"
        #expect(attributes.contains("\ttext\r\n") && attributes.hasSuffix(end), "\(attributes)")
        #expect(!attributes.contains("*.sql -text"), "\(attributes)")

        let latin = Data("# gr\u{fc}n\n".unicodeScalars.map { UInt8($0.value) })
        try latin.write(to: folder.url.appending(path: ".gitattributes"))
        let foreign = try Tool.run("init", in: folder)
        #expect(foreign.status == 0 && foreign.output.contains("isn't in UTF-8"), "\(foreign)")
        #expect(try Data(contentsOf: folder.url.appending(path: ".gitattributes")) == latin)

        try FileManager.default.removeItem(atPath: folder.path(".gitattributes"))
        let named = try Tool.run("init", "--fixtures", "Old [1] Stores", in: folder)
        #expect(named.status == 0, "\(named)")
        let quoted = try Self.text(".gitattributes", folder)
        #expect(quoted.hasPrefix("\"Old \\\\[1] Stores/**/*.sqlite\" binary\n"), "\(quoted)")
        let again = try Tool.run("init", "--fixtures", "Old [1] Stores", in: folder)
        #expect(again.output.hasPrefix("The project is already set up"), "\(again)")
        if try CommandResult.running(["git", "init", "--quiet"], in: folder.url).status == 0 {
            let path = "Old [1] Stores/1.0.0/App-1_0_0.sqlite"
            let seen = try CommandResult.running(["git", "check-attr", "binary", path], in: folder.url)
            #expect(seen.output.hasSuffix("binary: set\n"), "\(seen)")
        }
    }

    /// A folder that is a link may point outside the project.
    @Test func nothingIsWrittenThroughALink() throws {
        let (folder, _) = try Self.project()
        let other = try ScratchFolder()
        try FileManager.default.createSymbolicLink(atPath: folder.path(".github"), withDestinationPath: other.url.path)
        let result = try Tool.run("init", in: folder)
        #expect(result.status == 2 && result.errors.contains(".github is a symbolic link"), "\(result)")
        #expect(try other.files().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: folder.path("Fixtures")))
        #expect(!FileManager.default.fileExists(atPath: folder.path(".gitattributes")))
    }

    @Test func anUnknownServiceIsRefused() throws {
        let (folder, _) = try Self.project()
        let result = try Tool.run("init", "--ci", "jenkins", in: folder)
        #expect(result.status == 2 && result.errors.contains("expected github. For GitLab"), "\(result)")
    }
}
