import Foundation
import PermafrostModel
import Testing

@testable import PermafrostStore

@Suite("Rows of two stores")
struct RowsComparisonTests {
    /// Two stores of one model with the same rows, and a connection to the second.
    private static func pair(
        _ sample: SampleModel, _ folder: ScratchFolder, rows: Int = 6
    ) throws -> (old: String, new: String, writer: SQLiteConnection) {
        let (old, new) = (folder.file("old.store"), folder.file("new.store"))
        for path in [old, new] { try StoreWriter(model: sample.model, seed: [3], rowsPerEntity: rows).write(to: path) }
        return (old, new, try SQLiteConnection(path: new, mode: .create))
    }

    private static func compare(_ old: String, _ new: String, limit: Int = 100) throws -> RowsComparison {
        let (before, after) = (try StoreReader(path: old), try StoreReader(path: new))
        return try RowsComparison(
            from: StoreRows(before, model: before.model()), to: StoreRows(after, model: after.model()), limit: limit)
    }

    @Test("Equal stores have no difference", arguments: SampleModels.all)
    func equal(sample: SampleModel) throws {
        let folder = try ScratchFolder()
        let (old, new, _) = try Self.pair(sample, folder)
        let comparison = try Self.compare(old, new)
        #expect(comparison.isEmpty)
        #expect(comparison.uncompared.isEmpty)
        let inspection = try StoreInspection(StoreReader(path: old))
        for (entity, count) in inspection.rowCounts {
            #expect(comparison.totals.first { $0.subject == entity }?.equal == count)
        }
        #expect(SchemaComparison(from: inspection, to: try StoreInspection(StoreReader(path: new))).isEmpty)
    }

    @Test("A changed, a removed and an added row are told, each with its values")
    func rows() throws {
        let folder = try ScratchFolder()
        let (old, new, writer) = try Self.pair(SampleModels.relationships, folder)
        try writer.execute(
            """
            UPDATE ZLABEL SET ZNAME = 'changed' WHERE Z_PK = 2; DELETE FROM ZLABEL WHERE Z_PK = 4;
            INSERT INTO ZLABEL (Z_PK, Z_ENT, Z_OPT, ZNAME) SELECT 77, Z_ENT, 1, 'new' FROM ZLABEL WHERE Z_PK = 1
            """)
        let comparison = try Self.compare(old, new)
        #expect(comparison.rows.filter { $0.entity == "Label" }.map(\.key) == [2, 4, 77])
        guard case .changed(let values) = comparison.rows.first?.change else {
            Issue.record("\(comparison.rows)")
            return
        }
        #expect(values.map(\.property) == ["name"])
        #expect(values.first?.new == .string("changed"))
        let totals = try #require(comparison.totals.first { $0.subject == "Label" })
        #expect(totals.equal == 4 && totals.changed == 1 && totals.removed == 1 && totals.added == 1)
        let schema = SchemaComparison(
            from: try StoreInspection(StoreReader(path: old)), to: try StoreInspection(StoreReader(path: new)))
        #expect(schema.rowCounts.isEmpty && schema.isEmpty)
    }

    @Test("Links of many-to-many relationships are compared")
    func links() throws {
        let folder = try ScratchFolder()
        let (old, new, writer) = try Self.pair(SampleModels.relationships, folder)
        let layout = StoreLayout(model: SampleModels.relationships.model)
        let join = try #require(layout.joinTables.first)
        let columns = "\(join.first.column), \(join.second.column)"
        guard let link = try writer.rows("SELECT \(columns) FROM \(join.name) ORDER BY \(columns)").first,
            case .integer(let first) = link[0], case .integer(let second) = link[1]
        else {
            Issue.record("no link")
            return
        }
        try writer.execute(
            "DELETE FROM \(join.name) WHERE \(join.first.column) = \(first) AND \(join.second.column) = \(second); "
                + "INSERT INTO \(join.name) (\(columns)) VALUES (900, 901)")
        let comparison = try Self.compare(old, new)
        #expect(comparison.rows.isEmpty)
        #expect(comparison.links.map { [$0.key, $0.destinationKey] } == [[first, second], [900, 901]])
        #expect(comparison.links.map(\.isAdded) == [false, true])
        #expect(!comparison.isEmpty)
    }

    @Test("Only as many differences are kept as were asked for; the totals count all")
    func limit() throws {
        let folder = try ScratchFolder()
        let (old, new, writer) = try Self.pair(SampleModels.relationships, folder, rows: 50)
        try writer.execute("UPDATE ZLABEL SET ZNAME = ZNAME || '!'")
        let comparison = try Self.compare(old, new, limit: 3)
        #expect(comparison.rows.count == 3)
        #expect(comparison.totals.first { $0.subject == "Label" }?.changed == 50)
    }

    @Test("Stores of two versions are compared in what both have", Conformance.isPresent)
    func versions() throws {
        let (old, new) = (
            Conformance.path("swiftdata-users-1.0.0.sqlite"), Conformance.path("swiftdata-users-2.0.0.sqlite")
        )
        let comparison = try Self.compare(old, new)
        #expect(comparison.uncompared == ["User.email"])
        let schema = SchemaComparison(
            from: try StoreInspection(StoreReader(path: old)), to: try StoreInspection(StoreReader(path: new)))
        #expect(schema.changed.map(\.old.name) == ["ZUSER"])
        #expect(schema.removed.isEmpty && schema.added.isEmpty)
    }
}
