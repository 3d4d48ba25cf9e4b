import Foundation
import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostFixtures
@testable import PermafrostStore

/// Model caches that lack the keys that a migration omits. With a version, they describe the same model as before.
@Suite struct CompletedModelTests {
    /// The parts of a model that a migrated store's model cache lacks or changes.
    struct Parts: OptionSet, Sendable, CustomTestStringConvertible {
        let rawValue: Int
        static let rawEnumeration = Parts(rawValue: 1)
        static let cases = Parts(rawValue: 2)
        static let structure = Parts(rawValue: 4)
        static let transformable = Parts(rawValue: 8)
        static let unique = Parts(rawValue: 16)
        static let combinations = (0..<32).map(Parts.init(rawValue:))

        var testDescription: String { String(rawValue, radix: 2) }
    }

    static func attributes(_ parts: Parts) -> [Attribute] {
        var attributes = [Attribute(name: "title", type: .string)]
        if parts.contains(.rawEnumeration) {
            let raw = Attribute(name: "mood", type: .string, isOptional: true)
            attributes.append(Attribute(name: "mood", type: .composite, elements: [raw], isEnumeration: true))
        }
        if parts.contains(.cases) {
            attributes.append(
                Attribute(
                    name: "state", type: .composite,
                    elements: ["on", "off"].map { Attribute(name: $0, type: .string, isOptional: true) },
                    isEnumeration: true, enumerationCases: ["on", "off"]))
        }
        if parts.contains(.structure) {
            attributes.append(
                Attribute(
                    name: "place", type: .composite,
                    elements: [
                        Attribute(name: "city", type: .string, isOptional: true),
                        Attribute(name: "zip", type: .string, isOptional: true),
                    ]))
        }
        if parts.contains(.transformable) {
            attributes.append(
                Attribute(
                    name: "words", type: .transformable, valueClassName: "Array<String>",
                    valueTransformerName: "NSSecureUnarchiveFromData"))
        }
        return attributes
    }

    static func model(_ parts: Parts) -> SchemaModel {
        SchemaModel(
            entities: [
                Entity(
                    name: "Item",
                    properties: attributes(parts).map { .attribute($0) } + [
                        .relationship(
                            Relationship(name: "labels", destination: "Label", inverse: "items", maximumCount: 0))
                    ], uniquenessConstraints: parts.contains(.unique) ? [["title"]] : []),
                Entity(
                    name: "Label",
                    properties: [
                        .relationship(
                            Relationship(name: "items", destination: "Item", inverse: "labels", maximumCount: 0))
                    ]),
            ], versionIdentifiers: ["1.0.0"])
    }

    /// Writes a store, and changes it to the form of a migrated one.
    static func migratedStore(_ model: SchemaModel, at path: String) throws {
        try StoreWriter(model: model, seed: [1], rowsPerEntity: 4).write(to: path)
        try MigratedCache.reduce(path)
    }

