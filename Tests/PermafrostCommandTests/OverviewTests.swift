import Foundation
import PermafrostTestSupport
import Testing

/// `permafrost` without a command.
@Suite struct OverviewTests {
    private static func overview(_ folder: ScratchFolder) throws -> [String] {
        let result = try Tool.run([], in: folder.url, cache: folder)
        #expect(result.status == 0, "\(result)")
        return result.output.split(separator: "\n").prefix(6).map(String.init)
    }

    private static func parts(_ folder: ScratchFolder) throws -> [String: [String: String]] {
        let report = try Report(Tool.run("--format", "json", in: folder))
        let parts = report.json["parts"] as? [[String: String]] ?? []
        return Dictionary(parts.map { ($0["name"] ?? "", $0) }) { first, _ in first }
    }

    /// With several groups, the next command chooses one, so that it runs as it is printed.
    @Test func theNextCommandChoosesAGroup() throws {
        let folder = try ScratchFolder()
        func store(_ name: String, _ members: String) -> String {
            """
            import SwiftData
            @Model final class \(name) { \(members); init() {} }
            enum \(name)Store { static func open() throws -> ModelContainer {
                try ModelContainer(for: \(name).self, configurations: ModelConfiguration("\(name)"))
            } }

            """
        }
        try folder.write(store("Guest", "var name = \"\"") + store("Shelf", "var width = 0"), to: "Stores.swift")
        try TaggedRepository(folder).ship("v1.0")
        let next = try #require(try Self.overview(folder).last)
        let command = try #require(next.firstRange(of: ": permafrost ").map { next[$0.upperBound...] })
        #expect(command.contains("--plan "), "\(next)")
        let result = try Tool.run(command.split(separator: " ").map(String.init), in: folder.url, cache: folder)
        #expect(result.status != 2, "\(next)\n\(result)")
    }

    @Test func theOverviewHasFiveLinesAndTheNextCommand() throws {
        let folder = try Tool.copy(of: "Posts")
        let names = ["project", "frozen", "drift", "lint", "setup", "next"]
        let nothing = try Self.overview(folder)
        #expect(nothing.map { String($0.prefix { $0 != " " }) } == names, "\(nothing)")
        #expect(nothing[0].contains("PostsMigrationPlan: 4 versions, newest 4.0.0"))
        #expect(nothing[1].hasSuffix(" nothing") && nothing[5].hasSuffix(": permafrost init"), "\(nothing)")

        for version in ["1.0.0", "2.0.0", "3.0.0"] {
            #expect(try Tool.run("freeze", version, in: folder).status == 0)
        }
        let three = try Self.overview(folder)
        #expect(three[1].contains("3 versions, not yet 4.0.0") && three[2].hasSuffix(" none"), "\(three)")
        #expect(three[5].hasSuffix(": permafrost freeze 4.0.0"), "\(three)")

        try folder.edit("Sources/Posts/PostsSchemaV2.swift", "var title", "var heading")
        let drifted = try Self.overview(folder)
        #expect(
            drifted[2].contains("2.0.0 drifted (identity)") && drifted[5].hasSuffix(": permafrost check"), "\(drifted)")
        try folder.edit("Sources/Posts/PostsSchemaV2.swift", "var heading", "var title")

        // A finding of lint comes before the freeze, unless the baseline has it.
        try folder.edit("Sources/Posts/PostsSchemaV4.swift", "var slug: String = \"\"", "var slug: String")
        let found = try Self.overview(folder)
        #expect(found[3].contains("1 error") && found[5].hasSuffix(": permafrost lint"), "\(found)")
        #expect(try Tool.run("lint", "--write-baseline", in: folder).status == 0)
        let old = try Self.overview(folder)
        #expect(old[3].hasSuffix(" 1 old finding") && old[5].hasSuffix(": permafrost freeze 4.0.0"), "\(old)")

