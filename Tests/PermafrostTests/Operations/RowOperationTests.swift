import Foundation
import SwiftData
import Testing

@testable import Permafrost

@Suite struct RowOperationTests {
    private func plan(@OperationBuilder _ operations: () -> [any MigrationOperation]) -> MigrationPlan {
        let stage = Stage(from: NotesV1.self, to: NotesV2.self, operations)
        return MigrationPlan(schemas: [NotesV1.self, NotesV2.self]) { stage }
    }

    private func note(_ title: String) -> NotesV1.Note { NotesV1.Note(title: title, body: "b", author: "Ada") }

    @Test func oldRowsAreDeletedBeforeValuesAreCapturedAndNewRowsAfterwards() throws {
        let store = try PlanStore()
        try store.fill(NotesV1.self) { context in
            for row in 0..<20 { context.insert(note("\(row)")) }
            context.insert(NotesV1.Folder(first: "a", last: "b"))
        }
        let run = MigrationRun()
        try store.migrate(
            plan {
                // Rows that the stage deletes lose no values, whether they are deleted before or after values are
                // captured.
                DeleteWhere(#Predicate<NotesV2.Note> { $0.content == "" && $0.headline == "7" })
                Rename(\NotesV1.Note.body, to: \NotesV2.Note.content)
                DeleteWhere(NotesV1.Note.self, #Predicate { $0.title == "3" })
                DeleteWhere(NotesV2.Note.self, #Predicate { $0.headline == "4" && $0.content == "b" })
                DeleteAll(NotesV2.Folder.self)
                Assert.preserved(\NotesV1.Note.title, as: \NotesV2.Note.headline)
            }, run: run)
        #expect(
            try store.column("SELECT ZHEADLINE FROM ZNOTE ORDER BY Z_PK")
                == (0..<20).filter { ![3, 4, 7].contains($0) }.map { "\($0)" })
        #expect(try store.column("SELECT COUNT(*) FROM ZFOLDER") == ["0"])
        #expect(run.current.changedRows == ["Note": 3 + 18, "Folder": 1])
    }

    @Test func deduplicationKeepsOneRowAndItsLinks() throws {
        func names(_ keep: @escaping () -> any MigrationOperation) throws -> (tags: [String], links: [String]) {
            let store = try PlanStore()
            try store.fill(NotesV1.self) { context in
                let tags = ["red", "blue", "red", nil, nil, "red", "e\u{301}", "\u{e9}"].map { NotesV1.Tag(name: $0) }
                for tag in tags {
                    context.insert(tag)
                    try context.save()
                }
                for (index, tag) in tags.enumerated() {
                    let note = note("\(index)")
                    context.insert(note)
                    note.tags = [tag]
                }
                context.insert(NotesV1.Draft(text: "of the last", tag: tags[5]))
            }
            try store.migrate(
                plan {
                    keep()
                    Reconnect(\NotesV1.Note.tags, to: \NotesV2.Note.labels)
                })
            return (
                try store.column("SELECT Z_PK FROM ZTAG ORDER BY Z_PK"),
                try store.column(
                    """
                    SELECT n.ZHEADLINE || '>' || t.Z_PK FROM ZNOTE n
                    LEFT JOIN Z_\(try store.column("SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Note'")[0])LABELS j
                    ON n.Z_PK = j.Z_\(try store.column("SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Note'")[0])LABELLED
                    LEFT JOIN ZTAG t ON t.Z_PK = j.Z_\(
                        try store.column("SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Tag'")[0])LABELS
                    ORDER BY n.ZHEADLINE
                    """) + store.column("SELECT ZTAG FROM ZDRAFT")
            )
        }
        let first = try names { Deduplicate(\NotesV1.Tag.name, keep: .first) }
        #expect(first.tags == ["1", "2", "4", "5", "7", "8"])
        #expect(first.links == ["0>1", "1>2", "2>1", "3>4", "4>5", "5>1", "6>7", "7>8", "1"])
        let last = try names { Deduplicate(\NotesV1.Tag.name, keep: .last) }
        #expect(last.tags == ["2", "4", "5", "6", "7", "8"])
        #expect(last.links == ["0>6", "1>2", "2>6", "3>4", "4>5", "5>6", "6>7", "7>8", "6"])
        let chosen = try names { Deduplicate(\NotesV1.Tag.name, keep: { rows in rows[1] }) }
        #expect(chosen.tags == ["2", "3", "4", "5", "7", "8"])
    }

    @Test func duplicatesAreFoundAcrossBatches() throws {
        let store = try PlanStore()
        try store.fill(NotesV1.self) { context in
            for row in 0..<500 { context.insert(NotesV1.Tag(name: "\(row % 450)")) }
        }
        try store.migrate(
            plan {
                Deduplicate(\NotesV1.Tag.name, keep: .first)
                Assert.unique(\NotesV2.Tag.name)
            }, run: MigrationRun(bound: MemoryBound(hashes: 7)))
        #expect(try store.column("SELECT COUNT(*), COUNT(DISTINCT ZNAME) FROM ZTAG") == ["450"])
    }

    @Test func linksAreKeptForEveryKindOfRelationship() throws {
        let store = try PlanStore()
        try store.fill(NotesV1.self) { context in
            let tags = ["a", "b", "c"].map { NotesV1.Tag(name: $0) }
            let folder = NotesV1.Folder(first: "f", last: "f")
            for tag in tags { context.insert(tag) }
            context.insert(folder)
            try context.save()
            for (index, own) in [[tags[2], tags[0]], [], [tags[1]]].enumerated() {
                let note = note("\(index)")
                context.insert(note)
                note.tags = own
                note.folder = index == 1 ? nil : folder
            }
        }
        let container = try store.migrate(
            plan {
                Reconnect(\NotesV1.Note.folder, to: \NotesV2.Note.folders)
                Reconnect(\NotesV1.Note.tags, to: \NotesV2.Note.labels)
                Reconnect(\NotesV1.Note.tags, to: \NotesV2.Note.mainTag) { tags in tags.last }
                Reconnect(
                    \NotesV1.Note.tags,
                    through: { (note: NotesV2.Note, tag: NotesV2.Tag) in
                        NotesV2.Labelling(note: note, tag: tag)
                    })
            })
        let context = ModelContext(container)
        let notes = try context.fetch(FetchDescriptor<NotesV2.Note>(sortBy: [SortDescriptor(\.headline)]))
        #expect(notes.map { $0.folders.map(\.persistentModelID.entityName) } == [["Folder"], [], ["Folder"]])
        #expect(notes.map { $0.labels.compactMap(\.name).sorted() } == [["a", "c"], [], ["b"]])
        #expect(notes.map { $0.mainTag?.name } == ["c", nil, "b"])
        #expect(
            try store.column(
                """
                SELECT n.ZHEADLINE || t.ZNAME FROM ZLABELLING l JOIN ZNOTE n ON n.Z_PK = l.ZNOTE
                JOIN ZTAG t ON t.Z_PK = l.ZTAG ORDER BY 1
                """) == ["0a", "0c", "2b"])
    }

    @Test func joinRowsBecomeLinks() throws {
        let store = try PlanStore()
        try store.fill(NotesV2.self) { context in
            let tags = ["a", "b"].map { NotesV2.Tag(name: $0) }
            for tag in tags { context.insert(tag) }
            for (index, own) in [[tags[0], tags[1]], [tags[1]]].enumerated() {
                let note = NotesV2.Note(headline: "\(index)")
                context.insert(note)
                for tag in own { context.insert(NotesV2.Labelling(note: note, tag: tag)) }
            }
        }
        // Backwards, because this plan has that order.
        let container = try store.migrate(
            MigrationPlan(schemas: [NotesV2.self, NotesV1.self]) {
                Stage(from: NotesV2.self, to: NotesV1.self) {
                    Reconnect(\NotesV2.Labelling.note, and: \NotesV2.Labelling.tag, to: \NotesV1.Note.tags)
                    Rename(\NotesV2.Note.headline, to: \NotesV1.Note.title)
                    Backfill(\NotesV1.Note.author, overwrite: true) { $0.title }
                }
            })
        let notes = try ModelContext(container).fetch(
            FetchDescriptor<NotesV1.Note>(sortBy: [SortDescriptor(\.title)]))
        #expect(notes.map { $0.tags.compactMap(\.name).sorted() } == [["a", "b"], ["b"]])
        #expect(notes.map(\.author) == ["0", "1"])
    }
}
