import Foundation
import PermafrostModel
import PermafrostStore
import PermafrostTestSupport
import Testing

/// A version has shipped if the sources at a release tag declare it, even if no tag contains its fixture.
@Suite struct DeclaredReleaseTests {
    /// A repository whose tag v1.0 declares two versions without fixtures. The branch main has their fixtures.
    private static func adopted(_ change: (GateRepository) throws -> Void = { _ in }) throws -> GateRepository {
        let repository = try GateRepository()
        try repository.git("rm", "--quiet", "-r", "--cached", "Fixtures")
        try repository.git("commit", "--quiet", "--message", "release")
        try repository.git("tag", "v1.0")
        try change(repository)
        try repository.commit()
        try repository.git("switch", "--quiet", "--create", "change")
        return repository
    }

    private static let third = """
        enum NotesV3: VersionedSchema {
            static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
            static var models: [any PersistentModel.Type] { [Note.self] }
            @Model final class Note {
                var title: String = ""
                var isPinned: Bool = false
                var stars: Int?
                init() {}
            }
        }

        """

    /// Declares version 3.0.0, and freezes it.
    private static func addThird(_ repository: GateRepository) throws {
        try repository.folder.edit("Sources/Notes.swift", "enum NotesPlan", third + "enum NotesPlan")
        try repository.folder.edit("Sources/Notes.swift", "NotesV2.self] }\n", "NotesV2.self, NotesV3.self] }\n")
        try repository.folder.edit(
            "Sources/Notes.swift", "toVersion: NotesV2.self)]",
            "toVersion: NotesV2.self), .lightweight(fromVersion: NotesV2.self, toVersion: NotesV3.self)]")
        #expect(try repository.run("freeze", "3.0.0").status == 0)
    }

    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let codes: [String]
        let make: @Sendable (GateRepository) throws -> Void

