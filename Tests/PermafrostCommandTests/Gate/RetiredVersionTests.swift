import Foundation
import PermafrostTestSupport
import Testing

/// A `Retired` value in a plan is the only mark of a version that the app no longer migrates.
@Suite struct RetiredVersionTests {
    private static let source = "Sources/Notes.swift"

    /// Takes 1.0.0 out of the sources, and returns the value that `check` prints for it.
    private static func takeOut(of repository: GateRepository) throws -> String {
        let text = try String(contentsOfFile: repository.folder.path(source), encoding: .utf8)
        let second = try #require(text.range(of: "enum NotesV2"))
        let plan = try #require(text.range(of: "enum NotesPlan"))
        let version = String(text[second.lowerBound..<plan.lowerBound])
        try repository.folder.write(
            "import Permafrost\nimport SwiftData\n" + version + GoldenProject.plan("NotesPlan", "NotesV2", retired: ""),
            to: source)
        let check = try repository.run("check")
        #expect(check.status == 1 && check.output.contains("[PF0104]"), "\(check)")
        let value = #/Retired\("1\.0\.0", hashes: \["[0-9a-f]{64}"\]\)/#
        return String(try #require(check.output.firstMatch(of: value)).output)
    }

    /// A repository whose branch `main` has retired 1.0.0, with the other branch `topic` checked out.
    private static func repository() throws -> GateRepository {
        let repository = try GateRepository()
        let value = try takeOut(of: repository)
        try repository.folder.edit(source, "[]\n    }", "[\(value)]\n    }")
        try repository.commit()
        try repository.git("switch", "--quiet", "--create", "topic")
        #expect(try repository.codes("--base", "main") == [])
        return repository
    }

    @Test func thePrintedValueRetiresTheVersion() throws {
        let repository = try Self.repository()
        for command in [["check"], ["lint"], ["list"]] {
            let result = try Tool.run(command, in: repository.folder.url, cache: repository.folder)
            #expect(result.status == 0, "\(command): \(result)")
        }
        #expect(try repository.run("list").output.contains("retired"))
        let migrate = try repository.run(
            "migrate", "Fixtures/1.0.0/App-1_0_0.sqlite", "--to", "2.0.0", "--dry-run")
        #expect(migrate.status != 0 && "\(migrate)".contains("The plan has retired 1.0.0"), "\(migrate)")
    }

    @Test func aCheckAgainstTheBaseFailsIfTheValueIsRemoved() throws {
        let changes: [(what: String, change: (GateRepository) throws -> Void)] = [
            ("the value", { try $0.folder.edit(Self.source, "Retired(", "NotRetired(") }),
            (
                "the value and the fixture",
                {
                    try $0.folder.edit(Self.source, "static var retired", "static var other")
                    try $0.remove("Fixtures/1.0.0")
                }
            ),
            ("the list", { try $0.folder.edit(Self.source, "static var retired", "static var other") }),
        ]
        for (what, change) in changes {
            let repository = try Self.repository()
            try change(repository)
            try repository.commit()
            let check = try repository.run("check", "--base", "main")
            #expect(check.status != 0, "\(what): \(check)")
        }
        // The fixture or the base shows that the version is gone. It is reported once.
        let repository = try Self.repository()
        try changes[2].change(repository)
        #expect(try repository.codes("--base", "main") == ["PF0104 error"])
        try repository.remove("Fixtures/1.0.0")
        #expect(try repository.codes("--base", "main").filter { $0.hasPrefix("PF0104") } == ["PF0104 error"])
        // A version that is declared again is no longer retired.
        let restored = try Self.repository()
        try restored.folder.write(GateRepository.sources().values.joined(), to: Self.source)
        #expect(try restored.codes("--base", "main") == [])
    }

    @Test func theHistoryShowsRetiredVersions() throws {
        let tagged = try Self.repository()
        try tagged.git("tag", "v1.0", "main~1")
        let history = try Report(tagged.run("history", "--format", "json")).json
        let shapes = try #require(history["shapes"] as? [[String: Any]])
        #expect(
            shapes.contains { $0["version"] as? String == "1.0.0" && $0["isRetired"] as? Bool == true }, "\(shapes)")
        #expect(shapes.allSatisfy { $0["version"] as? String == "1.0.0" || $0["isRetired"] as? Bool == false })
    }

    @Test func lintComparesTheValueWithTheFixture() throws {
        for (old, new) in [("hashes: [", "hashes: [\"00\", "), ("\"1.0.0\"", "\"1.1.0\"")] {
            let repository = try Self.repository()
            try repository.folder.edit(Self.source, old, new)
            let lint = try repository.run("lint", "--format", "json")
            #expect(try Report(lint).findings.contains { $0["code"] as? String == "PF0126" }, "\(new): \(lint)")
        }
    }
}
