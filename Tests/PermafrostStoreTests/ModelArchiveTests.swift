import Foundation
import PermafrostModel
import Testing

@testable import PermafrostStore

@Suite("Model archives")
struct ModelArchiveTests {
    @Test(
        "An archive of a real model has all of the real archive's objects, keys, and values", Conformance.isPresent,
        arguments: Conformance.stores("swiftdata-"))
    func graph(store: String) throws {
        let reader = try StoreReader(path: Conformance.path(store))
        var real = try IndependentArchive.graph(ofModelCache: reader.modelCache())
        // Frameworks before 1403 wrote the entity's name as the class name; later ones, such as 1518, write nothing.
        if try reader.metadata().frameworkVersion == 1345 {
            for key in real.keys where key.hasPrefix("entity ") {
                #expect(real[key]?["NSClassNameForEntity"] == "s:" + key.dropFirst(7))
                real[key]?["NSClassNameForEntity"] = "nil"
            }
        }
        let written = try IndependentArchive.graph(ofModelCache: ModelArchive.encode(reader.model()))
        #expect(written.keys.sorted() == real.keys.sorted())
        for (name, description) in real { #expect(written[name] == description, "\(name)") }
        #expect(real.keys.contains { $0.hasPrefix("property ") })
    }

    @Test(
        "Real archives have properties in the order of a hash table for their count", Conformance.isPresent,
        arguments: Conformance.stores())
    func propertyOrder(store: String) throws {
        let content = try StoreReader(path: Conformance.path(store)).modelCache()
        let reader = try KeyedArchiveReader(IndependentArchive.inflate(content))
        let root = try reader.rootObject()
        let values = try #require(reader.object(root["NSEntities"]))["values"]
        for entity in reader.elements(values).compactMap(reader.object) {
            let names = reader.entries(entity["NSProperties"]).map(\.key)
            let slots = Int(HashOrder.slotCount(holding: names.count))
            let homes = names.map { Int(HashOrder.hash($0) % UInt64(slots)) }
            var taken = [Bool](repeating: false, count: slots)
            for home in homes {
                var slot = home
                while taken[slot] { slot = (slot + 1) % slots }
                taken[slot] = true
            }
            // Each name is in its own slot, or only occupied slots are between its own slot and its position.
            for (home, slot) in zip(homes, taken.indices.filter { taken[$0] }) {
                let way = (0..<slots).lazy.map { (home + $0) % slots }.prefix { $0 != slot }
                #expect(way.allSatisfy { taken[$0] })
            }
        }
    }

    @Test("Reading back gives the archived model", Conformance.isPresent, arguments: Conformance.stores())
    func roundTripOfRealModels(store: String) throws {
        let model = try StoreReader(path: Conformance.path(store)).model()
        #expect(try ModelArchive.decode(ModelArchive.encode(model)) == model.archived)
        #expect(model.archived.archived == model.archived)
        // An archive of a SwiftData model loses nothing.
        if store.hasPrefix("swiftdata-") { #expect(model.archived == model) }
    }

    @Test("Every shape of a declaration can be archived and read", arguments: SampleModels.all)
    func roundTrip(sample: SampleModel) throws {
        let model = sample.model
        let content = ModelArchive.encode(model)
        #expect(try ModelArchive.decode(content) == model.archived)
        #expect(model.archived.versionHashes == model.versionHashes)
        #expect(ModelArchive.encode(model) == content)
        #expect(try !IndependentArchive.graph(ofModelCache: content).isEmpty)
    }

    @Test("Every property has its own fixed value for a dynamic default")
    func dynamicDefaults() throws {
        func defaultValue(_ entity: String, _ name: String, _ type: AttributeType, _ text: String) -> DefaultValue? {
            let attribute = Attribute(name: name, type: type, defaultValue: .expression(text))
            let model = SchemaModel(entities: [Entity(name: entity, properties: [.attribute(attribute)])])
            return model.archived.entity(named: entity)?.attributes.first?.defaultValue
        }
        guard case .uuid(let first)? = defaultValue("A", "id", .uuid, "UUID()") else {
            Issue.record("no UUID")
            return
        }
        #expect(first.count == 16)
        #expect(defaultValue("A", "id", .uuid, "UUID.init()") == .uuid(first))
        #expect(defaultValue("A", "id", .uuid, "Foundation.UUID()") == .uuid(first))
        #expect(defaultValue("B", "id", .uuid, "UUID()") != .uuid(first))
        #expect(defaultValue("A", "other", .uuid, "UUID()") != .uuid(first))
        for text in ["Date()", "Date.now", ".now", ".init()"] {
            guard case .date(let seconds)? = defaultValue("A", "made", .date, text) else {
                Issue.record("no date for \(text)")
                continue
            }
            #expect((0..<1_000_000_000).contains(seconds))
        }
        #expect(defaultValue("A", "made", .date, "Calendar.current.startOfDay(for: .now)") == nil)
        #expect(defaultValue("A", "mode", .string, "Mode.standard.title") == nil)
    }

    @Test(
        "Decimals keep every digit",
        arguments: ["0", "1", "-1", "10.11", "0.001", "-99999999.99", "12345678901234567890.123456789", "100000000000"])
    func decimals(text: String) throws {
        let entries = try #require(DecimalArchive.entries(text))
        #expect(DecimalArchive.text(of: .dictionary(entries)) == text)
    }
}
