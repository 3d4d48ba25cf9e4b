import Foundation
import PermafrostModel
import Testing

@testable import PermafrostStore

/// Stores made to waste time or memory, or to make a reader do what it should not.
@Suite("Stores made to do harm")
struct HostileStoreTests {
    private static let metadata =
        "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);"
    private static let endless =
        "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT COUNT(*) FROM c"

    /// A store of a small model, and a connection that may change it.
    private static func store(_ folder: ScratchFolder, rows: Int = 3) throws -> (path: String, writer: SQLiteConnection)
    {
        let path = folder.file("App.store")
        try StoreWriter(model: SampleModels.relationships.model, seed: [1], rowsPerEntity: rows).write(to: path)
        return (path, try SQLiteConnection(path: path, mode: .create))
    }

    @Test("Views, virtual tables and triggers are told and never run")
    func foreignObjects() throws {
        let folder = try ScratchFolder()
        let (path, writer) = try Self.store(folder)
        try writer.execute(
            """
            CREATE VIEW ZVIEW AS \(Self.endless);
            CREATE VIRTUAL TABLE ZSEARCH USING fts5(a);
            CREATE TRIGGER ZTRIGGER AFTER INSERT ON ZLABEL BEGIN DELETE FROM ZLABEL; END;
            """)
        let inspection = try StoreInspection(StoreReader(path: path))
        #expect(inspection.problems == [.foreignObjects(["ZVIEW", "ZSEARCH"])])
        #expect(!inspection.isIncomplete)
        #expect(inspection.rowCounts["Label"] == 3)
        #expect(!inspection.tables.contains { ["ZVIEW", "ZSEARCH"].contains($0.name) })
    }