        init(_ name: String, _ codes: [String], _ make: @escaping @Sendable (GateRepository) throws -> Void) {
            testDescription = name
            self.codes = codes
            self.make = make
        }
    }

    static let changes = [
        Change("an edit", ["PF0101 error", "PF0102 error"]) { try $0.editVersion() },
        Change("an edit, with the fixture replaced", ["PF0117 error"]) {
            try $0.editVersion()
            try $0.replaceFixture()
        },
        Change("an edit, with the fixture deleted", ["PF0117 error"]) {
            try $0.editVersion()
            try $0.remove("Fixtures/1.0.0")
        },
        Change("all fixtures deleted", ["PF0117 error", "PF0117 error"]) { try $0.remove("Fixtures") },
        Change("a replaced fixture of a renamed plan", ["PF0117 error"]) {
            try $0.editVersion()
            try $0.folder.edit("Sources/Notes.swift", "enum NotesPlan", "enum NewPlan")
            try $0.replaceFixture()
        },
        Change("a new version", []) { try addThird($0) },
        Change("no change", []) { _ in },
    ]

    @Test(arguments: changes) func theGateIsClosed(_ change: Change) throws {
        let repository = try Self.adopted()
        try change.make(repository)
        try repository.commit()
        let codes = try repository.codes("--base", "main").filter { !$0.hasPrefix("PF0105") }
        #expect(codes.sorted() == change.codes)
    }

    @Test func forceIsRefusedAndNotProposed() throws {
        let repository = try Self.adopted()
        try repository.editVersion()
        #expect(try !repository.run("check").output.contains("--force"))
        // A freeze of another version reports the drift too.
        try repository.remove("Fixtures/2.0.0")
        let other = try repository.run("freeze", "2.0.0")
        #expect(other.errors.contains("PF0101") && !other.errors.contains("--force"), "\(other)")
        let before = try repository.folder.files(below: "Fixtures")
        let refused = try repository.run("freeze", "1.0.0", "--force")
        #expect(refused.status == 2, "\(refused)")
        #expect(refused.errors.contains("v1.0 declares it"), "\(refused)")
        #expect(
            refused.errors.contains("If v1.0 isn't a release") && refused.errors.contains("\"releaseTags\": []"),
            "\(refused)")
        #expect(try repository.folder.files(below: "Fixtures") == before)
        try repository.remove("Fixtures/1.0.0")
        for arguments in [["1.0.0"], ["1.0.0", "--force"], ["--all"]] {
            let missing = try Tool.run(["freeze"] + arguments, in: repository.folder.url, cache: repository.folder)
            #expect(
                missing.status == 2 && missing.errors.contains("v1.0 declares it")
                    && missing.errors.contains("git checkout"), "\(missing)")
            #expect(!FileManager.default.fileExists(atPath: repository.folder.path("Fixtures/1.0.0")))
        }
    }

    @Test func settingsExcludeATag() throws {
        let repository = try Self.adopted {
            try $0.folder.write(#"{ "formatVersion": 1, "releaseTags": [] }"#, to: "Fixtures/settings.json")
        }
        try repository.editVersion()
        #expect(try repository.run("freeze", "1.0.0", "--force").status == 0)
    }

    @Test func anUnshippedVersionIsStillReplaced() throws {
        let repository = try Self.adopted { try Self.addThird($0) }
        try repository.folder.edit("Sources/Notes.swift", "var stars: Int?", "var stars: Double?")
        let forced = try repository.run("freeze", "3.0.0", "--force")
        #expect(forced.status == 0, "\(forced)")
        try repository.commit()
        #expect(try repository.codes("--base", "main") == ["PF0118 warning"])
    }

    /// A version that nobody has released yet may change, even if the base declares it and a later tag contains it.
    @Test("an edit since the base", arguments: [(isTaggedBefore: true, status: 1), (isTaggedBefore: false, status: 0)])
    func editSinceBase(isTaggedBefore: Bool, status: Int32) throws {
        let repository = try Self.adopted { try Self.addThird($0) }
        try repository.git("switch", "--quiet", "main")
        try repository.remove("Fixtures/3.0.0")
        try repository.commit()
        if isTaggedBefore { try repository.git("tag", "v3.0") }
        try repository.git("switch", "--quiet", "--create", "edit")
        try repository.folder.edit("Sources/Notes.swift", "var stars: Int?", "var stars: Double?")
        try repository.commit()
        if !isTaggedBefore { try repository.git("tag", "v3.0") }
        let check = try repository.run("check", "--base", "main")
        #expect(check.status == status, "\(check)")
        #expect(check.output.contains("PF0101") == isTaggedBefore, "\(check)")
    }

    @Test func aFirstFreezeRefusesAnEdit() throws {
        let repository = try Self.adopted { try $0.remove("Fixtures") }
        try repository.editVersion()
        for arguments in [["--all"], ["1.0.0"], ["1.0.0", "--force"]] {
            let refused = try Tool.run(["freeze"] + arguments, in: repository.folder.url, cache: repository.folder)
            #expect(refused.status == 2, "\(refused)")
            #expect(
                refused.errors.contains("permafrost freeze 1.0.0 --at v1.0")
                    && refused.errors.contains("permafrost new-version"), "\(refused)")
            #expect(!FileManager.default.fileExists(atPath: repository.folder.path("Fixtures/1.0.0")))
        }
        #expect(try repository.run("freeze", "1.0.0", "--at", "v1.0").status == 0)
    }

    @Test func aCorrectedFixtureIsANote() throws {
        let repository = try Self.adopted {
            try $0.editVersion()
            try $0.replaceFixture()
        }
        #expect(try repository.run("freeze", "1.0.0", "--at", "v1.0", "--force").status == 0)
        try repository.git("checkout", "v1.0", "--", "Sources")
        try repository.commit()
        #expect(try repository.codes("--base", "main") == ["PF0118 note"])
    }

    @Test func aShallowCloneDoesNotShowWhatShipped() throws {
        let repository = try Self.adopted()
        try repository.commit()
        let clone = try ScratchFolder()
        try repository.git(
            "clone", "--quiet", "--depth", "1", "--no-tags", "file://" + repository.folder.url.path,
            clone.path("shallow"))
        let project = clone.path("shallow")
        let source = try String(contentsOfFile: project + "/Sources/Notes.swift", encoding: .utf8)
        try clone.write(
            source.replacing("var isPinned: Bool = false", with: "var isPinned: Bool?"),
            to: "shallow/Sources/Notes.swift")
        let refused = try Tool.run("freeze", "2.0.0", "--force", "--project", project, in: clone)
        #expect(refused.status == 2 && refused.errors.contains("git fetch --unshallow --tags"), "\(refused)")
        try FileManager.default.removeItem(atPath: project + "/Fixtures/2.0.0")
        let check = try Tool.run("check", "--project", project, in: clone)
        #expect(check.status == 2, "\(check)")
        #expect(check.output.contains("PF0118") && check.output.contains("git fetch --unshallow --tags"), "\(check)")
    }

    @Test func theTagsOfReleasesHaveANumber() throws {
        let repository = try Self.adopted()
        try repository.git("tag", "--delete", "v1.0")
        try repository.git("tag", "nightly-1.0", "HEAD~1")
        try repository.editVersion()
        #expect(try repository.run("check").output.contains("can't tell which versions shipped"))
        try repository.git("tag", "before-the-release", "HEAD~1")
        #expect(try repository.run("freeze", "1.0.0", "--force").status == 2)
        // A tag without a number isn't a release if another tag has one.
        try repository.git("tag", "v0.9", "HEAD~1")
        #expect(try repository.run("freeze", "1.0.0", "--force").errors.contains("v0.9 declares it"))
    }

    @Test func equalContentsAreANote() throws {
        let repository = try GateRepository()
        try repository.git("tag", "v1.0")
        // Another run gives the store another UUID.
        let path = repository.folder.path("Fixtures/1.0.0/App-1_0_0.sqlite")
        try repository.replaceUUID(ofStoreAt: path)
        try repository.writeChecksums(in: "Fixtures/1.0.0")
        try repository.commit()
        #expect(try repository.codes() == ["PF0117 note"])
        #expect(try repository.run("check").status == 0)
    }
}

extension GateRepository {
    /// Gives a store a different UUID.
    fileprivate func replaceUUID(ofStoreAt path: String) throws {
        let connection = try SQLiteConnection(path: path, mode: .create)
        try connection.execute("UPDATE Z_METADATA SET Z_UUID = '00000000-0000-4000-8000-000000000000'")
    }

    /// Writes the checksums of a fixture's files again, as a freeze records them.
    fileprivate func writeChecksums(in path: String) throws {
        let (name, metadata) = (path + "/schema-1_0_0.sha256", path + "/export_metadata.txt")
        var texts = try [name, metadata].map { try String(contentsOfFile: folder.path($0), encoding: .utf8) }
        for line in texts[0].split(separator: "\n") {
            let data = try Data(contentsOf: URL(filePath: folder.path(path + "/" + line.dropFirst(66))))
            let checksum = Digest.hex(Digest.sha256(Array(data)))
            texts = texts.map { $0.replacing(line.prefix(64), with: checksum) }
        }
        for (text, file) in zip(texts, [name, metadata]) { try folder.write(text, to: file) }
    }
}
