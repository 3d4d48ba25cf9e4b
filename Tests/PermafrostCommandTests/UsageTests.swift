import Foundation
import PermafrostTestSupport
import Testing

/// Command lines and projects that can't work. Each error states the problem and the fix, with exit code 2.
@Suite struct UsageTests {
    @Test(arguments: [
        (["chekc"], "did you mean check?"), (["frobnicate"], "permafrost --help"), ([], "permafrost --help"),
        (["check", "--formt", "json"], "did you mean --format?"), (["check", "--format"], "needs a value"),
        (["list", "--format", "yaml"], "text or json"),
        (["check", "--format", "yaml"], "text, json, github, sarif, junit, xcode or markdown"),
        (["check", "--quiet=yes"], "doesn't accept a value"),
        (["check", "1.0.0"], "unexpected argument"), (["schema"], "needs VERSION"), (["freeze"], "--all"),
        (["freeze", "1.0.0", "--all"], "can't be combined"), (["freeze", "--all", "--rows", "many"], "0 to 100000"),
        (["freeze", "../1.0.0"], "../1.0.0"), (["freeze", "--", "-1"], "can't start with"),
        (["freeze", ".1"], "can't start with"),
        (["freeze", "1/0"], "can't be the name"), (["check"], "--project DIR"), (["freeze", "--all"], "--models A,B"),
        (["check", "--project", "nowhere"], "doesn't exist or can't be read"),
        (["check", "--project="], "expected DIR"),
        (["freeze", "--all", "--models", ","], "expected A,B"),
        (["freeze", "--all", "--force"], "Specify that version"),
        (["freeze", "--all=yes"], "doesn't accept a value"), (["check", "--all"], "unknown option"),
        (["help", "frezee"], "did you mean freeze?"),
        (["scaffold", "--from", "1.0.0"], "needs --to VERSION"),
        (["scaffold", "--to", "1.0.0"], "needs --from VERSION"),
        (["scaffold", "--drift", "1.0.0", "--from", "1.0.0"], "--drift and --from can't be combined"),
        (["scaffold", "--drift", "1.0.0", "--to", "1.0.0"], "--drift and --to can't be combined"),
        (["freeze", "--all", "--tests", "Tests"], "--tests works only with --scaffold"),
        (["freeze", "--regroup", "--scaffold"], "--regroup and --scaffold can't be combined"),
        (["status"], "did you mean permafrost without a command?"), (["version"], "did you mean --version?"),
        (["verify"], "did you mean check?"), (["lint", "--explain", "PF0101"], "unknown option"),
        (["--versoin"], "did you mean --version?"), (["generate"], "unknown command"),
        (["scaffold", "--force"], "unknown option"),
        (["freeze", "1.0.0", "--simulator", "iPhone 17"], "unknown option"),
    ])
    func isExplained(_ arguments: [String], _ words: String) throws {
        let folder = try ScratchFolder()
        let result = try Tool.run(arguments, in: folder.url, cache: folder)
        #expect(result.status == 2)
        #expect(
            result.errors.contains(words), "\(result)")
        #expect(result.output.isEmpty)
        #expect(try folder.files().keys.filter { !$0.hasPrefix(".cache") }.isEmpty)
    }

    @Test func helpIsPrintedToStandardOutput() throws {
        let folder = try ScratchFolder()
        for arguments in [["--help"], ["help"], ["freeze", "--help"], ["help", "check"], ["--version"], ["-v"]] {
            let result = try Tool.run(arguments, in: folder.url, cache: folder)
            #expect(result.status == 0)
            #expect(result.output.contains("permafrost"))
            #expect(result.errors.isEmpty)
        }
    }

    @Test func versionsPlansAndSchemasGetSuggestions() throws {
        let folder = try Tool.copy(of: "Posts")
        let version = try Tool.run("freeze", "1.0.1", in: folder)
        #expect(version.status == 2)
        #expect(version.errors.contains("did you mean 1.0.0"))
        let plan = try Tool.run("check", "--plan", "PostsMigrationPlam", in: folder)
        #expect(plan.status == 2)
        #expect(plan.errors.contains("did you mean PostsMigrationPlan?"))
        let schema = try Tool.run("check", "--schema", "PostSchemaV1", in: folder)
        #expect(schema.errors.contains("did you mean PostsSchemaV1"))
    }

    /// `1.0` means 1.0.0, in every command that accepts a version.
    @Test func aVersionWithoutItsZeros() throws {
        let folder = try Tool.copy(of: "Posts")
        for version in ["1.0", "2"] {
            let result = try Tool.run("freeze", version, in: folder)
            #expect(
                result.status == 0 && result.output.contains("froze    \(version == "2" ? "2.0.0" : "1.0.0")"),
                "\(result)")
        }
        let store = "Fixtures/1.0.0/App-1_0_0.sqlite"
        for arguments in [
            ["schema", "1.0"], ["migrate", store, "--to", "2.0"], ["freeze", "1", "--from-store", store],
            ["scaffold", "--from", "1.0", "--to", "2.0", "--tests", "."],
        ] {
            let result = try Tool.run(arguments, in: folder.url, cache: folder)
            #expect(result.status == 0, "\(arguments): \(result)")
        }
    }

    @Test func aVersionInTwoPlansRequiresThePlanOption() throws {
        let folder = try Tool.copy(of: "Posts")
        try FileManager.default.copyItem(
            at: Tool.examples.appending(path: "Users"), to: folder.url.appending(path: "Sources/Users"))
        let result = try Tool.run("freeze", "1.0.0", in: folder)
        #expect(result.status == 2)
        #expect(result.errors.contains("--plan"))
        let chosen = try Tool.run("freeze", "1.0.0", "--plan", "PostsMigrationPlan", in: folder)
        #expect(chosen.status == 0, "\(chosen)")
        #expect(
            FileManager.default.fileExists(atPath: folder.path("Fixtures/PostsMigrationPlan/1.0.0/App-1_0_0.sqlite")))
        // If several versions have the name, the advice specifies which one.
        let check = try Tool.run("check", "--require-frozen", in: folder)
        for command in ["2.0.0 --plan PostsMigrationPlan", "2.0.0 --plan UsersMigrationPlan", "4.0.0\n"] {
            #expect(check.output.contains("permafrost freeze " + command), "\(command) in \(check)")
        }
    }

    @Test func twoTreesRequireTheFixturesOption() throws {
        let folder = try Tool.copy(of: "Posts")
        for tree in ["Fixtures", "FreezeRay/Fixtures"] {
            try FileManager.default.createDirectory(atPath: folder.path(tree), withIntermediateDirectories: true)
        }
        let result = try Tool.run("check", in: folder)
        #expect(result.status == 2)
        #expect(result.errors.contains("--fixtures"))
    }

    @Test func aFileIsRejectedAsATree() throws {
        let folder = try Tool.copy(of: "Users")
        try folder.write("a file", to: "Frozen")
        let result = try Tool.run("check", "--fixtures", "Frozen", in: folder)
        #expect(result.status == 2)
        #expect(result.errors.contains("isn't a folder"))
    }

    @Test(arguments: ["-1", "nan", "yesterday", "99999999999999"])
    func anInvalidDateIsRejected(_ epoch: String) throws {
        let folder = try Tool.copy(of: "Users")
        let result = try Tool.run("freeze", "--all", in: folder, environment: ["SOURCE_DATE_EPOCH": epoch])
        #expect(result.status == 2)
        #expect(result.errors.contains("SOURCE_DATE_EPOCH"))
        #expect(try folder.files(below: "Fixtures").isEmpty)
    }

    @Test func unwritableResultsExitWith2() throws {
        let folder = try Tool.copy(of: "Users")
        let command = "\"$0\" freeze --all > /dev/null && exec \"$0\" check > /dev/full"
        let result = try CommandResult.running(
            ["bash", "-c", command, Tool.path], in: folder.url,
            environment: ["PERMAFROST_CACHE_DIR": folder.path(".cache")])
        #expect(result.status == 2, "\(result)")
    }

    @Test func anEmptyOrMissingTreeIsAnError() throws {
        let folder = try Tool.copy(of: "Posts")
        #expect(try Tool.run("check", in: folder).status == 2)
        try FileManager.default.createDirectory(atPath: folder.path("Fixtures"), withIntermediateDirectories: true)
        let result = try Tool.run("check", in: folder)
        #expect(result.status == 2)
        #expect(result.errors.contains("freeze --all"))
    }

    @Test func aReadOnlyFolderIsReportedWithoutPartialFixtures() throws {
        let folder = try Tool.copy(of: "Posts")
        // Nobody can create folders in the kernel's own file system, not even root.
        let result = try Tool.run("freeze", "1.0.0", "--fixtures", "/sys/permafrost", in: folder)
        #expect(result.status == 2)
        #expect(result.errors.contains("/sys/permafrost"))
        #expect(try folder.files(below: "Fixtures").isEmpty)
    }

    @Test func aFullDiskLeavesNoPartialFixture() throws {
        let folder = try Tool.copy(of: "Posts")
        // A limit on the size of files stops writing the store midway, as a full disk does.
        let command = "trap '' XFSZ; ulimit -f 8; exec \"$0\" freeze 1.0.0"
        let result = try CommandResult.running(
            ["bash", "-c", command, Tool.path], in: folder.url,
            environment: ["PERMAFROST_CACHE_DIR": folder.path(".cache")])
        #expect(result.status == 2, "\(result)")
        #expect(try folder.files(below: "Fixtures").isEmpty)
        #expect(try Tool.run("freeze", "1.0.0", in: folder).status == 0)
    }
}
