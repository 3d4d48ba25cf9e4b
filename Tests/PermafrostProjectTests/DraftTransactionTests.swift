import Foundation
import PermafrostSource
import PermafrostTestSupport
import Testing

@testable import PermafrostProject

/// A failed operation reverts its own edits only.
@Suite struct DraftTransactionTests {
    private struct Failure: Error {}

    /// Writes a draft, and fails when the project is read again to freeze its versions.
    private static func fail(_ files: [DraftFile], in project: TestProject) throws {
        let edits = edits(of: project)
        let outside = try ScratchFolder()
        let transaction = DraftTransaction(
            NextVersionDraft(files: files, added: [], testReferences: []),
            outcome: try project.project { $0.fixtures = outside.url.path }, edits: edits,
            session: FreezeSession(
                toolVersion: "1", date: "2026-01-01T00:00:00Z", held: HeldFixtures(unknown: .noCommit)))
        #expect(throws: DraftTransaction.RolledBack.self) {
            _ = try transaction.run(freezing: .all) { throw Failure() }
        }
    }

    private static func edits(of project: TestProject) -> SourceEdits {
        let place = JournalPlaces.Place(
            folder: PlacedFolder(base: project.folder.url.path, folder: "state"))
        return SourceEdits(
            directory: project.folder.url.path,
            journalsIn: JournalPlaces(places: [place], checkout: project.folder.url.path), command: "adopt", key: nil)
    }

    private static func project() throws -> TestProject {
        let project = try TestProject(LintSources.app(LintSources.user("var a: Int?")))
        try FileManager.default.createDirectory(
            at: project.folder.url.appending(path: "state"), withIntermediateDirectories: true)
        return project
    }

    @Test func aDraftIsReverted() throws {
        let project = try Self.project()
        let file = DraftFile(path: "New.swift", text: "// New\n", oldText: nil, changes: [])
        try Self.fail([file], in: project)
        #expect(try project.folder.files()["New.swift"] == nil)
    }

    @Test func theEditsOfAnEarlierRunStay() throws {
        let project = try Self.project()
        try Self.edits(of: project).write([("Earlier.swift", "// Earlier\n", true)], expecting: [:])
        try Self.fail([], in: project)
        #expect(try project.text("Earlier.swift") == "// Earlier\n")
    }
}
