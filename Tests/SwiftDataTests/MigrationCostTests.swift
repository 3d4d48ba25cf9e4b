import Foundation
import PermafrostStore
import Testing

@testable import SwiftData

/// The cost of a lightweight migration in rows and pages. Time is never measured.
@Suite struct MigrationCostTests {
    private static let rows = 5000
    /// A number that is greater than the number of pages and rows of the schema, metadata, model cache, counters and
    /// file header, and much less than the table's number of pages.
    private static let administration = 40

    /// Makes a store, and opens it with a different class of the same name. Returns the numbers of changed rows, of
    /// changed pages, and of all pages before the migration.
    private func migrate<Model: PersistentModel>(
        to type: Model.Type, _ check: (ModelContext) throws -> Void
    ) throws -> (changedRows: Int, changedPages: Int, tablePages: Int) {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("store.sqlite")
            do {
                let context = ModelContext(
                    try ModelContainer(for: Narrow.Row.self, configurations: ModelConfiguration(url: url)))
                for number in 0..<Self.rows { context.insert(Narrow.Row(number)) }
                try context.save()
            }
            let before = try Data(contentsOf: url)
            var changedRows = 0
            do {
                let container = try ModelContainer(for: Model.self, configurations: ModelConfiguration(url: url))
                changedRows = Int(try container.opened.stores[0].integer("SELECT total_changes()") ?? -1)
                try check(ModelContext(container))
            }
            // The last connection has checkpointed the -wal into the file.
            #expect(!FileManager.default.fileExists(atPath: url.path + "-wal"))
            let after = try Data(contentsOf: url)
            let pages = stride(from: 0, to: before.count, by: 4096)
            let changed = pages.count { page in
                before[page..<min(page + 4096, before.count)] != after[page..<min(page + 4096, after.count)]
            }
            return (changedRows, changed, before.count / 4096)
        }
    }

    @Test func anAddedOptionalPropertyTouchesNoRow() throws {
        let cost = try migrate(to: Wider.Row.self) { (context: ModelContext) throws -> Void in
            let found = try context.fetch(FetchDescriptor<Wider.Row>(predicate: #Predicate { $0.number == 4321 }))
            #expect(found.map(\.text) == ["row 4321"])
            #expect(found.map(\.extra) == [nil])
        }
        #expect(cost.tablePages > 4 * Self.administration)
        #expect(cost.changedPages < Self.administration)
        #expect(cost.changedRows < Self.administration)
    }

    @Test func aDefaultCostsOneUpdateOfEachRow() throws {
        let cost = try migrate(to: Defaulted.Row.self) { (context: ModelContext) throws -> Void in
            #expect(try context.fetchCount(FetchDescriptor<Defaulted.Row>()) == Self.rows)
            let other = FetchDescriptor<Defaulted.Row>(predicate: #Predicate { $0.rank != 7 || $0.label != "new" })
            #expect(try context.fetchCount(other) == 0)
        }
        #expect((Self.rows..<Self.rows + Self.administration).contains(cost.changedRows))
    }
}

enum Narrow {
    @Model final class Row {
        #Index<Row>([\.number])
        var number: Int
        var text: String
        var filler: String

        init(_ number: Int) {
            self.number = number
            text = "row \(number)"
            filler = String(repeating: "x", count: 120)
        }
    }
}

enum Wider {
    @Model final class Row {
        #Index<Row>([\.number])
        var number: Int
        var text: String
        var filler: String
        var extra: String?

        init(number: Int) {
            self.number = number
            text = ""
            filler = ""
        }
    }
}

enum Defaulted {
    @Model final class Row {
        #Index<Row>([\.number])
        var number: Int
        var text: String
        var filler: String
        var rank: Int = 7
        var label: String = "new"

        init(number: Int) {
            self.number = number
            text = ""
            filler = ""
        }
    }
}
