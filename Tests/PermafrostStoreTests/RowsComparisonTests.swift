import Foundation
import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostFixtures
@testable import PermafrostStore

@Suite("Rows of two stores")
struct RowsComparisonTests {
    /// Creates two stores with the same model and the same rows, and a connection to the newer one.
    private static func pair(
        _ sample: SampleModel, _ folder: ScratchFolder, rows: Int = 6
    ) throws -> (old: String, new: String, writer: SQLiteConnection) {
        let (old, new) = (folder.path("old.store"), folder.path("new.store"))
        for path in [old, new] { try StoreWriter(model: sample.model, seed: [3], rowsPerEntity: rows).write(to: path) }
        return (old, new, try SQLiteConnection(path: new, mode: .create))
    }

    private static func compare(_ old: String, _ new: String) throws -> RowsComparison {
        let (before, after) = (try StoreReader(path: old), try StoreReader(path: new))
        let (oldModel, newModel) = (try before.model(), try after.model())
        return try RowsComparison(
            from: StoreRows(before, model: oldModel), to: StoreRows(after, model: newModel),
            continuity: ModelContinuity(path: [oldModel, newModel]))
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

    @Test("Changed, removed, and added rows are reported with their values")
    func rows() throws {
        let folder = try ScratchFolder()
        let (old, new, writer) = try Self.pair(SampleModels.relationships, folder)
        try writer.execute(
            """
            UPDATE ZLABEL SET ZNAME = 'changed' WHERE Z_PK = 2; DELETE FROM ZLABEL WHERE Z_PK = 4;
            INSERT INTO ZLABEL (Z_PK, Z_ENT, Z_OPT, ZNAME) SELECT 77, Z_ENT, 1, 'new' FROM ZLABEL WHERE Z_PK = 1
            """)
        let comparison = try Self.compare(old, new)
        let rows = try comparison.rows()
        #expect(rows.filter { $0.entity == "Label" }.map(\.key) == [2, 4, 77])
        guard case .changed(let values) = rows.first?.change else {
            Issue.record("\(rows)")
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
        #expect(try comparison.rows().isEmpty)
        let links = try comparison.links()
        #expect(links.map { [$0.key, $0.destinationKey] } == [[first, second], [900, 901]])
        #expect(links.map(\.isAdded) == [false, true])
        #expect(try comparison.links(limit: 1).count == 1)
        #expect(!comparison.isEmpty)
    }

    @Test("The limit applies to the differences but not to the totals")
    func limit() throws {
        let folder = try ScratchFolder()
        let (old, new, writer) = try Self.pair(SampleModels.relationships, folder, rows: 50)
        try writer.execute("UPDATE ZLABEL SET ZNAME = ZNAME || '!'")
        let comparison = try Self.compare(old, new)
        #expect(try comparison.rows(limit: 3).count == 3)
        #expect(comparison.totals.first { $0.subject == "Label" }?.changed == 50)
    }

    @Test("For two versions, only the properties that both have are compared", Conformance.isPresent)
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

    /// Returns a model with renamed entities and properties, or the same model with the original names.
    private static func shop(isRenamed: Bool) -> SchemaModel {
        func name(_ old: String, _ new: String) -> String { isRenamed ? new : old }
        func oldName(_ old: String) -> String? { isRenamed ? old : nil }
        let (item, maker) = (name("Item", "Product"), name("Maker", "Company"))
        return SchemaModel(
            entities: [
                Entity(
                    name: item,
                    properties: [
                        .attribute(
                            Attribute(
                                name: name("title", "heading"), type: .string, renamingIdentifier: oldName("title"))),
                        .relationship(
                            Relationship(
                                name: name("maker", "company"), destination: maker, inverse: name("items", "products"),
                                renamingIdentifier: oldName("maker"))),
                        .relationship(
                            Relationship(
                                name: name("labels", "marks"), destination: "Label", inverse: name("items", "products"),
                                maximumCount: 0, renamingIdentifier: oldName("labels"))),
                    ], renamingIdentifier: oldName("Item")),
                Entity(
                    name: maker,
                    properties: [
                        .relationship(
                            Relationship(
                                name: name("items", "products"), destination: item, inverse: name("maker", "company"),
                                maximumCount: 0, renamingIdentifier: oldName("items")))
                    ], renamingIdentifier: oldName("Maker")),
                Entity(
                    name: "Label",
                    properties: [
                        .relationship(
                            Relationship(
                                name: name("items", "products"), destination: item, inverse: name("labels", "marks"),
                                maximumCount: 0, renamingIdentifier: oldName("items")))
                    ]),
            ], versionIdentifiers: [isRenamed ? "2.0.0" : "1.0.0"])
    }

    @Test("Renamed entities and properties are compared under their new names")
    func renames() throws {
        let folder = try ScratchFolder()
        let (old, new) = (folder.path("old.store"), folder.path("new.store"))
        let (before, after) = (Self.shop(isRenamed: false), Self.shop(isRenamed: true))
        for path in [old, new] { try StoreWriter(model: before, seed: [3], rowsPerEntity: 5).write(to: path) }
        try ModelMigration(path: new).run(from: before, to: after)
        let same = try Self.compare(old, new)
        #expect(same.isEmpty, "\(same.totals)")
        #expect(same.uncompared.isEmpty)
        #expect(Set(same.totals.map(\.subject)).isSuperset(of: ["Product", "Company", "Label"]))
        #expect(same.totals.count == 4)

        let writer = try SQLiteConnection(path: new, mode: .create)
        let join = try #require(StoreLayout(model: after).joinTables.first)
        try writer.execute(
            "UPDATE ZPRODUCT SET ZHEADING = 'other', ZCOMPANY = NULL WHERE Z_PK = 2; DELETE FROM ZCOMPANY WHERE Z_PK = 3; "
                + "INSERT INTO \(join.name) (\(join.first.column), \(join.second.column)) VALUES (900, 901)")
        let comparison = try Self.compare(old, new)
        let rows = try comparison.rows()
        #expect(rows.map { "\($0.entity) \($0.key)" }.sorted() == ["Company 3", "Product 2"])
        guard case .changed(let values)? = rows.first(where: { $0.entity == "Product" })?.change else {
            Issue.record("\(rows)")
            return
        }
        #expect(values.map(\.property) == ["heading", "company"].sorted())
        guard case .row(let company, _)? = values.first(where: { $0.property == "company" })?.old else {
            Issue.record("\(values)")
            return
        }
        #expect(company == "Company")
        #expect(try comparison.links().map { "\($0.entity).\($0.relationship) \($0.destination)" }.count == 1)
    }
}

extension RowsComparison {
    fileprivate func rows(limit: Int = 100) throws -> [Row] {
        var rows: [Row] = []
        try forEachRow(limit: limit) { rows.append($0) }
        return rows
    }

    fileprivate func links(limit: Int = 100) throws -> [Link] {
        var links: [Link] = []
        try forEachLink(limit: limit) { links.append($0) }
        return links
    }
}
