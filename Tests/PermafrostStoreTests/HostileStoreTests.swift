import Foundation
import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostFixtures
@testable import PermafrostStore

/// Stores that are crafted to waste time or memory, or to make a reader do something that it must not do.
@Suite("Malicious stores")
struct HostileStoreTests {
    private static let metadata =
        "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);"
    private static let endless =
        "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT COUNT(*) FROM c"

    /// Creates a store for a small model, and a connection that can write to it.
    private static func store(_ folder: ScratchFolder, rows: Int = 3) throws -> (path: String, writer: SQLiteConnection)
    {
        let path = folder.path("App.store")
        try StoreWriter(model: SampleModels.relationships.model, seed: [1], rowsPerEntity: rows).write(to: path)
        return (path, try SQLiteConnection(path: path, mode: .create))
    }

    @Test("Views, virtual tables, and triggers never run")
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
        "A view in place of a table isn't read",
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
        let path = folder.path("App.store")
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

    @Test(
        "An expression in a store's schema can't use excessive memory in a migration",
        arguments: [
            "ALTER TABLE ZLABEL ADD COLUMN ZEVIL TEXT AS (length(hex(zeroblob(400000000))))",
            "ALTER TABLE ZLABEL ADD COLUMN ZEVIL TEXT CHECK (length(hex(zeroblob(400000000))) > 0)",
            "CREATE INDEX ZEVIL ON ZLABEL (Z_PK) WHERE length(hex(zeroblob(400000000))) > Z_PK",
        ])
    func expressions(sql: String) throws {
        let folder = try ScratchFolder()
        let path: String
        do {
            let (store, writer) = try Self.store(folder, rows: 0)
            try writer.execute(sql)
            path = store
        }
        let newer = SchemaModel(
            entities: SampleModels.relationships.model.entities.map { old in
                var entity = old
                if entity.name == "Label" {
                    let added = Attribute(name: "added", type: .string, isOptional: true)
                    entity.setProperties(entity.properties + [.attribute(added)])
                }
                return entity
            })
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let migration = ModelMigration(path: path)
        if sql.contains(" AS (") {
            let error = #expect(throws: StoreError.self) {
                try migration.run(from: SampleModels.relationships.model, to: newer)
            }
            #expect(error.map { "\($0)".contains("ZLABEL has a generated column ZEVIL") } == true)
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        } else {
            #expect(throws: Never.self) { try migration.run(from: SampleModels.relationships.model, to: newer) }
        }
    }

    @Test("An expression's value can't be larger than the store")
    func lengths() throws {
        let folder = try ScratchFolder()
        let path: String
        do {
            let (store, writer) = try Self.store(folder)
            try writer.execute(
                "PRAGMA ignore_check_constraints=ON; ALTER TABLE ZLABEL ADD COLUMN ZEVIL TEXT; "
                    + "ALTER TABLE ZLABEL ADD COLUMN ZWORSE TEXT CHECK (length(hex(zeroblob(400000000))) > 0)")
            path = store
        }
        let error = #expect(throws: SQLiteError.self) { try FileIntegrity(path: path).problems() }
        #expect(error?.message == "string or blob too big")
    }

    @Test("A table with too many paths through its pages is reported as unreadable")
    func manyPaths() throws {
        let folder = try ScratchFolder()
        let (path, writer) = try Self.store(folder, rows: 0)
        try writer.execute(
            """
            PRAGMA journal_mode=DELETE;
            WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 4200)
            INSERT INTO ZLABEL (Z_PK, Z_ENT, Z_OPT, ZNAME) SELECT x, 1, 1, hex(zeroblob(900)) FROM c
            """)
        let roots = try writer.rows("SELECT rootpage FROM sqlite_master WHERE name = 'ZLABEL'")
        guard case .integer(let root)? = roots.first?.first else {
            Issue.record("no root page")
            return
        }
        // Make every child pointer of the root refer to the first inner page, every child pointer of that page to the
        // second inner page, and so on. There are few pages, but more paths through them than any program can follow.
        var pages = Pages([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
        let chain = [Int(root)] + pages.children(of: Int(root)).filter(pages.isInner)
        #expect(chain.count >= 5)
        for (page, next) in zip(chain, chain.dropFirst()) { pages.point(page, to: next) }
        try Data(pages.bytes).write(to: URL(fileURLWithPath: folder.path("b.store")))
        let inspection = try StoreInspection(StoreReader(path: folder.path("b.store")))
        #expect(inspection.problems.contains(.unreadableTable("ZLABEL", .tooMuchWork(path: folder.path("b.store")))))
        #expect(inspection.isIncomplete)
        #expect(inspection.model == SampleModels.relationships.model.archived)
    }

    /// The pages of a database file, with functions that read and change the child pointers of inner table pages.
    private struct Pages {
        private(set) var bytes: [UInt8]
        private let size = 4096

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        func isInner(_ page: Int) -> Bool { bytes[(page - 1) * size] == 5 }

        func children(of page: Int) -> [Int] {
            pointers(of: page).map { bytes[$0..<$0 + 4].reduce(0) { $0 << 8 | Int($1) } }
        }

        mutating func point(_ page: Int, to child: Int) {
            let number = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: child >> $0) }
            for pointer in pointers(of: page) { bytes.replaceSubrange(pointer..<pointer + 4, with: number) }
        }

        /// Returns the offsets of a page's child pointers. Each cell contains one pointer, and the header contains the
        /// last one.
        private func pointers(of page: Int) -> [Int] {
            let start = (page - 1) * size
            func number(at offset: Int) -> Int { Int(bytes[offset]) << 8 | Int(bytes[offset + 1]) }
            let cells = (0..<number(at: start + 3)).map { start + number(at: start + 12 + 2 * $0) }
            return cells + [start + 8]
        }
    }

    @Test(
        "A pipe or link in place of a -wal or journal isn't opened",
        arguments: ["-wal", "-journal"])
    func companions(suffix: String) throws {
        let folder = try ScratchFolder()
        let (path, _) = try Self.store(folder)
        try FileManager.default.createSymbolicLink(atPath: path + suffix, withDestinationPath: "/dev/zero")
        #expect(throws: StoreError.self) { try StoreReader(path: path) }
        try FileManager.default.removeItem(atPath: path + suffix)
        #expect(mkfifo(path + suffix, 0o600) == 0)
        #expect(throws: StoreError.self) { try StoreReader(path: path) }
        try FileManager.default.removeItem(atPath: path + suffix)
        #expect(throws: Never.self) { try StoreReader(path: path) }
    }

    @Test("Queries have a work limit")
    func workLimit() throws {
        let folder = try ScratchFolder()
        let (path, _) = try Self.store(folder)
        let reader = try StoreReader(path: path)
        #expect(throws: StoreError.tooMuchWork(path: path)) { try reader.rows(Self.endless) }
        // The limit applies to everything that the reader does.
        #expect(throws: StoreError.tooMuchWork(path: path)) { try reader.rows(Self.endless) }
    }

    @Test("An oversized metadata list or model cache isn't loaded")
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
