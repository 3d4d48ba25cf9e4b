import Foundation
import PermafrostModel
import PermafrostStore
import PermafrostTestSupport
import Testing

@testable import SwiftData
@testable import UsersExample

/// A store that Apple's framework made, with declarations written from its model.
struct RealStore: Sendable, CustomTestStringConvertible {
    var name: String
    var types: [any PersistentModel.Type]

    var testDescription: String { name }

    static let all = [
        RealStore(
            name: "swiftdata-cards.store",
            types: [CardStore.StereoCard.self, CardStore.Collection.self]),
        RealStore(name: "swiftdata-cocktails-a.store", types: [CocktailStore.Cocktail.self]),
        RealStore(name: "swiftdata-cocktails-b.store", types: [CocktailStore.Cocktail.self]),
        RealStore(
            name: "swiftdata-resources-wal.store", types: [ResourceStore.Item.self, ResourceStore.Component.self]),
        RealStore(name: "swiftdata-users-1.0.0.sqlite", types: [UsersSchemaV1.User.self]),
        RealStore(name: "swiftdata-users-2.0.0.sqlite", types: [UsersSchemaV2.User.self]),
    ]
}

@Suite(Places.hasConformance) struct RealStoreTests {
    private struct Expected: Decodable {
        var versionHashes: [String: String]
        var rowCounts: [String: Int]
    }

    private func expected(_ store: String) throws -> Expected {
        try JSONDecoder().decode(Expected.self, from: RealStores.expected(store))
    }

    /// The live types have the hashes that Apple's framework computed.
    @Test(arguments: RealStore.all)
    func hashesAreTheOnesThatAppleComputed(_ store: RealStore) throws {
        let hashes = Schema(store.types).model.versionHashes.mapValues(Digest.hex)
        #expect(try hashes == expected(store.name).versionHashes)
    }

    /// The declarations agree with the stores' own models, including delete rules, which no hash shows.
    @Test(arguments: RealStore.all)
    func theModelEqualsTheOneThatAppleStored(_ store: RealStore) throws {
        try Places.withFolder { folder in
            let url = try Places.copy(ofStore: store.name, in: folder)
            let stored = try SQLReading(url).model
            let live = Schema(store.types).model
            #expect(live.entities.map(\.name) == stored.entities.map(\.name))
            for (one, other) in zip(live.entities, stored.entities) {
                #expect(one.relationships == other.relationships)
                #expect(one.uniquenessConstraints == other.uniquenessConstraints)
                #expect(one.attributes.map(Self.storage) == other.attributes.map(Self.storage))
            }
        }
    }

    /// Returns a description of an attribute's parts that determine how its values are stored.
    private static func storage(_ attribute: PermafrostModel.Attribute) -> String {
        let elements = attribute.elements.map(storage).joined(separator: ", ")
        return
            "\(attribute.name): \(attribute.type) \(attribute.isOptional) \(attribute.isExternalStorage) [\(elements)]"
    }