        try folder.edit("Sources/Posts/PostsSchemaV3.swift", "[Post.self", "more() + [Post.self")
        let unread = try Tool.run([], in: folder.url, cache: folder)
        #expect(unread.status == 2 && unread.output.contains(": permafrost check\n"), "\(unread)")
    }

    @Test func aFolderWithoutSchemasIsAnError() throws {
        let folder = try ScratchFolder()
        for isPackage in [false, true] {
            // A package without models has no state to print.
            if isPackage {
                try folder.write(
                    "// swift-tools-version: 6.0\nimport PackageDescription\nlet package = Package(name: \"A\")\n",
                    to: "Package.swift")
            }
            let result = try Tool.run([], in: folder.url, cache: folder)
            #expect(result.status == 2 && result.output.isEmpty, "\(result)")
            let first = isPackage ? "no VersionedSchema in /" : "no project in /"
            #expect(result.errors.hasPrefix("error: \(first)"), "\(result)")
            let help = isPackage ? "--models A,B" : "To list the commands, run permafrost --help"
            #expect(result.errors.contains(help), "\(result)")
            #expect(result.errors.split(separator: "\n").count <= 3, "\(result)")
        }
    }

    /// Following the printed commands sets up every part.
    @Test func thePrintedCommandsSetUpTheProject() throws {
        let folder = try Tool.copy(of: "Posts")
        try folder.write(
            """
            // swift-tools-version: 6.2
            import PackageDescription
            let package = Package(
                name: "Posts",
                dependencies: [.package(url: "https://example.com/permafrost", branch: "main")],
                targets: [
                    .target(name: "Posts", dependencies: [.product(name: "Permafrost", package: "permafrost")]),
                    .testTarget(
                        name: "PostsTests",
                        dependencies: ["Posts", .product(name: "PermafrostTesting", package: "permafrost")]),
                ])

            """, to: "Package.swift")
        try TaggedRepository(folder).git("init", "--quiet")
        var states = try Self.parts(folder)
        #expect(Set(states.keys) == ["fixtures", "attributes", "gate", "tests", "baseline"])
        #expect(states["baseline"]?["state"] == "notNeeded", "\(states)")
        var ran: [String] = []
        for _ in 0..<6 {
            let order = ["fixtures", "attributes", "gate", "tests"]
            guard let next = order.compactMap({ states[$0] }).first(where: { $0["state"] == "missing" }) else { break }
            let command = try #require(next["command"], "\(states)")
            let result = try Tool.run(
                command.split(separator: " ").dropFirst().map(String.init), in: folder.url, cache: folder)
            #expect(result.status == 0, "\(command): \(result)")
            ran.append(command)
            states = try Self.parts(folder)
        }
        #expect(states.values.allSatisfy { ["done", "notNeeded"].contains($0["state"]) }, "\(ran) \(states)")
        let overview = try Self.overview(folder)
        #expect(overview[4].hasSuffix(" complete"), "\(overview)")
        #expect(overview[5].hasSuffix("all is well. After you change a model: permafrost new-version"), "\(overview)")
        // A deleted test and a deleted workflow are missing again.
        try FileManager.default.removeItem(atPath: folder.path(".github"))
        try FileManager.default.removeItem(atPath: folder.path("Tests/PostsTests/PostsSchemaV1DriftTests.swift"))
        states = try Self.parts(folder)
        #expect(states["gate"]?["command"] == "permafrost init --ci github", "\(states)")
        #expect(states["tests"]?["text"]?.hasPrefix("1 test file ") == true, "\(states)")
    }

    @Test(arguments: [
        (".gitlab-ci.yml", "gitlab"), ("bitrise.yml", "bitrise"), (".circleci/config.yml", "circleci"),
        ("ci_scripts/ci_post_clone.sh", "xcode-cloud"), (".github/workflows/build.yml", "github"),
    ])
    func theGateIsFoundInTheFilesOfEachService(_ file: String, _ service: String) throws {
        let folder = try Tool.copy(of: "Posts")
        try folder.write("permafrost check\n", to: file)
        #expect(try Self.parts(folder)["gate"]?["text"] == service)
    }

    /// Only a line that runs a check counts.
    @Test(arguments: [
        ("on: push\njobs:\n  a:\n    steps:\n      - run: permafrost check\n", true),
        ("    steps:\n      - run: permafrost lint && swift package check-schemas --no-cache # each push\n", true),
        ("    steps:\n      - run: |\n          set -e\n          \"$HOME/permafrost\" check \"--base=$BASE\"\n", true),
        ("    steps:\n      - run: \"\\\"$RUNNER_TEMP/permafrost\\\" check\"\n", true),
        ("    steps:\n      - uses: acme/permafrost@v1 # 1.0.0\n", true),
        ("    steps:\n      - if: false\n        run: make\n      - run: permafrost check\n", true),
        ("    steps:\n      # - run: permafrost check\n", false),
        ("    steps:\n      - run: make # permafrost check\n", false),
        ("# permafrost\n", false),
        ("    steps:\n      - run: echo permafrost lint\n", false),
        ("    steps:\n      - run: echo permafrost check\n", false),
        ("    steps:\n      - run: permafrost lint\n", false),
        ("    steps:\n      - name: permafrost check\n        run: make\n", false),
        ("    steps:\n      - uses: acme/other@v1 # permafrost\n", false),
        ("    steps:\n      - name: Check\n        if: false\n        run: permafrost check\n", false),
        ("    steps:\n      - run: permafrost check\n        if: ${{ false }}\n", false),
        ("jobs:\n  a:\n    if: false\n    steps:\n    - uses: acme/permafrost@v1\n  b:\n    steps: []\n", false),
    ])
    func aWorkflowChecksOnlyIfItRunsACheck(_ text: String, _ isGate: Bool) throws {
        let folder = try Tool.copy(of: "Posts")
        try folder.write(text, to: ".github/workflows/build.yml")
        #expect(try Self.parts(folder)["gate"]?["state"] == (isGate ? "done" : "missing"), "\(text)")
    }

    /// Only a target's use of the build plugin counts.
    @Test(arguments: [
        ("plugins: [.plugin(name: \"DriftGate\", package: \"permafrost\")]", true),
        ("plugins: [.plugin(name: \"PrebuiltDriftGate\", package: \"permafrost-tools\")]", true),
        ("plugins: [\"DriftGate\"]", true),
        ("plugins: [] // no DriftGate yet", false),
        ("/* plugins: [.plugin(name: \"DriftGate\", package: \"permafrost\")], */ plugins: []", false),
        ("plugins: [.plugin(name: \"DriftGateDocs\", package: \"other\")]", false),
        ("dependencies: [\"DriftGate\"]", false),
    ])
    func aManifestChecksOnlyIfATargetUsesThePlugin(_ argument: String, _ isGate: Bool) throws {
        let folder = try Tool.copy(of: "Posts")
        try folder.write(
            """
            // swift-tools-version: 6.2
            import PackageDescription
            let package = Package(
                name: "Posts",
                targets: [
                    .target(
                        name: "Posts",
                        \(argument)
                    )
                ])

            """, to: "Package.swift")
        #expect(try Self.parts(folder)["gate"]?["state"] == (isGate ? "done" : "missing"), "\(argument)")
    }

    @Test(arguments: [("      - id: permafrost-check\n", true), ("      # - id: permafrost-check\n", false)])
    func aHookChecksOnlyIfItIsListed(_ line: String, _ isGate: Bool) throws {
        let folder = try Tool.copy(of: "Posts")
        try folder.write("repos:\n  - repo: local\n    hooks:\n\(line)", to: ".pre-commit-config.yaml")
        #expect(try Self.parts(folder)["gate"]?["state"] == (isGate ? "done" : "missing"))
    }

    @Test func aDriftedTreeNeedsWork() throws {
        let folder = try Tool.copy(of: "Posts")
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        try folder.edit("Sources/Posts/PostsSchemaV2.swift", "var title", "var heading")
        let part = try Self.parts(folder)["fixtures"]
        #expect(part?["state"] == "needsWork" && part?["command"] == "permafrost check", "\(part ?? [:])")
        let text = try Tool.run([], in: folder.url, cache: folder).output
        #expect(text.contains("\nneeds work  fixtures  4 versions frozen, check finds 2 errors\n"), "\(text)")
    }

    /// The printed commands name the project of a command that ran elsewhere.
    @Test func commandsForTheBaselineKeepTheProject() throws {
        let top = try ScratchFolder()
        let sources = top.url.appending(path: "My App/Sources")
        try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: SourceTree.root.appending(path: "Examples/Posts"), to: sources.appending(path: "Posts"))
        try top.edit("My App/Sources/Posts/PostsSchemaV4.swift", "var slug: String = \"\"", "var slug: String")
        func overview() throws -> String {
            try Tool.run(["--project", "My App"], in: top.url, cache: top).output
        }
        // A project doesn't need a baseline.
        let none = try overview()
        #expect(none.contains("1 error") && !none.contains("baseline"), "\(none)")
        try top.write("<<<<<<< a\n=======\n>>>>>>> b\n", to: "My App/.permafrost-baseline.json")
        let conflict = try overview()
        #expect(conflict.contains("needs work  baseline "), "\(conflict)")
        #expect(conflict.contains("git -C 'My App' checkout HEAD -- .permafrost-baseline.json. Then"), "\(conflict)")
        #expect(conflict.contains(": permafrost lint --update-baseline --project 'My App'\n"), "\(conflict)")
    }

    @Test func aBaselineThatCannotBeUsedIsListed() throws {
        let folder = try Tool.copy(of: "Posts")
        try folder.write("{}", to: ".permafrost-baseline.json")
        let part = try Self.parts(folder)["baseline"]
        #expect(part?["state"] == "needsWork", "\(part ?? [:])")
        #expect(part?["text"]?.contains("formatVersion is missing or malformed") == true, "\(part ?? [:])")
        #expect(try Self.overview(folder)[4].hasSuffix(" 4 steps left"))
    }
}
