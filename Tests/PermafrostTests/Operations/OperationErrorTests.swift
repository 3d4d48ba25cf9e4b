import Foundation
import SwiftData
import Testing

@testable import Permafrost

@Suite struct OperationErrorTests {
    private struct Refusal: Error {}

    private func plan(@OperationBuilder _ operations: () -> [any MigrationOperation]) -> MigrationPlan {
        let stage = Stage(from: NotesV1.self, to: NotesV2.self, operations)
        return MigrationPlan(schemas: [NotesV1.self, NotesV2.self]) { stage }
    }

    private func store() throws -> PlanStore {
        let store = try PlanStore()
        try store.fill(NotesV1.self) { context in
            for name in ["a", "b", "b"] { context.insert(NotesV1.Tag(name: name)) }
            for title in ["x", "y"] { context.insert(NotesV1.Note(title: title, body: "same", author: "c")) }
        }
        return store
    }

    private struct Case: Sendable, CustomTestStringConvertible {
        var operation: any MigrationOperation
        var name: String
        var property: String?
        var cause: MigrationError.Cause
        var isRefusal = false
        var testDescription: String { name }
    }

    private static let cases = [
        Case(
            operation: Backfill(\NotesV2.Note.slug) { _ in throw Refusal() }, name: "Backfill Note.slug",
            property: "Note.slug", cause: .stage(.operationFailed), isRefusal: true),
        Case(
            operation: Transform(from: \NotesV1.Note.weight, to: \NotesV2.Note.grams) { _ in throw Refusal() },
            name: "Transform Note.weight → Note.grams", property: "Note.grams", cause: .stage(.operationFailed),
            isRefusal: true
        ),
        Case(
            operation: Merge(\NotesV1.Note.title, \NotesV1.Note.body, to: \NotesV2.Note.content) { _, _ in
                throw Refusal()
            }, name: "Merge Note.title, Note.body → Note.content", property: "Note.content",
            cause: .stage(.operationFailed),
            isRefusal: true),
        Case(
            operation: Deduplicate(\NotesV1.Tag.name, keep: { _ in throw Refusal() }), name: "Deduplicate Tag.name",
            property: "Tag.name", cause: .stage(.operationFailed), isRefusal: true),
        Case(
            operation: CustomOperation("mine", didMigrate: { _ in throw Refusal() }), name: "mine",
            cause: .stage(.operationFailed), isRefusal: true),
        Case(
            operation: CustomOperation("mine", willMigrate: { _ in throw Refusal() }), name: "mine",
            cause: .stage(.operationFailed), isRefusal: true),
        Case(
            operation: Assert.unique(\NotesV2.Tag.name), name: "Assert.unique Tag.name", property: "Tag.name",
            cause: .stage(.assertionFailed(found: "1 value occurs more than once, such as b"))),
        Case(
            operation: Assert.noNulls(\NotesV2.Note.remark), name: "Assert.noNulls Note.remark",
            property: "Note.remark", cause: .stage(.assertionFailed(found: "2 rows without a value"))),
        Case(
            operation: Assert.count(of: NotesV2.Tag.self) { $0 < 3 }, name: "Assert.count Tag",
            cause: .stage(.assertionFailed(found: "3 rows"))),
        Case(
            operation: Assert.preserved(\NotesV1.Note.body, as: \NotesV2.Note.content),
            name: "Assert.preserved Note.body as Note.content", property: "Note.content",
            cause: .stage(.assertionFailed(found: "2 rows have a different value"))),
        Case(
            operation: Assert.custom("is well") { _ in false }, name: "Assert.custom is well",
            cause: .stage(.assertionFailed(found: "the check returned false"))),
        Case(
            operation: Backfill(\NotesV1.Note.body) { _ in "" }, name: "Backfill Note.body",
            cause: .plan(.invalid(["PermafrostTests.NotesV1.Note isn't a model of NotesV2."]))),
        Case(
            operation: DeleteAll(OtherNotes.Note.self), name: "DeleteAll Note",
            cause: .plan(
                .invalid([
                    "PermafrostTests.OperationErrorTests.OtherNotes.Note isn't a model of NotesV1 or NotesV2."
                ]))),
    ]