    @Test(arguments: Parts.combinations)
    func theVersionCompletesTheModelCache(_ parts: Parts) throws {
        let folder = try ScratchFolder()
        let path = folder.path("App.sqlite")
        let model = Self.model(parts)
        try Self.migratedStore(model, at: path)
        let reader = try StoreReader(path: path)
        let found = try reader.model()
        // The test is meaningful only if the model cache lacks something.
        let isReduced = !parts.isDisjoint(with: [.rawEnumeration, .cases, .transformable])
        #expect((found != model.archived) == isReduced)
        #expect(found.versionHashes == model.versionHashes)
        #expect(found.completed(with: model) == model.archived)
        #expect(
            found.describingStore(withHashes: try reader.metadata().versionHashes, version: model) == model.archived)
        #expect(try reader.statements().contains { $0.name == "Z_1LABELS_Z_1LABELS_INDEX" })
        let inspection = try StoreInspection(reader)
        #expect(inspection.problems == [])
        #expect(inspection.isModelReduced == (isReduced || parts.contains(.structure)))
    }

    @Test(Conformance.isPresent, arguments: Conformance.stores())
    func aRealStoresOwnModelCompletesIt(_ store: String) throws {
        let folder = try ScratchFolder()
        let copy = try ScratchStore(of: URL(fileURLWithPath: Conformance.path(store)), in: folder.url).url.path
        let original = try StoreInspection(StoreReader(path: copy))
        try MigratedCache.reduce(copy)
        let reduced = try StoreInspection(StoreReader(path: copy))
        #expect(reduced.model.completed(with: original.model) == original.model)
        #expect(reduced.problems == [])
        // The models of real SwiftData stores have transformables or enums, except for those of one app.
        if store.hasPrefix("swiftdata-cocktails") { #expect(reduced.model != original.model) }
    }

    /// The old index of a join table has the name that the index of the next version's join table gets.
    @Test func theOldIndexOfAJoinTableIsReplaced() throws {
        let folder = try ScratchFolder()
        let path = folder.path("App.sqlite")
        let newer = Self.model([.cases, .unique])
        let older = SchemaModel(
            entities: newer.entities + [
                Entity(name: "Kind", properties: [.attribute(Attribute(name: "name", type: .string))])
            ], versionIdentifiers: ["0.9.0"])
        try Self.migratedStore(older, at: path)
        let before = try StoreReader(path: path)
        let stale = "CREATE INDEX Z_1LABELS_Z_2LABELS_INDEX ON Z_1LABELS (Z_3LABELS, Z_1ITEMS)"
        #expect(try before.statements().map(\.sql).contains(stale))
        let links = try before.rows("SELECT Z_1ITEMS, Z_3LABELS FROM Z_1LABELS ORDER BY 1, 2")
        #expect(!links.isEmpty)
        try ModelMigration(path: path).run(from: before.model().completed(with: older), to: newer)
        let after = try StoreReader(path: path)
        #expect(
            try after.statements().filter { $0.kind == .index && $0.table == "Z_1LABELS" }.map(\.sql) == [
                "CREATE INDEX Z_1LABELS_Z_2LABELS_INDEX ON Z_1LABELS (Z_2LABELS, Z_1ITEMS)"
            ])
        #expect(try after.rows("SELECT Z_1ITEMS, Z_2LABELS FROM Z_1LABELS ORDER BY 1, 2") == links)
        #expect(try StoreInspection(after).problems == [])
    }

    /// The information of a model cache isn't replaced, and a struct doesn't become an enum that it can't be.
    @Test func onlyMissingInformationIsCompleted() {
        func completed(_ own: Attribute, _ other: Attribute) -> Attribute? {
            func model(_ attribute: Attribute) -> SchemaModel {
                SchemaModel(entities: [Entity(name: "Item", properties: [.attribute(attribute)])])
            }
            return model(own).completed(with: model(other)).entities.first?.attributes.first
        }
        let parts = Self.attributes([.rawEnumeration, .cases, .structure, .transformable])
        let named = Dictionary(uniqueKeysWithValues: parts.map { ($0.name, $0) })
        let structure = Attribute(
            name: "mood", type: .composite, elements: [Attribute(name: "text", type: .string, isOptional: true)])
        #expect(completed(structure, named["mood"] ?? structure) == structure)
        let required = Attribute(
            name: "state", type: .composite, elements: [Attribute(name: "on", type: .string)])
        #expect(completed(required, named["state"] ?? required) == required)
        var words = named["words"]
        words?.valueClassName = "Array<Int>"
        #expect(words.flatMap { own in named["words"].flatMap { completed(own, $0) } } == words)
        let text = Attribute(name: "mood", type: .string)
        #expect(completed(text, named["mood"] ?? text) == text)
    }

    /// A case that only one of the versions has.
    @Test func casesAreTakenFromTheStore() throws {
        let folder = try ScratchFolder()
        let path = folder.path("App.sqlite")
        let model = Self.model(.cases)
        try Self.migratedStore(model, at: path)
        var item = try #require(model.entity(named: "Item"))
        item.setProperties(
            item.properties.map { property in
                guard case .attribute(var attribute) = property, attribute.name == "state" else { return property }
                attribute.elements.append(Attribute(name: "idle", type: .string, isOptional: true))
                attribute.enumerationCases?.append("idle")
                attribute.renamingIdentifier = "state"
                attribute.name = "condition"
                return .attribute(attribute)
            })
        let newer = SchemaModel(entities: [item] + model.entities.filter { $0.name != "Item" })
        let completed = try StoreReader(path: path).model().completed(with: newer)
        #expect(completed == model.archived)
        #expect(throws: Never.self) { try ModelMapping(from: completed, to: newer) }
    }

    /// The model cache belongs to another version than the metadata.
    @Test func theMetadataIdentifiesTheModel() throws {
        let (older, newer) = (Self.model([.cases, .structure]), Self.model([.cases, .rawEnumeration]))
        #expect(older.archived.describingStore(withHashes: newer.versionHashes, version: newer) == newer.archived)
        #expect(older.archived.describingStore(withHashes: older.versionHashes, version: newer) == older.archived)
        #expect(older.archived.describingStore(withHashes: newer.versionHashes, version: nil) == older.archived)
    }

    /// A Core Data model names a class of the app's module without the module, and a Boolean's default is a number.
    @Test func aCoreDataModelHasItsClassesAndDefaults() throws {
        let attributes = [
            Attribute(name: "isDone", type: .boolean, defaultValue: .integer(0)),
            Attribute(name: "isOpen", type: .boolean, defaultValue: .integer(1)),
            Attribute(name: "ratio", type: .double, defaultValue: .integer(2)),
            Attribute(name: "count", type: .int64, defaultValue: .boolean(true)),
        ]
        func model(_ className: String?, _ attributes: [Attribute]) -> SchemaModel {
            SchemaModel(entities: [
                Entity(name: "Task", properties: attributes.map { .attribute($0) }, className: className)
            ])
        }
        let stored = try ModelArchive.decode(ModelArchive.encode(model("App.Task", attributes)))
        #expect(
            stored.entities.first?.attributes.map(\.defaultValue)
                == [.integer(1), .boolean(false), .boolean(true), .double(2)])
        for (own, declared, expected) in [
            ("App.Task", nil, nil), ("App.TaskObject", "TaskObject", "TaskObject"),
            ("App.Task", "App.Task", "App.Task"), ("App.Job", nil, "App.Job"), ("Job", "App.Job", "Job"),
            (nil, "Job", nil),
        ] as [(String?, String?, String?)] {
            let completed = model(own, attributes).completed(with: model(declared, attributes))
            #expect(completed.entities.first?.className == expected, "\(own ?? "") \(declared ?? "")")
        }
    }
}
