import Foundation
import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostFixtures
@testable import PermafrostStore

/// Comparing many rows at once has the same result as comparing each row.
@Suite struct EqualRowsTests {
    /// SQL literals of values that a comparison could confuse, such as `1`, `1.0` and `'1'`.
    private static let literals = [
        "NULL", "0", "1", "-1", "1.0", "0.0", "-0.0", "0.1", "9e999", "-9e999", "9e999 - 9e999", "9223372036854775807",
        "-9223372036854775808", "9007199254740993", "9007199254740992.0", "''", "x''", "'1'", "x'31'", "'1.0'",
        "'text'", "x'74657874'", "CAST(x'6100620063' AS TEXT)", "CAST(x'FF' AS TEXT)", "'e' || char(769)", "char(233)",
        "zeroblob(70)", "zeroblob(9000)", "zeroblob(2000000)", "hex(zeroblob(3000))",
    ]

    private static let optional = [AttributeType.string, .int64, .double, .date, .decimal, .boolean, .binary, .uuid]

    private static func model(isNewer: Bool) -> SchemaModel {
        let new = [
            Attribute(name: "rank", type: .int32, defaultValue: .integer(1)),
            Attribute(name: "free", type: .string, isOptional: true),
        ]
        let old = optional.map { Attribute(name: $0.name + "Value", type: $0, isOptional: true) }
        return SchemaModel(entities: [
            Entity(name: "Item", properties: (old + (isNewer ? new : [])).map { .attribute($0) })
        ])
    }

    /// Rewrites a table with the same rows, but with its columns in reverse order and declared by a closure. If the
    /// closure removes the primary key, each row is compared separately.
    private static func rewrite(_ path: String, columns: (String) -> String) throws {
        let connection = try SQLiteConnection(path: path, mode: .create)
        let table = try connection.rows("PRAGMA table_info(ZITEM)").compactMap { row -> (name: String, type: String)? in
            guard case .text(let name) = row[1], case .text(let type) = row[2] else { return nil }
            return (name, type)
        }
        let names = table.map(\.name).joined(separator: ", ")
        let declared = table.reversed().map { columns($0.name + " " + $0.type) }.joined(separator: ", ")
        try connection.execute(
            """
            CREATE TABLE OTHER (\(declared)); INSERT INTO OTHER (\(names)) SELECT \(names) FROM ZITEM;
            DROP TABLE ZITEM; ALTER TABLE OTHER RENAME TO ZITEM
            """)
    }

    /// Fills a store with rows of random values, at keys with gaps.
    private static func fill(_ path: String, _ random: inout SeededGenerator) throws {
        let connection = try SQLiteConnection(path: path, mode: .create)
        let columns = try connection.rows("PRAGMA table_info(ZITEM)").compactMap { row -> String? in
            guard case .text(let name) = row[1], !name.hasPrefix("Z_") else { return nil }
            return name
        }
        guard case .integer(let number)? = try connection.rows("SELECT Z_ENT FROM ZITEM").first?.first else { return }
        try connection.execute("BEGIN; DELETE FROM ZITEM")
        var key = Int64.random(in: -600...1, using: &random)
        for _ in 0..<Int.random(in: 1...700, using: &random) {
            let values = columns.map { _ in
                // Large values are rare, so that most stores have several rows in memory at a time.
                literals[Int.random(in: 0..<(literals.count - .random(in: 0...5, using: &random)), using: &random)]
            }
            let isLarge = Int.random(in: 0..<200, using: &random) == 0
            let texts = values.map { $0 == "zeroblob(2000000)" && !isLarge ? "2" : $0 }
            try connection.execute(
                "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, \(columns.joined(separator: ", "))) "
                    + "VALUES (\(key), \(number), 1, \(texts.joined(separator: ", ")))")
            key += Int.random(in: 0..<50, using: &random) == 0 ? .random(in: 1...10_000, using: &random) : 1
        }
        try connection.execute("COMMIT")
    }

    /// Changes some rows of a store.
    private static func change(_ path: String, _ random: inout SeededGenerator) throws {
        let connection = try SQLiteConnection(path: path, mode: .create)
        let keys = try connection.rows("SELECT Z_PK FROM ZITEM ORDER BY Z_PK")
        let columns = optional.map { "Z" + $0.name.uppercased() + "VALUE" }
        for _ in 0..<[0, 1, 1, 2, 5][Int.random(in: 0..<5, using: &random)] {
            guard case .integer(let key)? = keys.randomElement(using: &random)?.first else { return }
            let value = literals[Int.random(in: 0..<literals.count, using: &random)]
            let column = columns[Int.random(in: 0..<columns.count, using: &random)]
            switch Int.random(in: 0..<8, using: &random) {
            case 0: try connection.execute("DELETE FROM ZITEM WHERE Z_PK = \(key)")
            case 1: try connection.execute("UPDATE ZITEM SET Z_PK = Z_PK + 100000 WHERE Z_PK = \(key)")
            case 2: try connection.execute("UPDATE ZITEM SET Z_ENT = 99 WHERE Z_PK = \(key)")
            case 3: try connection.execute("UPDATE ZITEM SET ZRANK = \(value), ZFREE = 'x' WHERE Z_PK = \(key)")
            default: try connection.execute("UPDATE ZITEM SET \(column) = \(value) WHERE Z_PK = \(key)")
            }
        }
    }

    private static func compare(_ old: String, _ new: String) throws -> DataDiff {
        try PreservationCheck(
            before: ComparedStore(path: old), after: ComparedStore(path: new), between: [],
            defaults: DeclaredDefaults(versions: [DeclaredDefaults.Version(declared: model(isNewer: true))]),
            expecting: [], subject: "test"
        ).run()
    }

    @Test(arguments: 0..<24) func comparingManyRowsEqualsComparingEach(seed: Int) throws {
        let folder = try ScratchFolder()
        let (old, new) = (folder.path("old.store"), folder.path("new.store"))
        var random = SeededGenerator(state: UInt64(seed) &* 7_919 &+ 1)
        try StoreWriter(model: Self.model(isNewer: false), seed: [3], rowsPerEntity: 1).write(to: old)
        try Self.fill(old, &random)
        try SQLiteConnection(path: old, mode: .create).execute("PRAGMA wal_checkpoint(TRUNCATE)")
        try FileManager.default.copyItem(atPath: old, toPath: new)
        try ModelMigration(path: new).run(from: Self.model(isNewer: false), to: Self.model(isNewer: true))
        try Self.change(new, &random)
        let quick = try Self.compare(old, new)
        try Self.rewrite(new) { $0.hasPrefix("Z_PK ") ? "Z_PK INTEGER PRIMARY KEY" : $0 }
        #expect(try Self.compare(old, new) == quick, "columns in another order")
        try Self.rewrite(new) { $0 }
        #expect(try Self.compare(old, new) == quick, "each row separately")
    }
}
