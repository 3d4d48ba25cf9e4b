import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostFixtures
@testable import PermafrostStore

/// Comparisons of stores with many rows find every difference.
@Suite struct ManyRowsComparisonTests {
    /// A change to the newer store, and the differences that it makes.
    struct Change: Sendable {
        var sql: String
        var differences: [(kind: DataDiff.Difference.Kind, row: Int64)] = []
        /// The number of rows that both stores have.
        var rows = 600
    }

    private static func model(isNewer: Bool) -> SchemaModel {
        let rank = Property.attribute(Attribute(name: "rank", type: .int32, defaultValue: .integer(1)))
        return SchemaModel(entities: [
            Entity(
                name: "Item",
                properties: [
                    .attribute(Attribute(name: "title", type: .string)),
                    .attribute(Attribute(name: "note", type: .string, isOptional: true)),
                    .attribute(Attribute(name: "count", type: .int64, isOptional: true)),
                    .attribute(Attribute(name: "ratio", type: .double)),
                    .attribute(Attribute(name: "content", type: .binary, isOptional: true)),
                ] + (isNewer ? [rank] : []))
        ])
    }

    private static func changes(at key: Int64) -> [Change] {
        [
            Change(sql: "UPDATE ZITEM SET ZTITLE = 'x' WHERE Z_PK = \(key)", differences: [(.value, key)]),
            Change(sql: "UPDATE ZITEM SET ZCONTENT = x'0102' WHERE Z_PK = \(key)", differences: [(.value, key)]),
            Change(sql: "DELETE FROM ZITEM WHERE Z_PK = \(key)", differences: [(.lostRow, key)], rows: 599),
            Change(
                sql: "UPDATE ZITEM SET Z_ENT = 99 WHERE Z_PK = \(key)",
                differences: [(.lostRow, key), (.newRow, key)], rows: 599),
            Change(
                sql: "UPDATE ZITEM SET ZRATIO = -0.5 WHERE Z_PK IN (\(key), 400)",
                differences: [(.value, min(key, 400)), (.value, max(key, 400))]),
        ]
    }

    private static func insertion(of key: Int64) -> Change {
        Change(
            sql: """
                INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZTITLE, ZRATIO) \
                SELECT \(key), Z_ENT, 1, 'new', 1 FROM ZITEM WHERE Z_PK = 1
                """, differences: [(.newRow, key)])
    }

    private static let changes: [Change] = {
        let keys: [Int64] = [1, 2, 255, 256, 257, 511, 512, 513, 600]
        let newKeys: [Int64] = [-5, 0, 601, .max]
        let others = [
            Change(sql: "SELECT 1"), Change(sql: "UPDATE ZITEM SET Z_OPT = 9"),
            Change(sql: "DELETE FROM ZITEM WHERE Z_PK > 20", rows: 20),
        ]
        return keys.flatMap(changes(at:)) + newKeys.map(insertion(of:)) + others
    }()

    @Test(arguments: changes) func everyDifferenceIsFound(_ change: Change) throws {
        let folder = try ScratchFolder()
        let (old, new) = (folder.path("old.store"), folder.path("new.store"))
        for path in [old, new] {
            try StoreWriter(model: Self.model(isNewer: false), seed: [3], rowsPerEntity: 600).write(to: path)
            try prepare(path)
        }
        try SQLiteConnection(path: new, mode: .create).execute(change.sql)
        let report = try PreservationCheck(comparing: old, with: new, subject: "test").run()
        check(report, change, attributes: 5)
    }

    /// Large values are compared completely.
    @Test func largeValuesAreCompared() throws {
        let folder = try ScratchFolder()
        let (old, new) = (folder.path("old.store"), folder.path("new.store"))
        for path in [old, new] {
            try StoreWriter(model: Self.model(isNewer: false), seed: [3], rowsPerEntity: 600).write(to: path)
            try prepare(path)
            try SQLiteConnection(path: path, mode: .create).execute(
                "UPDATE ZITEM SET ZCONTENT = zeroblob(20000) WHERE Z_PK > 300")
        }
        let change = Change(
            sql: "UPDATE ZITEM SET ZCONTENT = zeroblob(20001) WHERE Z_PK = 500", differences: [(.value, 500)])
        try SQLiteConnection(path: new, mode: .create).execute(change.sql)
        check(try PreservationCheck(comparing: old, with: new, subject: "test").run(), change, attributes: 5)
    }

    @Test(arguments: [
        Change(sql: "SELECT 1"),
        Change(sql: "UPDATE ZITEM SET ZRANK = 2 WHERE Z_PK = 1", differences: [(.notAtDefault, 1)]),
        Change(
            sql: "UPDATE ZITEM SET ZRANK = 2 WHERE Z_PK IN (257, 600)",
            differences: [(.notAtDefault, 257), (.notAtDefault, 600)]),
        Change(sql: "UPDATE ZITEM SET ZRANK = NULL WHERE Z_PK = 300", differences: [(.notAtDefault, 300)]),
    ]) func newValuesAreChecked(_ change: Change) throws {
        let folder = try ScratchFolder()
        let (old, new) = (folder.path("old.store"), folder.path("new.store"))
        for path in [old, new] {
            try StoreWriter(model: Self.model(isNewer: false), seed: [3], rowsPerEntity: 600).write(to: path)
            try prepare(path)
        }
        let newer = Self.model(isNewer: true)
        try ModelMigration(path: new).run(from: Self.model(isNewer: false), to: newer)
        try SQLiteConnection(path: new, mode: .create).execute(change.sql)
        let report = try PreservationCheck(
            before: ComparedStore(path: old), after: ComparedStore(path: new), between: [],
            defaults: DeclaredDefaults(versions: [DeclaredDefaults.Version(declared: newer)]), expecting: [],
            subject: "test"
        ).run()
        check(report, change, attributes: 5)
    }

    /// Gives the rows keys from 1 to 600, and values that differ from the values of the changes.
    private func prepare(_ path: String) throws {
        try SQLiteConnection(path: path, mode: .create).execute(
            "UPDATE ZITEM SET ZTITLE = 'title ' || Z_PK, ZRATIO = Z_PK, ZCONTENT = zeroblob(Z_PK)")
    }

    private func check(_ report: DataDiff, _ change: Change, attributes: Int) {
        // If many rows are lost, not all of them are reported.
        if change.rows >= 599 {
            #expect(report.differences.map(\.kind) == change.differences.map(\.kind), "\(change.sql)")
            #expect(report.differences.map(\.row) == change.differences.map(\.row), "\(change.sql)")
        }
        #expect(report.rows == change.rows, "\(change.sql)")
        #expect(report.values == change.rows * attributes, "\(change.sql)")
    }
}