    @Test(
        "A view in the place of a table that is read is no table",
        arguments: ["Z_PRIMARYKEY", "Z_MODELCACHE", "ZLABEL"])
    func viewInPlace(table: String) throws {
        let folder = try ScratchFolder()
        let (path, writer) = try Self.store(folder)
        let columns = try StoreReader(path: path).columns(of: table).map { "x AS \($0.name)" }.joined(separator: ", ")
        try writer.execute("DROP TABLE \(table)")
        try writer.execute(
            "CREATE VIEW \(table) AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT \(columns) FROM c"
        )
        let reader = try StoreReader(path: path)
        let inspection = try StoreInspection(reader)
        #expect(inspection.problems.contains(.foreignObjects([table])))
        #expect(try reader.columns(of: table).isEmpty)
        #expect(
            try StoreRows(reader, model: SampleModels.relationships.model).rows(of: "Label") == nil || table != "ZLABEL"
        )
    }

    @Test("Computed columns are not read")
    func computedColumns() throws {
        let folder = try ScratchFolder()
        let path = folder.file("App.store")
        let model = SchemaModel(entities: [
            Entity(name: "A", properties: [.attribute(Attribute(name: "b", type: .binary))])
        ])
        try StoreWriter(model: model, seed: [1], rowsPerEntity: 0).write(to: path)
        let writer = try SQLiteConnection(path: path, mode: .create)
        try writer.execute(
            """
            DROP TABLE ZA; CREATE TABLE ZA (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,
            ZB BLOB AS (zeroblob(100000000)) VIRTUAL); INSERT INTO ZA VALUES (1, 1, 1), (2, 1, 1)
            """)
        let reader = try StoreReader(path: path)
        let rows = try #require(try StoreRows(reader, model: model).rows(of: "A"))
        #expect(rows.columns.missing == ["b"])
        var count = 0
        while try rows.next() { count += 1 }
        #expect(count == 2)
    }

    @Test("Queries over all rows end where a table's pages lead in a circle")
    func circularPages() throws {
        let folder = try ScratchFolder()
        let (path, writer) = try Self.store(folder, rows: 0)
        try writer.execute(
            """
            PRAGMA journal_mode=DELETE;
            WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 40000)
            INSERT INTO ZLABEL (Z_PK, Z_ENT, Z_OPT, ZNAME) SELECT x, 1, 1, hex(zeroblob(100)) FROM c
            """)
        guard
            case .integer(let root)? = try writer.rows("SELECT rootpage FROM sqlite_master WHERE name = 'ZLABEL'")
                .first?[0]
        else {
            Issue.record("no root page")
            return
        }
        try writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        // Every child of the root is made the same inner page, and every child of that the same again.
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        func page(_ number: Int) -> Int { (number - 1) * 4096 }
        func cells(_ number: Int) -> [Int] {
            let start = page(number)
            #expect(bytes[start] == 5, "an inner page of a table")
            let count = Int(bytes[start + 3]) << 8 | Int(bytes[start + 4])
            return (0..<count).map { start + (Int(bytes[start + 12 + 2 * $0]) << 8 | Int(bytes[start + 13 + 2 * $0])) }
        }
        func child(at offset: Int) -> [UInt8] { Array(bytes[offset..<offset + 4]) }
        let rootPage = Int(root)
        let inner = child(at: cells(rootPage)[0])
        let innerPage = inner.reduce(0) { $0 << 8 | Int($1) }
        guard bytes[page(innerPage)] == 5 else {
            Issue.record("the table is not deep enough")
            return
        }
        let leaf = child(at: cells(innerPage)[0])
        for offset in cells(rootPage) { bytes.replaceSubrange(offset..<offset + 4, with: inner) }
        bytes.replaceSubrange(page(rootPage) + 8..<page(rootPage) + 12, with: inner)
        for offset in cells(innerPage) { bytes.replaceSubrange(offset..<offset + 4, with: leaf) }
        try Data(bytes).write(to: URL(fileURLWithPath: folder.file("b.store")))
        let reader = try StoreReader(path: folder.file("b.store"))
        let inspection = try StoreInspection(reader)
        // It ends, with a count that the pages give or with an error; both are an end.
        #expect(inspection.tables.contains { $0.name == "ZLABEL" })
    }

    @Test("Work has a limit")
    func workLimit() throws {
        let folder = try ScratchFolder()
        let (path, _) = try Self.store(folder)
        let reader = try StoreReader(path: path)
        #expect(throws: StoreError.tooMuchWork(path: path)) { try reader.rows(Self.endless) }
        // The limit is for everything that the reader does.
        #expect(throws: StoreError.tooMuchWork(path: path)) { try reader.rows(Self.endless) }
    }

    @Test("A metadata list and a model cache beyond all sizes are not even loaded")
    func largeCells() throws {
        let folder = try ScratchFolder()
        let (path, writer) = try Self.store(folder)
        try writer.execute("UPDATE Z_MODELCACHE SET Z_CONTENT = zeroblob(120000000)")
        #expect(throws: StoreError.noModelCache(path: path)) { try StoreReader(path: path).model() }
        try writer.execute("UPDATE Z_METADATA SET Z_PLIST = zeroblob(120000000)")
        #expect(throws: StoreError.noMetadata(path: path)) { try StoreReader(path: path).metadata() }
    }

    @Test("Thousands of tables, and tables and columns with any name, are listed")
    func manyTables() throws {
        let folder = try ScratchFolder()
        let (path, writer) = try Self.store(folder)
        try writer.transaction {
            for number in 0..<2_000 {
                try writer.execute("CREATE TABLE \"T'\"\"\(number);--\" (\"a\"\"b\", 'c''d' INTEGER)")
            }
        }
        let inspection = try StoreInspection(StoreReader(path: path))
        #expect(inspection.tables.count { $0.name.hasPrefix("T'\"") } == 2_000)
        #expect(inspection.tables.allSatisfy { $0.rowCount != nil })
        #expect(try StoreReader(path: path).columns(of: "T'\"7;--").map(\.name) == ["a\"b", "c'd"])
    }
}
