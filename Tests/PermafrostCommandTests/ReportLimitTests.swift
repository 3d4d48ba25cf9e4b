import Foundation
import PermafrostTestSupport
import Testing

/// Fixture trees with very many findings, and with a very large file of records.
@Suite struct ReportLimitTests {
    private static func frozen() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try folder.write(
            """
            import SwiftData
            enum AppV1: VersionedSchema {
                static let versionIdentifier = Schema.Version(1, 0, 0)
                static var models: [any PersistentModel.Type] { [Item.self] }
                @Model final class Item { var name: String?; init() {} }
            }
            """, to: "Sources/App/Schema.swift")
        let freeze = try Tool.run("freeze", "--all", in: folder)
        #expect(freeze.status == 0, "\(freeze)")
        return folder
    }

    /// Every format lists at most 10,000 findings, and counts all of them.
    @Test func aLongListingIsCut() throws {
        let folder = try Self.frozen()
        for number in 0..<10_100 {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path("Fixtures/\(number)"), withDestinationPath: "1.0.0")
        }
        let text = try Tool.run("check", in: folder)
        #expect(text.status == 1 && text.output.contains("\n100 more findings aren't listed\n"))
        #expect(text.output.contains("failed: 10100 errors"), "\(text.output.suffix(500))")
        let json = try Report(Tool.run("check", "--format", "json", in: folder)).json
        #expect((json["findings"] as? [Any])?.count == 10_000 && json["omitted"] as? Int == 100)
        let sarif = try Report(Tool.run("check", "--format", "sarif", in: folder)).json
        let run = try #require((sarif["runs"] as? [[String: Any]])?.first)
        #expect((run["results"] as? [Any])?.count == 10_000)
        #expect((run["properties"] as? [String: Any])?["omitted"] as? Int == 100)
        for format in ["github", "xcode", "markdown"] {
            let other = try Tool.run("check", "--format", format, in: folder)
            #expect(other.status == 1 && other.output.contains("100 more findings aren't listed"), "\(format)")
        }
        let junit = try Tool.run("check", "--format", "junit", in: folder)
        #expect(junit.output.matches(of: /: error:\s/).count == 10_000, "\(junit.output.suffix(500))")
    }

    @Test func theListingOfAFewFindingsIsComplete() throws {
        let folder = try Self.frozen()
        try FileManager.default.createSymbolicLink(atPath: folder.path("Fixtures/2"), withDestinationPath: "1.0.0")
        let json = try Report(Tool.run("check", "--format", "json", in: folder)).json
        #expect((json["findings"] as? [Any])?.count == 1 && json["omitted"] == nil)
    }

    @Test(arguments: ["replaced.txt", "shipped.txt", "settings.json"]) func aLargeFileOfRecords(_ name: String) throws {
        let folder = try Self.frozen()
        try TestRepository(folder).commit()
        try folder.write("", to: "Fixtures/" + name)
        try FileHandle(forWritingTo: folder.url.appending(path: "Fixtures/" + name)).truncate(atOffset: 17 << 20)
        let check = try Tool.run("check", in: folder)
        #expect(check.status == 2 && check.errors.contains(name), "\(check.status) \(check.errors.prefix(500))")
    }
}
