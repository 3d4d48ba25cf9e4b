import Foundation
import PermafrostStore
import PermafrostTestSupport
import Testing

/// Stores whose metadata is current, and whose tables aren't, such as after a failed repair. The commands name the parts.
@Suite struct TableDefectTests {
    private static let source = """
        import SwiftData

        enum NotesV1: VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] { [Note.self, Label.self] }
            @Model final class Note {
                @Attribute(.unique) var title: String = ""
                var body: String?
                @Relationship(inverse: \\Label.notes) var labels: [Label] = []
                init() {}
            }
            @Model final class Label {
                var notes: [Note] = []
                init() {}
            }
        }

        enum NotesV2: VersionedSchema {
            static let versionIdentifier = Schema.Version(2, 0, 0)
            static var models: [any PersistentModel.Type] { [Note.self, Label.self, Folder.self] }
            @Model final class Note {
                @Attribute(.unique) var title: String = ""
                var body: String?
                var pinned: Bool = false
                @Relationship(inverse: \\Label.notes) var labels: [Label] = []
                init() {}
            }
            @Model final class Label {
                var notes: [Note] = []
                init() {}
            }
            @Model final class Folder {
                var name: String = ""
                init() {}
            }
        }

        enum NotesPlan: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { [NotesV1.self, NotesV2.self] }
            static var stages: [MigrationStage] { [.lightweight(fromVersion: NotesV1.self, toVersion: NotesV2.self)] }
        }
        """

    /// A change of a store's tables, with the message and the kind in JSON. They are nil for a sound store.
    struct Change: Sendable, CustomTestStringConvertible {
        let sql: String
        let message: String?
        let kind: String?
        var isMissingPart = true
        var note: String?

        var testDescription: String { sql }
    }

    static let changes = [
        Change(
            sql: "DROP TABLE ZFOLDER", message: "the table ZFOLDER is missing (Folder)", kind: "missingTable"),
        Change(
            sql: "ALTER TABLE ZNOTE DROP COLUMN ZPINNED",
            message: "the table ZNOTE has no column ZPINNED (Note.pinned)",
            kind: "missingColumn"),
        Change(
            sql: "DROP TABLE Z_2NOTES", message: "the table Z_2NOTES is missing (the links of Label.notes)",
            kind: "missingJoinTable"),
        Change(
            sql: "DROP INDEX Z_Note_UNIQUE_title",
            message: "the table ZNOTE has no unique index for the uniqueness constraint (title) of Note",
            kind: "missingUniqueIndex", isMissingPart: false),
        Change(
            sql: "ALTER TABLE ZNOTE DROP COLUMN ZPINNED; ALTER TABLE ZNOTE ADD COLUMN ZPINNED TEXT",
            message: "the column ZPINNED of the table ZNOTE has the type TEXT, not INTEGER (Note.pinned)",
            kind: "otherType", isMissingPart: false),
        Change(
            sql: "ALTER TABLE ZNOTE ADD COLUMN ZOLD VARCHAR", message: nil, kind: nil,
            note: "the model has no properties for these columns, which have no effect: ZNOTE.ZOLD"),
        Change(
            sql: "CREATE TABLE ZOLD (Z_PK INTEGER PRIMARY KEY); CREATE INDEX old ON ZNOTE (ZBODY)", message: nil,
            kind: nil),
    ]

