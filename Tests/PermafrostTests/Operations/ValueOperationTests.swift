import Foundation
import PermafrostModel
import SwiftData
import Testing

@testable import Permafrost

@Suite struct ValueOperationTests {
    private typealias Old = NotesV1.Note
    private typealias New = NotesV2.Note

    private func plan(@OperationBuilder _ operations: () -> [any MigrationOperation]) -> MigrationPlan {
        let stage = Stage(from: NotesV1.self, to: NotesV2.self, operations)
        return MigrationPlan(schemas: [NotesV1.self, NotesV2.self]) { stage }
    }

    private func store(rows: Int) throws -> PlanStore {
        let store = try PlanStore()
        try store.fill(NotesV1.self) { context in
            for row in 0..<rows {
                context.insert(
                    Old(
                        title: "title \(row)", body: "body \(row)", author: row % 3 == 0 ? "Ada" : "Ada \(row)",
                        weight: Double(row) / 8, mood: .init(level: row)))
            }
        }
        return store
    }

    /// The values fit in memory, or exceed the memory limit.
    @Test(arguments: [64 << 10, 100, 0])
    func allOfAStagesValuesAreCarriedInOnePass(valuesInMemory: Int) throws {
        let store = try store(rows: 12_000)
        let reports = Locked<[MigrationProgress]>([])
        let run = MigrationRun(
            report: { report in reports.withLock { $0.append(report) } },
            bound: MemoryBound(values: valuesInMemory))
        try store.migrate(
            plan {
                Assert.unique(\New.slug)
                Rename(\Old.title, to: \New.headline)
                Rename(\Old.body, to: \New.content)
                Backfill(\New.slug) { note in "\(note.content)-\(note.headline)" }
                Split(\Old.author, to: \New.firstName, \New.lastName) { name in
                    let parts = name.split(separator: " ")
                    return (String(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
                }
                Transform(from: \Old.weight, to: \New.grams) { Int($0 * 1000) }
                Transform(
                    from: \Old.mood, to: \New.level, capture: { $0.level % 2 == 0 ? $0 : nil }, build: { $0.level })
                Assert.noNulls(\New.headline)
                Assert.preserved(\Old.body, as: \New.content)
                Assert.count(of: New.self) { $0 == 12_000 }
            }, run: run)
        #expect(
            try store.rows(
                """
                SELECT COUNT(*) FROM ZNOTE WHERE ZHEADLINE = 'title ' || (Z_PK - 1) AND ZCONTENT = 'body ' || (Z_PK - 1)
                AND ZSLUG = ZCONTENT || '-' || ZHEADLINE AND ZFIRSTNAME = 'Ada'
                AND ZLASTNAME IS CASE (Z_PK - 1) % 3 WHEN 0 THEN NULL ELSE '' || (Z_PK - 1) END
                AND ZGRAMS = (Z_PK - 1) * 125
                AND ZLEVEL IS CASE (Z_PK - 1) % 2 WHEN 0 THEN Z_PK - 1 ELSE NULL END
                """) == [[.integer(12_000)]])
        #expect(run.current.changedRows == ["Note": 12_000])
        let passes = reports.withLock { $0 }.filter { $0.phase == .operations && $0.rows > 0 }
        #expect(passes.map(\.rows) == [5000, 10_000, 12_000])
        var phases: [MigrationProgress.Phase] = []
        for phase in reports.withLock({ $0 }).map(\.phase) where phases.last != phase { phases.append(phase) }
        #expect(phases == [.capture, .migration, .operations, .assertions])
    }

    /// A closure must not change other objects. If it does, assertions are checked again.
    @Test(arguments: [false, true])
    func assertionsAreRepeatedAfterAClosureChangesAnotherRow(isAnotherBatch: Bool) throws {
        let store = try store(rows: 6000)
        let last = isAnotherBatch ? "title 5999" : "title 2"
        let error = store.failure(
            plan {
                Backfill(\New.slug) { note in
                    if note.headline == last {
                        let first = try note.modelContext?.fetch(
                            FetchDescriptor<New>(predicate: #Predicate { $0.headline == "title 1" }))
                        first?.first?.slug = "same"
                        return "same"
                    }
                    return note.headline
                }
                Assert.unique(\New.slug)
            })
        #expect(error?.cause == .stage(.assertionFailed(found: "1 value occurs more than once, such as same")))
    }

    @Test func mergedValuesComeFromTheOldRow() throws {
        let store = try PlanStore()
        try store.fill(NotesV1.self) { context in
            context.insert(NotesV1.Folder(first: "Grace", last: "Hopper"))
        }
        try store.migrate(
            plan {
                Merge(\NotesV1.Folder.first, \NotesV1.Folder.last, to: \NotesV2.Folder.fullName) { "\($0) \($1)" }
            })
        #expect(try store.column("SELECT ZFULLNAME FROM ZFOLDER") == ["Grace Hopper"])
    }

    @Test func backfillKeepsARowsOwnValueUnlessItOverwrites() throws {
        for (overwrite, expected) in [(false, ["own", "filled"]), (true, ["filled", "filled"])] {
            let store = try store(rows: 2)
            try store.migrate(
                plan {
                    CustomOperation(
                        "fill one",
                        didMigrate: { context in
                            for note in try context.fetch(FetchDescriptor<New>()) where note.headline == "title 0" {
                                note.slug = "own"
                                note.remark = "own"
                            }
                        })
                    Backfill(\New.slug, overwrite: overwrite) { _ in "filled" }
                    Backfill(\New.remark, overwrite: overwrite) { _ in "filled" }
                    Backfill(\New.token, overwrite: overwrite) { _ in UUID() }
                })
            #expect(try store.column("SELECT ZSLUG FROM ZNOTE ORDER BY Z_PK") == expected)
            #expect(try store.column("SELECT ZREMARK FROM ZNOTE ORDER BY Z_PK") == expected)
            // The declared default doesn't show which value the framework gave every row, so each row gets its own.
            #expect(Set(try store.rows("SELECT ZTOKEN FROM ZNOTE")).count == 2)
        }
    }

    @Test func aRenameThatTheModelDeclaresCapturesNothing() throws {
        let store = try store(rows: 3)
        let reports = Locked<[MigrationProgress]>([])
        try store.migrate(
            plan { Rename(\Old.title, to: \New.headline) },
            run: MigrationRun(report: { report in reports.withLock { $0.append(report) } }))
        #expect(reports.withLock { $0 }.allSatisfy { $0.rows == 0 })
        #expect(try store.column("SELECT ZHEADLINE FROM ZNOTE ORDER BY Z_PK") == ["title 0", "title 1", "title 2"])
    }

    @Test func everyKindOfValueRoundTrips() throws {
        func check<Value: Codable & Equatable>(_ values: Value...) throws {
            let codec = CellCodec<Value>()
            for bound in [1000, 0] {
                let cells = CapturedCells(file: SpillFile(bound: MemoryBound(values: bound)))
                for (index, value) in values.enumerated() { try cells.set(codec.encode(value), of: Int64(index)) }
                #expect(cells.isSpilled == (bound == 0))
                for (index, value) in values.enumerated() {
                    #expect(try cells.take(Int64(index)).map(codec.decode) == value)
                }
                #expect(try cells.lostCount() == 0)
            }
        }
        try check("", "a", "ü\u{0}x")
        try check(String?.none, "x")
        try check(Int.min, -1, 0, Int.max)
        try check(UInt64.max, 0)
        try check(Int8.min, Int8.max)
        try check(true, false)
        try check(Double.greatestFiniteMagnitude, -.infinity, 0.1, .leastNonzeroMagnitude)
        try check(Float.pi, -0.5)
        try check(Date.distantPast, .distantFuture, Date(timeIntervalSinceReferenceDate: 0.1))
        try check(Data(), Data([0, 255]))
        try check(UUID?.none, UUID())
        try check(URL(string: "https://example.org/a?b#c"), URL(string: "x", relativeTo: URL(string: "https://a.b/")))
        try check(Decimal(string: "12345678901234567890.123456789"), Decimal(-1))
        try check(NotesV1.Mood(level: 7))
        try check([Int?.none, 3], [])
        let nan = CellCodec<Double>()
        #expect(try nan.decode(nan.encode(.nan)).isNaN)
        #expect(try nan.decode(nan.encode(-0.0)).sign == .minus)
    }

    /// Captured values are found in any order of their keys, in memory and in a file.
    @Test func capturedValuesAreFoundInAnyOrder() throws {
        let keys = Array(stride(from: Int64(1), through: 900, by: 3)) + [.max, .max - 1, 0, -5, .min, 2, 2]
        for bound in [1000, 100, 0] {
            let cells = CapturedCells(file: SpillFile(bound: MemoryBound(values: bound)))
            for key in keys { try cells.set(.integer(key), of: key) }
            for key in keys { #expect(try cells.cell(of: key) == .integer(key)) }
            for key in keys.reversed() { #expect(try cells.cell(of: key) == .integer(key)) }
            for key in Int64(-6)...910 {
                #expect(try cells.cell(of: key) == (keys.contains(key) ? .integer(key) : nil))
            }
            // A value that is replaced after it was read ahead.
            try cells.set(.text("new"), of: 4)
            #expect(try cells.cell(of: 1) == .integer(1))
            #expect(try cells.cell(of: 4) == .text("new"))
            var found: [Int64] = []
            while case let part = try cells.cells(after: found.last, limit: 7), !part.isEmpty {
                found += part.map(\.key)
            }
            // A batch starts after a key, so the lowest key is never in one.
            #expect(found == Set(keys).sorted().filter { $0 != .min } || found == Set(keys).sorted())
            #expect(try cells.lostCount() == Set(keys).count)
        }
    }
}
