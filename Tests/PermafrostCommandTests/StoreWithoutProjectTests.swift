import Foundation
import PermafrostTestSupport
import Testing

/// Commands about a store in a folder that isn't in a project.
@Suite struct StoreWithoutProjectTests {
    /// Returns a folder with a store, outside of any project.
    private static func folder() throws -> ScratchFolder {
        let project = try Tool.copy(of: "Users")
        #expect(try Tool.run("freeze", "1.0.0", in: project).status == 0)
        let folder = try ScratchFolder()
        try FileManager.default.copyItem(
            atPath: project.path("Fixtures/1.0.0/App-1_0_0.sqlite"), toPath: folder.path("user.store"))
        return folder
    }

    @Test(arguments: [["drift", "user.store"], ["migrate", "user.store", "--to", "2.0.0"]])
    func aComparisonShowsTheStoreAndNamesWhatItNeeds(_ arguments: [String]) throws {
        let folder = try Self.folder()
        let result = try Tool.run(arguments, in: folder.url, cache: folder)
        #expect(result.status == 2, "\(result)")
        for line in ["version  1.0.0", "models   1", "rows     8"] {
            #expect(result.output.contains(line), "\(result)")
        }
        for part in ["compares a store with a project's versions", "--project DIR"] {
            #expect(result.errors.contains(part), "\(result)")
        }
        let json = try Report(Tool.run(arguments + ["--format", "json"], in: folder.url, cache: folder)).json
        #expect(json["versionIdentifiers"] as? [String] == ["1.0.0"] && json["error"] is String, "\(json)")
    }

    /// The page about a store has the version that the store has in the project.
    @Test func aReportHasTheVersionInTheProject() throws {
        let project = try Tool.copy(of: "Users")
        #expect(try Tool.run("freeze", "1.0.0", in: project).status == 0)
        let store = "Fixtures/1.0.0/App-1_0_0.sqlite"
        let page = try Tool.run("report", store, "--output", "-", in: project).output
        #expect(
            page.contains("UsersSchemaV1 1.0.0 (declared at Sources/Users/UsersSchemaV1.swift"), "\(page.prefix(4000))")
        let folder = try Self.folder()
        let outside = try Tool.run("report", "user.store", "--output", "-", in: folder)
        #expect(outside.status == 0 && !outside.output.contains("in this project"), "\(outside)")
    }
}