    enum OtherNotes {
        @Model final class Note {
            var title = ""
            init() {}
        }
    }

    @Test(arguments: cases.indices)
    func errorsNameStageOperationAndProperty(index: Int) throws {
        let expected = Self.cases[index]
        let store = try store()
        let error = try #require(store.failure(plan { [expected.operation] }))
        #expect(error.cause == expected.cause)
        #expect(error.stage == "1.0.0 → 2.0.0")
        #expect(error.operation == expected.name)
        #expect(error.property == expected.property)
        #expect((error.underlying is Refusal) == expected.isRefusal)
        #expect(error.description.contains("stage 1.0.0 → 2.0.0, \(expected.name)"))
        // No change of the migration is in the store.
        #expect(try store.column("SELECT ZBODY FROM ZNOTE") == ["same", "same"])
        #expect(try store.column("SELECT COUNT(*) FROM ZTAG") == ["3"])
    }

    @Test func aValueOfARemovedRowIsReported() throws {
        // The second version continues both entities of the first. A row vanishes without the operations' knowledge.
        let cells = CapturedCells(file: SpillFile())
        try cells.set(.integer(1), of: 1)
        try cells.set(.integer(2), of: 2)
        #expect(try cells.take(1) == .integer(1))
        #expect(try cells.lostCount() == 1)
        cells.beginArrivals()
        try cells.arrive(1)
        try cells.arrive(2)
        #expect(try cells.lostCount() == 0)
    }

    @Test func valuesCapturedForAnotherEntityAreLost() throws {
        let store = try store()
        let error = try #require(
            store.failure(plan { Rename(\NotesV1.Note.body, to: \NotesV2.Folder.fullName) }))
        #expect(error.cause == .stage(.valueLost(count: 2)))
        #expect(error.property == "Folder.fullName")
        #expect(error.operation == "Rename Note.body → Folder.fullName")
    }

    @Test func aMigrationCanBeEndedBetweenBatches() throws {
        struct Ended: Error {}
        let store = try PlanStore()
        try store.fill(NotesV1.self) { context in
            for row in 0..<6000 { context.insert(NotesV1.Tag(name: "\(row)")) }
        }
        let counter = Counter()
        let error = try #require(
            store.failure(
                plan { Backfill(\NotesV2.Tag.name, overwrite: true) { "\($0.name ?? "")!" } },
                run: MigrationRun(
                    report: { if $0.rows == 5000 { counter.isReached = true } },
                    checkCancelled: { if counter.isReached { throw MigrationError(.cancelled) } })))
        #expect(error.cause == .cancelled)
        #expect(error.operation == "Backfill Tag.name")
        #expect(try store.column("SELECT COUNT(*) FROM ZTAG WHERE ZNAME LIKE '%!'") == ["0"])
    }

    private final class Counter: @unchecked Sendable {
        // Written and read on the thread that migrates.
        var isReached = false
    }

    @Test func aPlanForAnOlderVersionIsRefused() throws {
        let store = try PlanStore()
        try store.fill(NotesV2.self) { $0.insert(NotesV2.Tag(name: "a")) }
        let plans = [
            MigrationPlan(schemas: [NotesV1.self]) {},
            MigrationPlan(schemas: [NotesV2.self, NotesV1.self]) {},
            MigrationPlan(schemas: [NotesV1.self, NotesV2.self]) {
                Stage(from: NotesV2.self, to: NotesV1.self)
            },
        ]
        for (plan, schema) in zip(plans, [NotesV1.self, NotesV1.self, NotesV1.self] as [any VersionedSchema.Type]) {
            let wanted = Schema(versionedSchema: schema)
            let error = try #require(
                #expect(throws: MigrationError.self) {
                    try plan.open(store.configuration(wanted).url, as: schema)
                })
            #expect(error.coreDataCode == 134_506)
            #expect(try store.column("SELECT ZNAME FROM ZTAG") == ["a"])
        }
    }
}
