import PermafrostStore
import Testing

@testable import SwiftData

/// The rows that a save adds to the history. Many similar changes are inserted together.
@Suite struct HistoryRowTests {
    @Test(arguments: [0, 1, 31, 127, 128, 129, 160, 300]) func everyChangeHasARow(count: Int) throws {
        let container = try ModelContainer(
            for: Schema([Member.self, Hall.self]), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        let halls = (0..<2 * count).map { _ in Hall() }
        let member = Member(name: "a")
        var objects: [any PersistentModel] = Array(halls.prefix(count))
        objects.append(member)
        objects += Array(halls.suffix(count)) as [any PersistentModel]
        for object in objects { context.insert(object) }
        try context.save()
        var expected = try rows(of: objects, 0, in: container)

        var changed: [any PersistentModel] = halls
        changed.append(member)
        for hall in halls { hall.title = "b" }
        member.note = "c"
        try context.save()
        expected += try rows(of: changed, 1, in: container)

        let removed = try rows(of: objects, 2, in: container)
        for object in objects { context.delete(object) }
        try context.save()
        expected += removed

        let found = try stored("ZENTITY, ZENTITYPK, ZCHANGETYPE, ZTRANSACTIONID, Z_PK, Z_ENT", in: container)
        for index in expected.indices { expected[index] += [.integer(Int64(index + 1)), .integer(16001)] }
        #expect(found == expected)
        let columns = Set(try stored("ZENTITY, ZCHANGETYPE, hex(ZCOLUMNS)", in: container))
        #expect(columns.count == (count == 0 ? 3 : 6))
        #expect(
            try stored("MAX(Z_PK)", in: container)
                == container.rows("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 16001"))
    }

    /// Returns the entity, the key, the kind of change and the transaction of changes to objects.
    private func rows(
        of objects: [any PersistentModel], _ kind: Int64, in container: ModelContainer
    ) throws -> [[SQLiteValue]] {
        try objects.map { object in
            let identifier = object.persistentModelID
            let entity = try #require(container.opened.entities.first { $0.name == identifier.entityName })
            return [
                .integer(Int64(entity.number)), .integer(try #require(identifier.rowKey)), .integer(kind),
                .integer(kind + 1),
            ]
        }
    }

    private func stored(_ columns: String, in container: ModelContainer) throws -> [[SQLiteValue]] {
        try container.rows("SELECT \(columns) FROM ACHANGE ORDER BY Z_PK")
    }
}

extension ModelContainer {
    /// Returns the rows of a query in the container's store.
    fileprivate func rows(_ sql: String) throws -> [[SQLiteValue]] {
        try #require(opened.stores.first).locked { try $0.rows(sql) }
    }
}
