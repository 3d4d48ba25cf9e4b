import Foundation
import PermafrostTestSupport
import Testing

/// Releases that `ship` records, for projects without release tags: the gate reads them from the base of a change.
@Suite struct RecordedReleaseTests {
    private static let records = "Fixtures/shipped.txt"
    private static let settings = "Fixtures/settings.json"

    /// A repository whose base records that 1.0.0 shipped in 2.3, and lists a pattern of release tags.
    private static func recorded(hasPatterns: Bool = true) throws -> GateRepository {
        let repository = try GateRepository()
        #expect(try repository.run("ship", "1.0.0", "--release", "2.3").status == 0)
        if hasPatterns { try repository.folder.write(#"{ "releaseTags": ["v*", "hotfix-*"] }"#, to: settings) }
        try repository.commit()
        return repository
    }

    private static func text(_ repository: GateRepository) throws -> String {
        try String(contentsOf: repository.folder.url.appending(path: records), encoding: .utf8)
    }

    // MARK: Recording

    @Test func aReleaseIsALineWithTheFixturesChecksum() throws {
        let repository = try GateRepository()
        let first = try repository.run("ship", "1.0.0", "--release", "2.3")
        #expect(first.status == 0 && first.output.contains("recorded 1.0.0  shipped in 2.3"), "\(first)")
        #expect(first.errors.contains("list the patterns of the tags"), "\(first)")
        #expect(try Self.text(repository).wholeMatch(of: /1\.0\.0 2\.3 [0-9a-f]{64}\n/) != nil)
        let before = try repository.folder.files(below: "Fixtures")
        let again = try repository.run("ship", "NotesV1", "--release", "2.3")
        #expect(again.status == 0 && again.output.contains("as Fixtures/shipped.txt already records"), "\(again)")
        #expect(try repository.folder.files(below: "Fixtures") == before)
        let report = try Report(repository.run("ship", "1.0.0", "--release", "2.3.1", "--format", "json")).json
        #expect(report["isNew"] as? Bool == true && report["release"] as? String == "2.3.1")
        #expect(report["group"] as? String == "NotesPlan" && report["fixture"] as? String == "1.0.0")
        #expect(try Self.text(repository).split(separator: "\n").count == 2)
    }

    @Test func theLastReleaseIsUndoneByteForByte() throws {
        let repository = try GateRepository()
        let empty = try repository.folder.files(below: "Fixtures")
        _ = try repository.run("ship", "1.0.0", "--release", "2.3")
        let first = try repository.folder.files(below: "Fixtures")
        _ = try repository.run("ship", "1.0.0", "--release", "2.4")
        let undo = try repository.run("ship", "--undo")
        #expect(undo.status == 0 && undo.output.contains("reverted Fixtures/shipped.txt"), "\(undo)")
        #expect(try repository.folder.files(below: "Fixtures") == first)
        #expect(try repository.run("ship", "--undo").status == 2)
        try repository.remove(Self.records)
        _ = try repository.run("ship", "1.0.0", "--release", "2.3")
        #expect(try repository.run("ship", "--undo").status == 0)
        #expect(try repository.folder.files(below: "Fixtures") == empty)
    }

    @Test func anUndoKeepsLaterEditsAndReleasesOfTheBase() throws {
        let repository = try Self.recorded()
        let undo = try repository.run("ship", "--undo")
        #expect(undo.status == 0, "\(undo)")
        let check = try repository.run("check", "--base", "HEAD")
        #expect(check.status == 1 && check.output.contains("PF0123"), "\(check)")
        _ = try repository.run("ship", "1.0.0", "--release", "2.3")
        try repository.folder.write(Self.text(repository) + "# Mine\n", to: Self.records)
        let refused = try repository.run("ship", "--undo")
        #expect(refused.status == 2 && refused.errors.contains("shipped.txt"), "\(refused)")
        #expect(try Self.text(repository).hasSuffix("# Mine\n"))
    }

    @Test func unreadableSettingsAreReportedByName() throws {
        let repository = try GateRepository()
        try repository.folder.write("{", to: Self.settings)
        let result = try repository.run("ship", "1.0.0", "--release", "2.3")
        #expect(result.status == 0 && result.errors.contains("settings.json next to it can't be used"), "\(result)")
        #expect(!result.errors.contains("list the patterns of release tags"), "\(result)")
    }

    private static let refusals:
        [(what: String, change: @Sendable (GateRepository) throws -> Void, arguments: [String], words: String)] = [
            ("an unknown version", { _ in }, ["9.0.0", "--release", "2.3"], "version 9.0.0"),
            (
                "a version that isn't frozen", { try $0.remove("Fixtures/2.0.0") }, ["2.0.0", "--release", "2.3"],
                "2.0.0 isn't frozen"
            ),
            (
                "a version that has drifted", { try $0.editVersion() }, ["1.0.0", "--release", "2.3"],
                "NotesV1 has changed since 1.0.0 was frozen (Note.title"
            ),
            (
                "a damaged fixture", { try $0.folder.write("[]", to: "Fixtures/1.0.0/schema-1_0_0.json") },
                ["1.0.0", "--release", "2.3"], "is damaged"
            ),
            (
                "a version that isn't declared",
                { try $0.folder.edit("Sources/Notes.swift", "NotesV1.self, NotesV2.self]", "NotesV2.self]") },
                ["1.0.0", "--release", "2.3"], "no longer declare 1.0.0"
            ),
            (
                "a record of another content",
                {
                    try $0.folder.write(
                        "1.0.0 2.2 \(String(repeating: "0", count: 64))\n", to: RecordedReleaseTests.records)
                },
                ["1.0.0", "--release", "2.3"], "shipped in 2.2 with a different fixture"
            ),
            ("no version", { _ in }, ["--release", "2.3"], "ship needs VERSION"),
            ("no release", { _ in }, ["1.0.0"], "ship needs --release NAME"),
            ("an empty release", { _ in }, ["1.0.0", "--release", ""], "invalid --release"),
            ("a release with a space", { _ in }, ["1.0.0", "--release", "2 3"], "invalid --release"),
            ("a release with a line break", { _ in }, ["1.0.0", "--release", "2\n3"], "invalid --release"),
            (
                "a long release", { _ in }, ["1.0.0", "--release", String(repeating: "2", count: 101)],
                "invalid --release"
            ),
        ]

    @Test(arguments: refusals.indices) func badInputWritesNothing(_ index: Int) throws {
        let (what, change, arguments, words) = Self.refusals[index]
        let repository = try GateRepository()
        try change(repository)
        let before = try repository.folder.files(below: "Fixtures")
        let result = try Tool.run(["ship"] + arguments, in: repository.folder.url, cache: repository.folder)
        #expect(result.status == 2 && result.errors.contains(words), "\(what): \(result)")
        #expect(try repository.folder.files(below: "Fixtures") == before, "\(what)")
    }

    // MARK: The gate

    @Test func aRecordedVersionHasShipped() throws {
        for hasPatterns in [true, false] {
            let repository = try Self.recorded(hasPatterns: hasPatterns)
            #expect(try repository.codes("--base", "main") == [])
            try repository.editVersion()
            let refused = try repository.run("freeze", "1.0.0", "--force")
            #expect(
                refused.status == 2 && refused.errors.contains("records that it shipped in 2.3"), "\(refused)")
            try repository.replaceFixture()
            #expect(try repository.codes() == ["PF0117 error"])
            #expect(try repository.codes("--base", "main") == ["PF0117 error"])
            let check = try repository.run("check")
            #expect(check.output.contains("and shipped.txt records that it shipped in 2.3"), "\(check)")
            try repository.remove("Fixtures/1.0.0")
            #expect(try repository.codes("--base", "main") == ["PF0117 error"])
            let missing = try repository.run("freeze", "1.0.0")
            #expect(missing.status == 2 && missing.errors.contains("git checkout HEAD -- Fixtures/1.0.0"), "\(missing)")
            let forced = try repository.run("freeze", "1.0.0", "--force-shipped", "--because", "pulled")
            #expect(forced.status == 0, "\(forced)")
            #expect(try repository.codes("--base", "main") == ["PF0121 error"])
        }
    }

    @Test func aVersionWithoutATagOrARecordIsUnshipped() throws {
        let repository = try Self.recorded()
        let releases = try Report(repository.run("check", "--format", "json")).json["releases"] as? [String: Any]
        #expect(releases?["known"] as? Bool == true && releases?["records"] as? Int == 1, "\(releases ?? [:])")
        try repository.folder.edit("Sources/Notes.swift", "isPinned: Bool = false", "isPinned: Bool?")
        let forced = try repository.run("freeze", "2.0.0", "--force")
        #expect(forced.status == 0 && forced.errors.contains("neither a release tag nor shipped.txt"), "\(forced)")
        #expect(try repository.codes("--base", "main") == ["PF0118 warning"])
        #expect(!FileManager.default.fileExists(atPath: repository.folder.path("Fixtures/replaced.txt")))
        // With only one of the two files, it isn't known whether 2.0.0 shipped.
        let unknown = try Self.recorded(hasPatterns: false)
        #expect(try unknown.run("check").output.contains("which versions besides those in shipped.txt shipped"))
        try unknown.folder.edit("Sources/Notes.swift", "isPinned: Bool = false", "isPinned: Bool?")
        #expect(try unknown.run("freeze", "2.0.0", "--force").status == 0)
        #expect(try unknown.codes("--base", "main") == ["PF0121 error"])
    }

    @Test func settingsOfAChangeDoNotMakeAVersionUnshipped() throws {
        let repository = try GateRepository()
        try repository.folder.write(#"{ "releaseTags": ["v*"] }"#, to: Self.settings)
        try repository.folder.write("", to: Self.records)
        try repository.folder.edit("Sources/Notes.swift", "isPinned: Bool = false", "isPinned: Bool?")
        #expect(try repository.run("freeze", "2.0.0", "--force").status == 0)
        #expect(try repository.codes("--base", "main") == ["PF0121 error"])
        // But its own records already protect a version.
        let own = try GateRepository()
        #expect(try own.run("ship", "1.0.0", "--release", "2.3").status == 0)
        try own.editVersion()
        try own.replaceFixture()
        #expect(try own.codes() == ["PF0117 error"])
    }

    private static let withdrawals: [(what: String, change: @Sendable (GateRepository) throws -> Void, words: String)] =
        [
            ("a line", { try $0.folder.write("\n", to: records) }, "main records that 1.0.0 shipped in 2.3"),
            ("the records", { try $0.remove(records) }, "main records that 1.0.0 shipped in 2.3"),
            (
                "a pattern", { try $0.folder.write(#"{ "releaseTags": ["v*"] }"#, to: settings) },
                "no longer counts the pattern hotfix-* as a release"
            ),
            ("the settings", { try $0.remove(settings) }, "the pattern v* and the pattern hotfix-*"),
        ]

    @Test(arguments: withdrawals.indices) func removingARecordOrAPatternIsAFinding(_ index: Int) throws {
        let (what, change, words) = Self.withdrawals[index]
        let repository = try Self.recorded()
        try repository.git("switch", "--quiet", "--create", "change")
        try change(repository)
        #expect(try repository.codes() == ["PF0123 warning"], "\(what)")
        #expect(try repository.codes("--base", "main") == ["PF0123 error"], "\(what)")
        try repository.commit()
        #expect(try repository.codes() == ["PF0123 warning"], "\(what)")
        let check = try repository.run("check", "--base", "main")
        #expect(check.status == 1 && check.output.contains(words), "\(what): \(check)")
    }

    @Test func narrowerPatternsThatDropATagAreAFinding() throws {
        let repository = try GateRepository()
        try repository.git("tag", "1.0-release")
        try repository.git("switch", "--quiet", "--create", "change")
        try repository.folder.write(#"{ "releaseTags": ["v*"] }"#, to: Self.settings)
        #expect(try repository.codes("--base", "main") == ["PF0123 error"])
        try repository.folder.write(#"{ "releaseTags": ["*-release"] }"#, to: Self.settings)
        #expect(try repository.codes("--base", "main") == [])
    }

    @Test func aRecordAddedToTheBaseLaterIsNotMissing() throws {
        let repository = try GateRepository()
        try repository.git("branch", "change")
        #expect(try repository.run("ship", "1.0.0", "--release", "2.3").status == 0)
        try repository.folder.write(#"{ "releaseTags": ["v*"] }"#, to: Self.settings)
        try repository.commit()
        try repository.git("switch", "--quiet", "change")
        #expect(try repository.codes("--base", "main") == [])
    }

    @Test(arguments: [
        ("nonsense", "isn't a record of a release"), ("1.0.0 2.3 abc", "isn't a record of a release"),
        ("../1.0.0 2.3 " + String(repeating: "0", count: 64), "isn't a record of a release"),
        ("1.0.0 2.3 " + String(repeating: "0", count: 64), "neither in the fixture tree nor in git"),
    ])
    func aBadLineIsAnError(_ line: String, _ words: String) throws {
        let repository = try GateRepository()
        try repository.folder.write("# releases\r\n\r\n\(line)\r\n", to: Self.records)
        let check = try repository.run("check")
        #expect(check.status == 1 && check.output.contains(words), "\(check)")
        #expect(try repository.codes() == ["PF0123 error"])
    }

    @Test func aByteOrderMarkAndWindowsLineBreaksAreSkipped() throws {
        let repository = try Self.recorded()
        let text = try Self.text(repository).replacing("\n", with: "\r\n")
        try repository.folder.write("\u{FEFF}" + text, to: Self.records)
        #expect(try repository.codes("--base", "main") == [])
        try repository.commit()
        #expect(try repository.codes() == [])
        try repository.editVersion()
        let refused = try repository.run("freeze", "1.0.0", "--force")
        #expect(refused.status == 2 && refused.errors.contains("records that it shipped in 2.3"), "\(refused)")
    }

    @Test func settingsThatCannotBeReadAreAnError() throws {
        let repository = try GateRepository()
        try repository.folder.write("{", to: Self.settings)
        #expect(try repository.codes() == ["PF0123 error"])
    }

    // MARK: Other commands

    @Test func aNextVersionNeedsARecord() throws {
        let repository = try Self.recorded()
        let refused = try repository.run("new-version", "--dry-run")
        #expect(
            refused.status == 2 && refused.errors.contains("shipped.txt doesn't record a release of it"), "\(refused)")
        #expect(try repository.run("ship", "2.0.0", "--release", "3.0").status == 0)
        let next = try repository.run("new-version", "--dry-run")
        #expect(next.status == 0 && next.output.contains("NotesV3"), "\(next)")
    }

    @Test func historyHasTheCommitThatAddedAFixture() throws {
        let repository = try Self.recorded()
        try repository.remove("Fixtures/2.0.0")
        try repository.commit()
        #expect(try repository.run("freeze", "2.0.0").status == 0)
        let before = try repository.run("history")
        #expect(before.status == 0 && before.output.contains("2.0.0  not committed"), "\(before)")
        try repository.git("add", "--all")
        try repository.git("commit", "--quiet", "--message", "Freeze 2.0.0")
        let commit = try repository.git("rev-parse", "HEAD").trimmingCharacters(in: .newlines)
        let history = try repository.run("history")
        #expect(history.output.contains("2.0.0  added in \(commit.prefix(10))"), "\(history)")
        #expect(history.output.contains("Freeze 2.0.0") && history.output.contains("no tags"), "\(history)")
        #expect(history.output.contains("shipped in 2.3"), "\(history)")
        let report = try Report(repository.run("history", "--format", "json")).json
        let fixtures = try #require(report["fixtures"] as? [[String: Any]])
        #expect(fixtures.map { $0["fixture"] as? String } == ["1.0.0", "2.0.0"])
        #expect((fixtures.last?["addedBy"] as? [String: Any])?["id"] as? String == commit)
        #expect(fixtures.first?["releases"] as? [String] == ["2.3"])
    }

    @Test func freezeNotesUncommittedFilesOfACommittedVersion() throws {
        let repository = try GateRepository()
        let file = "Sources/Stage.swift"
        let version = """
            import SwiftData
            enum OtherV1: VersionedSchema {
                static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
                static var models: [any PersistentModel.Type] { [Book.self] }
            }

            """
        try repository.folder.write(version, to: "Sources/Other.swift")
        try repository.folder.write(
            "import SwiftData\n@Model final class Book { var state: State = State.new; init() {} }\n",
            to: "Sources/Book.swift")
        try repository.folder.write("enum State: String, Codable { case new }\n", to: file)
        try repository.commit()
        let arguments = ["freeze", "1.0.0", "--plan", "Other", "--force"]
        func note() throws -> Bool {
            let freeze = try Tool.run(arguments, in: repository.folder.url, cache: repository.folder)
            #expect(freeze.status == 0, "\(freeze)")
            return freeze.errors.contains("was frozen with uncommitted changes in \(file)")
        }
        #expect(try !note())
        try repository.folder.write("enum State: String, Codable { case new, old }\n", to: file)
        #expect(try note())
        let json = try Tool.run(
            arguments + ["--format", "json"], in: repository.folder.url, cache: repository.folder)
        #expect(try Report(json).versions.first?["uncommitted"] as? [String] == [file])
        // The declaration isn't committed either, so nobody expects the fixture to match the commit.
        try repository.folder.write(version + "\n", to: "Sources/Other.swift")
        #expect(try !note())
        try repository.commit()
        #expect(try !note())
    }
}
