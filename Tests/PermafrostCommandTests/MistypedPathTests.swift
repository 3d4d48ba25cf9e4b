import Foundation
import PermafrostTestSupport
import Testing

/// Paths to nothing, or to another kind of item than expected.
@Suite struct MistypedPathTests {
    private static func frozenUsers() throws -> ScratchFolder {
        let folder = try Tool.copy(of: "Users")
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        return folder
    }

    @Test(arguments: [
        ["check"], ["list"], ["lint"], ["history"], ["scaffold"], ["schema", "1.0.0"], ["diff", "1.0.0", "2.0.0"],
        ["drift", "Fixtures/1.0.0/App-1_0_0.sqlite"],
    ])
    func aMissingTreeIsReported(_ command: [String]) throws {
        let folder = try Self.frozenUsers()
        let result = try Tool.run(command + ["--fixtures", "Fixture"], in: folder.url, cache: folder)
        #expect(result.status == 2, "\(result)")
        #expect(
            result.errors.contains(
                "invalid --fixtures \"\(folder.path("Fixture"))\": the folder doesn't exist (did you mean "
                    + "\(folder.path("Fixtures"))?)"), "\(result)")
        #expect(result.output.isEmpty)
    }

    @Test func freezeCreatesTheTree() throws {
        let folder = try Tool.copy(of: "Users")
        let result = try Tool.run("freeze", "1.0.0", "--fixtures", "New/Tree", in: folder)
        #expect(result.status == 0, "\(result)")
        #expect(try folder.files(below: "New/Tree").keys.contains("1.0.0/App-1_0_0.sqlite"))
    }

    @Test(arguments: [["check"], ["list"], ["freeze", "1.0.0"]])
    func aFixtureIsRejectedAsATree(_ command: [String]) throws {
        let folder = try Self.frozenUsers()
        let before = try folder.files(below: "Fixtures")
        let result = try Tool.run(command + ["--fixtures", "Fixtures/1.0.0/"], in: folder.url, cache: folder)
        #expect(result.status == 2, "\(result)")
        #expect(result.errors.contains("did you mean \(folder.path("Fixtures"))?"), "\(result)")
        #expect(try folder.files(below: "Fixtures") == before)
    }

    @Test func theTreeOfAFixtureInAGroupIsSuggested() throws {
        let folder = try Tool.copy(of: "Users")
        try FileManager.default.copyItem(
            at: Tool.examples.appending(path: "Posts"), to: folder.url.appending(path: "Sources/Posts"))
        #expect(try Tool.run("freeze", "1.0.0", "--plan", "UsersMigrationPlan", in: folder).status == 0)
        let result = try Tool.run("check", "--fixtures", "Fixtures/UsersMigrationPlan/1.0.0", in: folder)
        #expect(result.status == 2, "\(result)")
        #expect(result.errors.contains("did you mean \(folder.path("Fixtures"))?"), "\(result)")
        // A group's folder contains fixtures, so it is a fixture tree too.
        let group = try Tool.run("list", "--fixtures", "Fixtures/UsersMigrationPlan", in: folder)
        #expect(group.status == 0, "\(group)")
    }

    @Test func eachKnownVersionIsListedOnce() throws {
        let folder = try Self.frozenUsers()
        let result = try Tool.run("diff", "9.9.9", "1.0.0", in: folder)
        #expect(result.status == 2, "\(result)")
        #expect(result.errors.contains("no version 9.9.9 ("), "\(result)")
        let lists = "declared: 1.0.0, 2.0.0, 3.0.0; frozen: 1.0.0, 2.0.0, 3.0.0"
        #expect(result.errors.contains(lists) && !result.errors.contains("3.0.0, 1.0.0"), "\(result)")
    }

    @Test(arguments: ["missing.store", "missing.sqlite", "schema.json", "App.xcdatamodeld", "Fixtures/9.9.9"])
    func aMissingFileIsNotSuggestedAsAVersion(_ name: String) throws {
        for folder in [try Self.frozenUsers(), try ScratchFolder()] {
            let result = try Tool.run("diff", name, "1.0.0", in: folder)
            #expect(result.status == 2, "\(result)")
            #expect(result.errors.contains(name) && result.errors.contains("no such file"), "\(result)")
            #expect(!result.errors.contains("no declared version"), "\(result)")
        }
    }

    @Test func aMissingModelIsReported() throws {
        let folder = try Tool.copy(of: "Users")
        let result = try Tool.run("list", "--model", "App/Nope.xcdatamodeld", in: folder)
        #expect(result.status == 2, "\(result)")
        #expect(
            result.errors.contains("invalid --model \"App/Nope.xcdatamodeld\": the folder doesn't exist"), "\(result)")
    }

    @Test func gitCheckoutIsSuggestedOnlyForCommittedFiles() throws {
        let folder = try Self.frozenUsers()
        let junk = "git checkout -- Fixtures/junk"
        let frozen = "git checkout -- Fixtures/1.0.0"
        try folder.write("junk", to: "Fixtures/junk/export_metadata.txt")
        try FileManager.default.removeItem(atPath: folder.path("Fixtures/1.0.0/App-1_0_0.sqlite"))
        let outside = try Tool.run("check", in: folder)
        #expect(outside.status == 1, "\(outside)")
        #expect(!outside.output.contains("git checkout"), "\(outside)")
        try GitTests.History.git(["init", "--quiet"], folder)
        try GitTests.History.git(["add", "Fixtures/1.0.0"], folder)
        let result = try Tool.run("check", in: folder)
        #expect(result.output.contains(frozen) && !result.output.contains(junk), "\(result)")
        #expect(result.output.contains("Restore the files of Fixtures/junk from a backup"), "\(result)")
    }
}
