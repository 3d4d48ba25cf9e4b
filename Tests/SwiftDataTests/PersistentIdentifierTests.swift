import Foundation
import SwiftData
import Testing

/// Tests that encode and decode identifiers in Apple's form. Any other form is rejected.
@Suite struct PersistentIdentifierTests {
    private static let store = "5B4D0D0E-0B0C-4E0B-9F0A-0A1B2C3D4E5F"
    private static let uuid = "A3C1F1C2-1D2E-4F3A-8B4C-5D6E7F801234"

    /// Returns Apple's form of a row's identifier, with the parts that a case replaces.
    private static func form(
        key: String = "\"p215\"", entity: String = "\"Trip\"", store: String = "\"\(store)\"",
        isTemporary: String = "false", uri: String = "\"x-coredata://\(store)/Trip/p215\""
    ) -> String {
        """
        {"implementation":{"entityName":\(entity),"isTemporary":\(isTemporary),"primaryKey":\(key),\
        "storeIdentifier":\(store),"uriRepresentation":\(uri)}}
        """
    }

    private func decoded(_ text: String) throws -> PersistentIdentifier {
        try JSONDecoder().decode(PersistentIdentifier.self, from: Data(text.utf8))
    }

    private func encoded(_ identifier: PersistentIdentifier) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(identifier), as: UTF8.self)
    }

    @Test func anIdentifierIsEncodedLikeApples() throws {
        let identifier = try PersistentIdentifier.identifier(for: Self.store, entityName: "Trip", primaryKey: 215)
        #expect(try encoded(identifier) == Self.form())
        #expect(try decoded(Self.form()) == identifier)
        #expect("\(identifier.id)" == "x-coredata://\(Self.store)/Trip/p215")
    }

    @Test func anUnsavedObjectsKeyStartsWithT() throws {
        let toy = Toy(name: "a")
        let text = try encoded(toy.persistentModelID)
        #expect(text.contains("\"isTemporary\":true") && text.contains("\"primaryKey\":\"t"))
        #expect(try decoded(text) == toy.persistentModelID)
    }

    @Test(arguments: [
        ("no key", #"{"implementation":{"entityName":"Trip"}}"#),
        ("a number", form(key: "215")),
        ("a key without its letter", form(key: "\"215\"")),
        ("another letter", form(key: "\"q215\"")),
        ("no number", form(key: "\"p\"")),
        ("a sign", form(key: "\"p+215\"")),
        ("a number out of range", form(key: "\"p99999999999999999999\"")),
        ("no UUID", form(key: "\"t215\"", isTemporary: "true")),
        ("a row said to be temporary", form(isTemporary: "true")),
        ("another row's URI", form(key: "\"p216\"")),
        ("another entity's URI", form(entity: "\"Stop\"")),
        ("another store's URI", form(store: "\"\(uuid)\"")),
        ("nothing", "{}"),
        ("no outer object", #"{"primaryKey":7,"entityName":"Trip"}"#),
    ])
    func invalidIdentifiersAreRejected(_ what: String, _ text: String) {
        #expect(throws: DecodingError.self, "\(what)") { try decoded(text) }
    }

    /// The documented way to refer to another row: encode a known identifier, change its parts, and decode it.
    @Test func anEditedIdentifierRefersToAnotherRow() throws {
        let container = try ModelContainer(
            for: Toy.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        let toys = ["a", "b"].map { Toy(name: $0) }
        for toy in toys { context.insert(toy) }
        try context.save()
        let (first, second) = (toys[0].persistentModelID, toys[1].persistentModelID)
        let changed = try encoded(first).replacingOccurrences(
            of: try #require("\(first.id)".split(separator: "/").last),
            with: try #require("\(second.id)".split(separator: "/").last))
        let identifier = try decoded(changed)
        #expect(identifier == second)
        #expect((ModelContext(container).model(for: identifier) as? Toy)?.name == "b")
    }

    @Test(arguments: ["12", "p12"]) func aKeyMayBeWrittenAsText(_ key: String) throws {
        #expect(
            try PersistentIdentifier.identifier(for: Self.store, entityName: "Trip", primaryKey: key)
                == .identifier(for: Self.store, entityName: "Trip", primaryKey: 12))
    }

    @Test(arguments: ["", "p", "x12", "t\(uuid)"]) func invalidKeysAreRejected(_ key: String) {
        #expect(throws: SwiftDataError.unknownSchema) {
            try PersistentIdentifier.identifier(for: Self.store, entityName: "Trip", primaryKey: key)
        }
    }
}