    private static func project() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try folder.write(source, to: "Sources/App/Notes.swift")
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        return folder
    }

    private static func store(_ version: String, _ sql: String, in folder: ScratchFolder) throws {
        let name = version.replacing(".", with: "_")
        let path = folder.path("user.store")
        try FileManager.default.copyItem(atPath: folder.path("Fixtures/\(version)/App-\(name).sqlite"), toPath: path)
        try SQLiteConnection(path: path, mode: .create).execute(sql)
    }

    private static func defects(_ result: CommandResult) throws -> [[String: Any]] {
        try Report(result).json["defects"] as? [[String: Any]] ?? []
    }

    @Test(arguments: changes)
    func theCommandsNameTheParts(_ change: Change) throws {
        let folder = try Self.project()
        try Self.store("2.0.0", change.sql, in: folder)
        for command in [
            ["inspect", "user.store"], ["drift", "user.store"],
            ["migrate", "user.store", "--to", "2.0.0", "--dry-run"],
        ] {
            let result = try Tool.run(command, in: folder.url, cache: folder)
            let json = try Tool.run(command + ["--format", "json"], in: folder.url, cache: folder)
            #expect(result.status == (change.message == nil ? 0 : 1), "\(result)")
            #expect(json.status == result.status)
            #expect(try Self.defects(json).map { $0["kind"] as? String } == [change.kind].filter { $0 != nil })
            #expect(try Self.defects(json).first?["what"] as? String == change.message)
            if let message = change.message {
                #expect(result.output.contains("damaged: \(message)"), "\(result)")
                #expect(!result.output.contains("known:") && !result.output.contains("passed"), "\(result)")
            } else {
                #expect(!result.output.contains("damaged"), "\(result)")
            }
            if let note = change.note, command[0] != "migrate" {
                #expect(result.output.contains("note: \(note)"), "\(result)")
            }
        }
    }

    /// A store of an older version, which a migration to the newest version would fail on.
    @Test(arguments: [
        ("ALTER TABLE ZNOTE DROP COLUMN ZBODY", "the table ZNOTE has no column ZBODY (Note.body)", true),
        ("DROP INDEX Z_Note_UNIQUE_title", "the table ZNOTE has no unique index for", false),
    ])
    func aRehearsalOfADamagedStoreFails(_ sql: String, _ message: String, _ isMissingPart: Bool) throws {
        let folder = try Self.project()
        try Self.store("1.0.0", sql, in: folder)
        let result = try Tool.run("migrate", "user.store", "--to", "2.0.0", "--dry-run", in: folder)
        #expect(result.status == 1, "\(result)")
        #expect(result.output.hasPrefix("failed: a copy of user.store"), "\(result)")
        #expect(result.output.contains("damaged: \(message)"), "\(result)")
        #expect(result.output.contains("fix: Restore a backup of the store") == isMissingPart, "\(result)")
        #expect(result.output.contains("compared") != isMissingPart, "\(result)")
    }

    /// The tables are compared with the version that the metadata identifies, even if the store has no model cache.
    @Test func aStoreWithoutAModelIsComparedWithItsVersion() throws {
        let folder = try Self.project()
        try Self.store("2.0.0", "ALTER TABLE ZNOTE DROP COLUMN ZPINNED; DELETE FROM Z_MODELCACHE", in: folder)
        let drift = try Tool.run("drift", "user.store", in: folder)
        #expect(drift.status == 1 && drift.output.contains("the table ZNOTE has no column ZPINNED"), "\(drift)")
    }

    /// Metadata of version 2 in a store that wasn't migrated: the tables and the model cache are those of version 1.
    @Test func metadataOfANewerVersionDoesNotHideItsMissingParts() throws {
        let folder = try Self.project()
        try Self.store("1.0.0", "SELECT 1", in: folder)
        do {
            let newer = try StoreReader(path: folder.path("Fixtures/2.0.0/App-2_0_0.sqlite")).metadata()
            try SQLiteConnection(path: folder.path("user.store"), mode: .create)
                .prepare("UPDATE Z_METADATA SET Z_PLIST = ?").run([.blob(newer.propertyList)])
        }
        for command in [["drift", "user.store"], ["migrate", "user.store", "--to", "2.0.0", "--dry-run"]] {
            let result = try Tool.run(command, in: folder.url, cache: folder)
            #expect(result.status == 1, "\(result)")
            #expect(result.output.contains("the table ZFOLDER is missing (Folder)"), "\(result)")
            #expect(result.output.contains("the table ZNOTE has no column ZPINNED"), "\(result)")
        }
        // Without sources, only the contradiction is known.
        let inspect = try Tool.run("inspect", "user.store", in: folder)
        #expect(
            inspect.status == 0 && inspect.output.contains("doesn't match the recorded version hashes"), "\(inspect)")
    }

    @Test func aFindingNamesThePart() throws {
        let folder = try Self.project()
        try Self.store("2.0.0", "ALTER TABLE ZNOTE DROP COLUMN ZPINNED", in: folder)
        let result = try Tool.run("drift", "user.store", "--format", "github", in: folder)
        #expect(result.status == 1)
        #expect(result.output.contains("PF0114"), "\(result)")
        #expect(
            result.output.contains("In user.store, the table ZNOTE has no column ZPINNED (Note.pinned)"), "\(result)")
    }
}
