import Foundation
import PermafrostModel
import PermafrostStore
import Testing

@testable import SwiftData
@testable import UsersExample

/// A store of Apple's framework with declarations after its model.
struct RealStore: Sendable, CustomTestStringConvertible {
    var name: String
    var types: [any PersistentModel.Type]

    var testDescription: String { name }

    static let all = [
        RealStore(
            name: "swiftdata-cards.store",
            types: [CardStore.StereoCard.self, CardStore.Collection.self]),
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
        let url = URL(fileURLWithPath: (Places.conformance ?? "") + "/stores/\(store).expected.json")
        return try JSONDecoder().decode(Expected.self, from: Data(contentsOf: url))
    }

    /// The live types have the hashes that Apple's framework computed.
    @Test(arguments: RealStore.all)
    func hashesAreApples(_ store: RealStore) throws {
        let hashes = Schema(store.types).model.versionHashes.mapValues(Digest.hex)
        #expect(try hashes == expected(store.name).versionHashes)
    }

    /// Every row of every entity is read, every value decodes, and the links are as many as SQL counts.
    @Test(arguments: RealStore.all)
    func everyRowIsRead(_ store: RealStore) throws {
        try Places.withFolder { folder in
            let url = try Places.copy(ofStore: store.name, in: folder)
            let container = try ModelContainer(
                for: Schema(store.types), configurations: [ModelConfiguration(url: url)])
            let context = ModelContext(container)
            let counts = try expected(store.name).rowCounts
            for entity in container.entities {
                #expect(try count(entity.type, context) == counts[entity.table])
                for (index, property) in entity.properties.enumerated() {
                    guard case .join(let table, _, _)? = property.relationship?.form else { continue }
                    #expect(try links(entity.type, index, context) == counts[table])
                }
            }
            try context.state.throwFailure()
        }
    }

    private func count<Model: PersistentModel>(_ type: Model.Type, _ context: ModelContext) throws -> Int {
        let objects = try context.fetch(FetchDescriptor<Model>())
        #expect(try context.fetchCount(FetchDescriptor<Model>()) == objects.count)
        return objects.count
    }

    private func links<Model: PersistentModel>(
        _ type: Model.Type, _ index: Int, _ context: ModelContext
    ) throws -> Int {
        try context.fetch(FetchDescriptor<Model>()).reduce(0) { $0 + context.state.related($1, index).count }
    }

    /// What is changed comes back by a new container; hashes, tables and counters are as they were, or count on.
    @Test func editsOfCardsComeBack() throws {
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
            // Insert card and crop, update author, delete subject, and whatever the subject was linked to.
            let history = try reader.rows(
                "SELECT ZCHANGETYPE, COUNT(*) FROM ACHANGE WHERE ZTRANSACTIONID = 3 GROUP BY 1")
            #expect(history.contains([.integer(0), .integer(2)]))
            #expect(history.contains([.integer(2), .integer(1)]))
            #expect(keys.first { $0.name == "TRANSACTION" }?.highestKey == 3)
        }
    }

    /// Rows that are only in the -wal count.
    @Test func rowsInTheWalAreRead() throws {
        try Places.withFolder { folder in
            let url = try Places.copy(ofStore: "swiftdata-resources-wal.store", in: folder)
            let writer = try SQLiteConnection(path: url.path, mode: .create)
            try writer.execute("PRAGMA wal_autocheckpoint=0")
            _ = try writer.rows("PRAGMA journal_mode=WAL")
            try writer.execute("INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (100, 3, 1, 'only in the wal')")
            let schema = Schema([ResourceStore.Item.self])
            let context = ModelContext(try ModelContainer(for: schema, configurations: ModelConfiguration(url: url)))
            let names = try context.fetch(FetchDescriptor<ResourceStore.Item>()).map(\.name)
            #expect(names.count == 5)
            #expect(names.contains("only in the wal"))
            withExtendedLifetime(writer) {}
        }
    }
}
