import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostFixtures
@testable import PermafrostStore

/// Stores whose rows, keys and links were changed. Every kind of damage is found, and nothing intact is reported as
/// damaged.
@Suite struct StoreIntegrityTests {
    struct Change: Sendable, CustomTestStringConvertible {
        let sql: String
        let problem: String?

        var testDescription: String { sql }
    }

    /// An entity with an attribute of every type, and links in every form.
    static let model = SchemaModel(entities: [
        Entity(
            name: "Thing",
            properties: [
                .attribute(Attribute(name: "amount", type: .decimal)),
                .attribute(Attribute(name: "bytes", type: .binary)),
                .attribute(Attribute(name: "count", type: .int16)),
                .attribute(Attribute(name: "flag", type: .boolean)),
                .attribute(Attribute(name: "identifier", type: .uuid)),
                .attribute(Attribute(name: "large", type: .binary, isExternalStorage: true)),
                .attribute(Attribute(name: "link", type: .uri)),
                .attribute(Attribute(name: "note", type: .string, isOptional: true)),
                .attribute(
                    Attribute(
                        name: "place", type: .composite, isOptional: true,
                        elements: [Attribute(name: "x", type: .double), Attribute(name: "y", type: .int64)])),
                .attribute(Attribute(name: "ratio", type: .float)),
                .attribute(Attribute(name: "size", type: .double)),
                .attribute(Attribute(name: "title", type: .string)),
                .attribute(Attribute(name: "when", type: .date)),
                .relationship(Relationship(name: "owner", destination: "Owner", inverse: "things")),
                .relationship(
                    Relationship(name: "tags", destination: "Tag", inverse: "things", maximumCount: 0)),
            ]),
        Entity(
            name: "Owner",
            properties: [
                .relationship(Relationship(name: "things", destination: "Thing", inverse: "owner", maximumCount: 0))
            ]),
        Entity(
            name: "Tag",
            properties: [
                .relationship(Relationship(name: "things", destination: "Thing", inverse: "tags", maximumCount: 0))
            ]),
        Entity(name: "Person", properties: [.attribute(Attribute(name: "name", type: .string))]),
        Entity(
            name: "Pupil", superentity: "Person",
            properties: [.relationship(Relationship(name: "sponsor", destination: "Owner"))]),
    ])

    /// Cells of every type: valid ones, and cells that no save writes.
    static let cells: [Change] =
        sound("AMOUNT", "7", "7.5", "-9e999", "'7.25'") + unsound("AMOUNT", "x'00'", "CAST(x'37C3' AS TEXT)")
        + sound("BYTES", "x''", "x'00FF'", "x'5B5D'", "x'5BFF'", "x'7B7D'")
        + unsound("BYTES", "'text'", "1", "CAST('[\"' || char(65533) || '\"]' AS BLOB)")
        + sound("COUNT", "-1", "70000") + unsound("COUNT", "'one'", "1.5", "x'01'")
        + sound("FLAG", "0", "1") + unsound("FLAG", "2", "-1", "'yes'", "0.5", "x'01'")
        + sound("IDENTIFIER", "zeroblob(16)")
        + unsound("IDENTIFIER", "zeroblob(15)", "x''", "'0000000000000000'", "5")
        + sound("LARGE", "x'0141'", "x''") + unsound("LARGE", "x'0900'", "'text'", absentFile)
        + sound("LINK", "'https://example.org/é'", "''")
        + unsound("LINK", "x'00'", "CAST(x'68C3' AS TEXT)", "char(65533)")
        + sound("NOTE", "NULL", "'é🏔'", "'a' || char(0) || 'b'")
        + unsound("NOTE", "x'61'", "CAST(x'61FF' AS TEXT)", "CAST(x'EDA080' AS TEXT)")
        + sound("RATIO", "1", "1.5") + unsound("RATIO", "9e999", "'x'", "x'00'")
        + sound("SIZE", "1", "1.5") + unsound("SIZE", "-9e999", "'x'", "x'00'")
        + sound("TITLE", "''", "'é'") + unsound("TITLE", "x'61'", "CAST(x'C328' AS TEXT)")
        + sound("WHEN", "1", "1.5") + unsound("WHEN", "9e999", "'x'", "x'00'")

    /// Required values that are missing.
    static let missing: [Change] = [
        "AMOUNT", "BYTES", "COUNT", "FLAG", "IDENTIFIER", "LARGE", "LINK", "RATIO", "SIZE", "TITLE", "WHEN",
    ].map { set($0, "NULL", "Thing.\($0.lowercased()) of row 1 has no value") }

    /// A cell that refers to the missing file of a large value.
    private static let absentFile = "x'02' || CAST('3F2504E0-4F89-11D3-9A0C-0305E82C3301' AS BLOB) || x'00'"

    private static func sound(_ property: String, _ values: String...) -> [Change] {
        values.map { set(property, $0, nil) }
    }

