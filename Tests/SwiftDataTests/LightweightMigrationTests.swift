import Foundation
import PermafrostStore
import Testing

@testable import SwiftData

/// The newer types read and change a store that was migrated without a plan.
@Suite struct LightweightMigrationTests {
    private static let rows = 6

    /// Makes a store of ``Before`` with rows and links. Two items have equal weights.
    private func populate(_ url: URL) throws {
        let context = ModelContext(
            try ModelContainer(for: Before.Item.self, configurations: ModelConfiguration(url: url)))
        let homes = [Before.Home("x"), Before.Home("y")]
        let tags = [Before.Tag("a"), Before.Tag("b")]
        for number in 0..<Self.rows {
            let item = Before.Item(number)
            context.insert(item)
            if number > 0 { item.home = homes[number % 2] }
            item.tags = number.isMultiple(of: 3) ? tags : [tags[0]]
            if number == 5 { item.weight = 0 }
        }
        try context.save()
    }

    private func migrated<Result>(
        to types: [any PersistentModel.Type], _ body: (ModelContext, URL) throws -> Result
    ) throws -> Result {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("store.sqlite")
            try populate(url)
            let schema = Schema(types)
            let container = try ModelContainer(for: schema, configurations: ModelConfiguration(url: url))
            try FreshStore.expectEqual(url, schema, altered: nil)
            return try body(ModelContext(container), url)
        }
    }

    @Test func additions() throws {
        try migrated(to: [Added.Item.self]) { context, url in
            let items = try context.fetch(FetchDescriptor<Added.Item>(sortBy: [SortDescriptor(\.count)]))
            #expect(items.map(\.name) == (0..<6).map { "n\($0)" })
            #expect(items.map { $0.home?.city } == [nil, "y", "x", "y", "x", "y"])
            #expect(items.map(\.tags.count) == [2, 1, 1, 2, 1, 1])
            for item in items {
                #expect(item.extra == nil && item.size == 5 && item.mode == .off && item.plain == .two)
                #expect(item.pair.x == 1 && item.pair.y == "y" && item.list == [1, 2] && item.friend == nil)
                #expect(item.stamp == Date(timeIntervalSinceReferenceDate: 3) && item.others.isEmpty)
            }
            items[0].others.append(Added.Other(name: "new"))
            items[0].friend = items[1].home
            try context.save()
            #expect(try StoreReader(path: url.path).rowCounts()["ZOTHER"] == 1)
        }
    }

    @Test func renamesRemovalsAndLinks() throws {
        try migrated(to: [Renamed.Item.self]) { context, _ in
            let items = try context.fetch(FetchDescriptor<Renamed.Item>(sortBy: [SortDescriptor(\.name)]))
            #expect(items.map(\.title) == (0..<6).map { "n\($0)" })
            #expect(items.map(\.name) == Array(0..<6))
            #expect(items.map(\.note) == [nil, "o1", nil, "o3", nil, "o5"])
            #expect(items.map { $0.place?.city } == [nil, "y", "x", "y", "x", "y"])
            #expect(items.map { $0.labels.count } == [2, 1, 1, 2, 1, 1])
            let homes = try context.fetch(FetchDescriptor<Renamed.Home>(sortBy: [SortDescriptor(\.city)]))
            #expect(homes.map(\.things.count) == [2, 3])
        }
    }

    /// A migration keeps links and values if an attribute becomes optional, required with a default, or unique, if an
    /// entity is removed, and if a to-one relationship becomes to-many.
    @Test func wideningKeepsLinksAndValues() throws {
        try migrated(to: [Widened.Item.self]) { context, url in
            let items = try context.fetch(FetchDescriptor<Widened.Item>(sortBy: [SortDescriptor(\.count)]))
            #expect(items.map(\.name) == (0..<6).map { "n\($0)" })
            #expect(items.map(\.note) == ["none", "o1", "none", "o3", "none", "o5"])
            #expect(items.map { $0.home.map(\.city) } == [[], ["y"], ["x"], ["y"], ["x"], ["y"]])
            #expect(try StoreReader(path: url.path).rowCounts()["ZTAG"] == nil)
        }
    }
}
