import Foundation
import PermafrostFixtures
import PermafrostMacros
import PermafrostModel
import PermafrostStore
import PermafrostTestSupport
import SwiftData
import Testing

@testable import Permafrost
@testable import PermafrostFreezing

@FreezeSchema(version: "1.0.0-test")
enum NotesSchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Note.self, Folder.self] }

    @Model final class Note {
        @Attribute(.unique) var key: UUID = UUID()
        var title: String = "untitled"
        var created: Date = Date.now
        var folder: Folder?
        init() {}
    }

    @Model final class Folder {
        var name: String?
        @Relationship(inverse: \Note.folder) var notes: [Note] = []
        init() {}
    }
}

/// The same version, edited after it was frozen.
@FreezeSchema(version: "1.0.0-test")
enum EditedNotesSchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Note.self, Folder.self] }

    @Model final class Note {
        @Attribute(.unique) var key: UUID = UUID()
        var title: String?
        var created: Date = Date.now
        var folder: Folder?
        init() {}
    }

    @Model final class Folder {
        var name: String?
        @Relationship(inverse: \Note.folder) var notes: [Note] = []
        init() {}
    }
}

/// Freezing live types with `@FreezeSchema` and comparing them.
@Suite struct FreezeSchemaTests {
    @Test func theTypeHasItsFrozenVersion() {
        #expect(NotesSchemaV1.frozenVersion == "1.0.0-test")
        #expect((NotesSchemaV1.self as Any) is any FreezableSchema.Type)
    }

    @Test func aFrozenVersionIsAnIntactFixtureWithoutDrift() throws {
        let folder = try ScratchFolder()
        let tree = folder.url.appending(path: "Fixtures")
        let fixture = try NotesSchemaV1.freeze(into: tree)
        #expect(fixture.path == tree.appending(path: "1.0.0-test").path)
        let frozen = try #require(
            try FixtureTree(directory: tree.path).contents().fixtures.first.map { FrozenVersion($0) })
        #expect(frozen.damage.isEmpty, "\(frozen.damage)")
        #expect(frozen.isStoreDerived)
        #expect(frozen.group == "NotesSchema")
        #expect(frozen.schema == "NotesSchemaV1")
        #expect(frozen.model?.versionHashes == (try LiveVersion.of(NotesSchemaV1.self).hashes))
        #expect(try NotesSchemaV1.checkDrift(in: tree).passed)
        // The tree is found from a source file below the folder, as it is for tests.
        #expect(try NotesSchemaV1.checkDrift(file: folder.path("Tests/App/Tests.swift")).passed)
    }

    @Test func anEditIsDrift() throws {
        let folder = try ScratchFolder()
        try NotesSchemaV1.freeze(into: folder.url)
        let report = try EditedNotesSchemaV1.checkDrift(in: folder.url)
        #expect(report.strongest == .identity)
        #expect(report.changes.allSatisfy { $0.subject == "Note.title" }, "\(report)")
        #expect(report.changes.contains { $0.change.aspect == .optionality })
    }

    @Test func aFixtureIsReplacedOnlyOnRequest() throws {
        let folder = try ScratchFolder()
        try NotesSchemaV1.freeze(into: folder.url, group: "Notes")
        let before = try folder.files()
        let version = EditedNotesSchemaV1.frozenVersion
        let path = folder.url.appendingPathComponent(version).path
        #expect(throws: FixtureError.alreadyFrozen(version: version, folder: path)) {
            try EditedNotesSchemaV1.freeze(into: folder.url)
        }
        #expect(try folder.files() == before)
        try EditedNotesSchemaV1.freeze(into: folder.url, replacing: true)
        #expect(try EditedNotesSchemaV1.checkDrift(in: folder.url).passed)
    }

    @Test(arguments: ["", "1767225600", "-1", "soon", "253402300800"])
    func theDateComesFromTheEnvironment(_ epoch: String) throws {
        let environment = ["SOURCE_DATE_EPOCH": epoch]
        switch epoch {
        case "": #expect(try !FrozenSchema<NotesSchemaV1>.date(environment).isEmpty)
        case "1767225600": #expect(try FrozenSchema<NotesSchemaV1>.date(environment) == "2026-01-01T00:00:00Z")
        default:
            #expect(throws: FixtureError.invalidDate(epoch)) { try FrozenSchema<NotesSchemaV1>.date(environment) }
        }
    }

    @Test func theSameTypesGiveTheSameBytes() throws {
        let first = try ScratchFolder()
        let second = try ScratchFolder()
        try NotesSchemaV1.freeze(into: first.url)
        try NotesSchemaV1.freeze(into: second.url)
        func files(_ folder: ScratchFolder) throws -> [String: Data] {
            // This file contains the time of freezing.
            try folder.files().filter { !$0.key.hasSuffix("export_metadata.txt") }
        }
        #expect(try files(first) == files(second))
        #expect(try files(first).count == 4)
    }

    @Test func withoutAFixtureTheErrorListsTheSearchedFolders() throws {
        let folder = try ScratchFolder()
        let error = #expect(throws: FixtureError.self) { try NotesSchemaV1.checkDrift(in: folder.url) }
        guard case .missing(version: "1.0.0-test", _, _, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