    private static func unsound(_ property: String, _ values: String...) -> [Change] {
        values.map {
            set(
                property, $0,
                "Thing.\(property.lowercased()) of row 1 has a value that isn't valid for the property's type")
        }
    }

    private static func set(_ property: String, _ value: String, _ problem: String?) -> Change {
        Change(sql: "UPDATE ZTHING SET Z\(property) = \(value) WHERE Z_PK = 1", problem: problem)
    }

    /// Changes of keys, entities, save counts, links and pages.
    static let rows: [Change] = [
        Change(
            sql: "UPDATE ZTHING SET Z_PK = 900 WHERE Z_PK = 1", problem: "row 900 of Thing has a key that was never"),
        Change(sql: "UPDATE ZTHING SET Z_PK = -1 WHERE Z_PK = 1", problem: "row -1 of Thing has a key that was never"),
        Change(
            sql: "UPDATE ZTHING SET Z_ENT = 77 WHERE Z_PK = 1", problem: "row 1 of ZTHING doesn't belong to any entity"),
        Change(
            sql: "UPDATE ZTHING SET Z_ENT = NULL WHERE Z_PK = 1",
            problem: "row 1 of ZTHING doesn't belong to any entity"),
        Change(sql: "UPDATE ZTHING SET Z_OPT = 0 WHERE Z_PK = 1", problem: "row 1 of Thing has the save count 0"),
        Change(sql: "UPDATE ZTHING SET Z_OPT = NULL WHERE Z_PK = 1", problem: "row 1 of Thing has the save count 0"),
        Change(sql: "UPDATE ZTHING SET ZOWNER = NULL", problem: nil),
        Change(sql: "UPDATE ZTHING SET ZOWNER = 900 WHERE Z_PK = 1", problem: "Thing.owner refers to row 900"),
        Change(sql: "UPDATE ZTHING SET ZOWNER = 0 WHERE Z_PK = 1", problem: "Thing.owner refers to row 0"),
        Change(sql: "UPDATE ZTHING SET ZOWNER = 1.5 WHERE Z_PK = 1", problem: "Thing.owner refers to row 1.5"),
        Change(
            sql: "UPDATE ZTHING SET ZOWNER = 'one' WHERE Z_PK = 1",
            problem: "Thing.owner of row 1 has a value that isn't valid for the property's type"),
        Change(
            sql: "UPDATE ZTHING SET ZOWNER = 2; DELETE FROM ZOWNER WHERE Z_PK = 2",
            problem: "Thing.owner refers to row 2"),
        Change(
            sql: "UPDATE ZTHING SET ZOWNER = 2; UPDATE ZPERSON SET ZSPONSOR = NULL; DELETE FROM ZOWNER WHERE Z_PK = 1",
            problem: nil),
        Change(sql: "UPDATE ZTHING SET ZOWNER = 1; DELETE FROM ZOWNER", problem: "Thing.owner refers to row 1,"),
        Change(
            sql:
                "UPDATE ZPERSON SET ZSPONSOR = 900 WHERE Z_PK IN (SELECT Z_PK FROM ZPERSON WHERE ZSPONSOR IS NULL LIMIT 1)",
            problem: "Pupil.sponsor refers to row 900"),
        Change(sql: "DELETE FROM ZTAG WHERE Z_PK = 1", problem: "refers to row 1, which doesn't exist"),
        Change(
            sql: "ALTER TABLE ZTHING RENAME COLUMN ZNOTE TO ZOTHER",
            problem: "the table ZTHING has no column ZNOTE (Thing.note)"),
        Change(sql: "DROP TABLE ZTAG", problem: "the table ZTAG is missing (Tag)"),
        Change(sql: "CREATE INDEX extra ON ZTHING (ZTITLE)", problem: nil),
        // Damage that SQLite's quick check doesn't find.
        Change(
            sql: """
                CREATE INDEX extra ON ZTHING (ZTITLE); PRAGMA writable_schema=ON;
                UPDATE sqlite_master SET sql = 'CREATE INDEX extra ON ZTHING (ZNOTE)' WHERE name = 'extra'
                """, problem: "SQLite's integrity check failed"),
    ]

    @Test(arguments: cells + missing + rows)
    func isFound(_ change: Change) throws {
        let folder = try ScratchFolder()
        let path = folder.path("App.sqlite")
        try StoreWriter(model: Self.model, seed: [1]).write(to: path)
        #expect(try problems(path) == [])
        do { try SQLiteConnection(path: path, mode: .create).execute(change.sql) }
        let found = try problems(path)
        if let problem = change.problem {
            #expect(found.contains { $0.contains(problem) }, "\(found)")
        } else {
            #expect(found == [])
        }
    }

    private func problems(_ path: String) throws -> [String] {
        try StoreIntegrity(StoreReader(path: path), model: Self.model).problems
    }
}