    /// Every entity's rows, every property's values and every link are the same as when read with plain SQL.
    @Test(arguments: RealStore.all)
    func everyValueIsRead(_ store: RealStore) throws {
        try Places.withFolder { folder in
            let url = try Places.copy(ofStore: store.name, in: folder)
            let live = try LiveReading(Schema(store.types), url)
            let values = try live.values()
            let counts = try expected(store.name).rowCounts
            #expect(!values.isEmpty)
            for (entity, rows) in values { #expect(rows.count == counts["Z" + entity.uppercased()]) }
            expectEqual(values, try SQLReading(url).values())
        }
    }

    /// An edited store returns the changes and has no other changes. It keeps the layout of the framework that made it.
    @Test(arguments: Edit.all)
    func editsRoundTrip(_ edit: Edit) throws {
        try Places.withFolder { folder in
            let url = try Places.copy(ofStore: edit.store, in: folder)
            let schema = Schema(edit.types)
            let before = try Facts(url)
            do {
                let container = try ModelContainer(for: schema, configurations: ModelConfiguration(url: url))
                let context = ModelContext(container)
                try edit.make(context)
                try context.save()
            }
            let after = try Facts(url)
            #expect(after.statements == before.statements)
            #expect(after.hashes == schema.model.versionHashes)
            #expect(after.hashes == before.hashes)
            #expect(after.integrity == [[.text("ok")]])
            for name in before.values.keys {
                let highest = (before.highest[name] ?? 0) + Int64(edit.inserted[name] ?? 0)
                #expect(after.highest[name] == highest, "\(name)")
            }
            let values = try SQLReading(url).values()
            for (name, rows) in values {
                let change = (edit.inserted[name] ?? 0) - (edit.deleted[name] ?? 0)
                #expect(rows.count == (before.values[name]?.count ?? 0) + change, "\(name)")
                // Rows that no edit touched are unchanged.
                let changed = rows.filter { key, row in before.values[name]?[key].map { $0 != row } ?? false }
                #expect(changed.count == edit.changed[name] ?? 0, "\(name): \(changed.keys.sorted())")
            }
            expectEqual(try LiveReading(schema, url).values(), values)
        }
    }

    /// A new container reads the changes back. Hashes and tables are unchanged, and counters continue.
    @Test func editsOfCardsRoundTrip() throws {
        try Places.withFolder { folder in
            let url = try Places.copy(ofStore: "swiftdata-cards.store", in: folder)
            let before = try StoreReader(path: url.path).statements()
            let highest = try #require(try StoreReader(path: url.path).primaryKeys().first { $0.name == "StereoCard" })
            let schema = Schema([CardStore.StereoCard.self])
            let large = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0) })
            let uuid = UUID()
            do {
                let context = ModelContext(
                    try ModelContainer(for: schema, configurations: ModelConfiguration(url: url)))
                let authors = try context.fetch(FetchDescriptor<CardStore.Author>())
                let author = try #require(authors.first { !$0.cards.isEmpty })
                author.name = "Changed Ω"
                let card = CardStore.StereoCard(uuid: uuid)
                card.frontStandardData = large
                card.authors = [author]
                card.crops.append(CardStore.Crop(side: "left"))
                context.insert(card)
                #expect(author.cards.contains { $0 === card })
                let subject = try #require(try context.fetch(FetchDescriptor<CardStore.Subject>()).first)
                context.delete(subject)
                try context.save()
            }
            let context = ModelContext(try ModelContainer(for: schema, configurations: ModelConfiguration(url: url)))
            let cards = try context.fetch(FetchDescriptor<CardStore.StereoCard>())
            #expect(cards.count == 50)
            let card = try #require(cards.first { $0.uuid == uuid })
            #expect(card.authors.map(\.name) == ["Changed Ω"])
            #expect(card.frontStandardData == large)
            #expect(card.crops.map(\.side) == ["left"])
            #expect(card.crops.first?.card === card)
            #expect(try context.fetchCount(FetchDescriptor<CardStore.Subject>()) == 80)

            let reader = try StoreReader(path: url.path)
            #expect(try reader.statements() == before)
            #expect(try reader.metadata().versionHashes == schema.model.versionHashes)
            #expect(try reader.rows("PRAGMA integrity_check") == [[.text("ok")]])
            let keys = try reader.primaryKeys()
            #expect(keys.first { $0.name == "StereoCard" }?.highestKey == highest.highestKey + 1)
            // The edits: insert a card and a crop, update an author, delete a subject, and update whatever the subject
            // was linked to.
            let history = try reader.rows(
                "SELECT ZCHANGETYPE, COUNT(*) FROM ACHANGE WHERE ZTRANSACTIONID = 3 GROUP BY 1")
            #expect(history.contains([.integer(0), .integer(2)]))
            #expect(history.contains([.integer(2), .integer(1)]))
            #expect(keys.first { $0.name == "TRANSACTION" }?.highestKey == 3)
        }
    }

    /// Rows that are only in the -wal are read. The main file by itself has none of these rows.
    @Test func rowsInTheWalAreRead() throws {
        try Places.withFolder { folder in
            let url = try Places.copy(ofStore: "swiftdata-resources-wal.store", in: folder)
            let original = url.path + "-original"
            let writer = try SQLiteConnection(path: url.path, mode: .create)
            _ = try writer.rows("PRAGMA wal_checkpoint(TRUNCATE)")
            try writer.execute("PRAGMA wal_autocheckpoint=0")
            _ = try writer.rows("PRAGMA journal_mode=WAL")
            try writer.execute("INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (100, 3, 1, 'only in the wal')")
            // The state that a device leaves when it is switched off: the file and the -wal, with no process using
            // them.
            try FileManager.default.copyItem(atPath: url.path, toPath: original)
            try FileManager.default.copyItem(atPath: url.path + "-wal", toPath: original + "-wal")
            let copy = URL(fileURLWithPath: original)
            let ignoring = try SQLiteConnection(path: original, mode: .untrustedImmutable)
            #expect(try ignoring.rows("SELECT COUNT(*) FROM ZITEM") == [[.integer(4)]])
            for url in [url, copy] {
                let live = try LiveReading(Schema([ResourceStore.Item.self]), url)
                let names = try live.context.fetch(FetchDescriptor<ResourceStore.Item>()).map(\.name)
                #expect(names.count == 5)
                #expect(names.contains("only in the wal"))
                expectEqual(try live.values(), try SQLReading(url).values())
            }
            withExtendedLifetime(writer) {}
        }
    }
}

/// The parts of a store that must not change, except as an edit specifies.
private struct Facts {
    var statements: [[SQLiteValue]]
    var hashes: [String: [UInt8]]
    var highest: [String: Int64] = [:]
    var integrity: [[SQLiteValue]]
    var values: StoreValues

    init(_ url: URL) throws {
        let reading = try SQLReading(url)
        let connection = reading.connection
        statements = try connection.rows("SELECT sql FROM sqlite_master ORDER BY rowid")
        hashes = try StoreTables(connection).metadata().versionHashes
        for row in try connection.rows("SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY") {
            if case .text(let name) = row[0], case .integer(let highest) = row[1] { self.highest[name] = highest }
        }
        integrity = try connection.rows("PRAGMA integrity_check")
        values = try reading.values()
    }
}

/// An edit of a real store, with the numbers of rows that it affects, keyed by entity name.
struct Edit: Sendable, CustomTestStringConvertible {
    var store: String
    var types: [any PersistentModel.Type]
    var inserted: [String: Int] = [:]
    var deleted: [String: Int] = [:]
    var changed: [String: Int] = [:]
    var make: @Sendable (ModelContext) throws -> Void

    var testDescription: String { store }

    static let all = [
        cocktails("a"), cocktails("b"), resources,
        Edit(
            store: "swiftdata-users-1.0.0.sqlite", types: [UsersSchemaV1.User.self], inserted: ["User": 2],
            make: { context in
                context.insert(UsersSchemaV1.User(name: "Ada", createdAt: .distantPast))
                context.insert(UsersSchemaV1.User())
            }),
        Edit(
            store: "swiftdata-users-2.0.0.sqlite", types: [UsersSchemaV2.User.self], inserted: ["User": 1],
            make: { $0.insert(UsersSchemaV2.User(name: "Ada", email: "ada@example.org")) }),
    ]

    private static func cocktails(_ name: String) -> Edit {
        Edit(
            store: "swiftdata-cocktails-\(name).store", types: [CocktailStore.Cocktail.self],
            inserted: ["Cocktail": 1, "Ingredient": 1, "IngredientBase": 1, "Garnish": 1],
            // Deletes the first cocktail, and its three ingredients with it.
            deleted: ["Cocktail": 1, "Ingredient": 3], changed: ["Cocktail": 1, "IngredientBase": 1],
            make: { context in
                let sorted = FetchDescriptor<CocktailStore.Cocktail>(sortBy: [SortDescriptor(\.cocktailName)])
                let cocktails = try context.fetch(sorted)
                guard let gone = cocktails.first(where: { $0.spec.count == 3 && $0.garnish.isEmpty }),
                    let changed = cocktails.first(where: { $0.author != nil && $0 !== gone })
                else { throw CocoaError(.fileReadCorruptFile) }
                context.delete(gone)
                changed.ice = .largeCube
                changed.historicSpec = changed.historicSpec == nil ? .hotToddy : nil
                changed.author?.place = "Überlingen"
                changed.compiledTags.booze = [.init(name: "Ω", ingredientType: .gins("Ω"))]
                let cocktail = CocktailStore.Cocktail(name: "A test's")
                let base = CocktailStore.IngredientBase(name: "A test's base")
                cocktail.spec = [CocktailStore.Ingredient(base, value: 1.5, unit: .barSpoon)]
                cocktail.garnish = [CocktailStore.Garnish(name: "A test's garnish")]
                cocktail.buildOrder = .init(instructions: [.init(id: UUID(), step: 1, method: "Stir.")])
                context.insert(cocktail)
                let bases = FetchDescriptor<CocktailStore.IngredientBase>(sortBy: [SortDescriptor(\.name)])
                guard let other = try context.fetch(bases).first(where: { $0.prep != nil }) else { return }
                other.prep?.prepRecipe.removeLast()
            })
    }

    private static var resources: Edit {
        Edit(
            store: "swiftdata-resources-wal.store", types: [ResourceStore.Item.self],
            inserted: ["Component": 1], changed: ["CraftingRecipe": 1],
            make: { context in
                guard let recipe = try context.fetch(FetchDescriptor<ResourceStore.CraftingRecipe>()).first else {
                    return
                }
                recipe.producedItemCount = "12"
                recipe.requiredComponents.append(ResourceStore.Component(item: recipe.producedItem))
            })
    }
}
