import Foundation
import PermafrostModel
import Testing

@testable import PermafrostStore

@Suite("Untrusted archives")
struct HostileArchiveTests {
    private typealias Value = PropertyListValue

    private static func dictionary(_ entries: [String: PropertyListValue]) -> PropertyListValue {
        .dictionary(entries.keys.sorted().map { .init($0, entries[$0] ?? .integer(0)) })
    }

    private static func archive(_ objects: [PropertyListValue]) -> [UInt8] {
        BinaryPropertyListWriter.encode(
            dictionary(["$objects": .array(objects), "$top": dictionary(["root": .reference(1)])]))
    }

    @Test("Truncated and altered archives give an error or a model", arguments: SampleModels.all)
    func damagedBytes(sample: SampleModel) {
        let whole = ModelArchive.encodePropertyList(sample.model)
        for count in stride(from: 0, to: whole.count, by: max(1, whole.count / 200)) {
            #expect(throws: ModelArchiveError.self) { try ModelArchive.decode(Array(whole[..<count])) }
        }
        var generator = DigestGenerator(seed: [], sample.name)
        for _ in 0..<300 {
            var bytes = whole
            for _ in 0...Int(generator.next() % 4) {
                bytes[Int(generator.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: generator.next())
            }
            _ = try? ModelArchive.decode(bytes).versionHashes
            _ = (try? ModelArchive.decode(bytes)).map { StoreLayout(model: $0).ddl }
        }
    }

    @Test("Decompression of an oversized stream stops early")
    func bomb() throws {
        // Repeat a stored block of zeros a thousand times. The result exceeds the decoder's size limit, but fits into
        // memory.
        let zeros = RawDeflate.storing([UInt8](repeating: 0, count: 60_000)).dropLast(0)
        var stream: [UInt8] = []
        for _ in 0..<1000 {
            stream.append(0)
            stream += zeros.dropFirst()
        }
        stream += RawDeflate.storing([])
        #expect(throws: ModelArchiveError.tooLarge) { try ModelArchive.decode(stream) }
        #expect(throws: RawDeflate.Failure.tooLarge) { try RawDeflate.inflate(stream, limit: 1000) }
        #expect(throws: ModelArchiveError.notInflatable) { try ModelArchive.decode(Array(stream[..<1000])) }
        #expect(throws: ModelArchiveError.notInflatable) { try ModelArchive.decode([]) }
    }

    @Test("A list that contains itself is an error")
    func circularList() {
        // An array whose only element is the array itself.
        let bytes =
            Array("bplist00".utf8) + [0xA1, 0x00, 8] + [0, 0, 0, 0, 0, 0, 1, 1]
            + [0, 0, 0, 0, 0, 0, 0, 1] + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 10]
        #expect(throws: BinaryPropertyListError.tooLarge) { try BinaryPropertyListReader.decode(bytes) }
    }

    @Test("A list that doubles at every level is an error")
    func doublingList() {
        // 30 arrays that each contain the next array twice. They represent more than a billion values in a few bytes.
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for level in 0..<30 {
            offsets.append(UInt8(bytes.count))
            bytes += [0xA2, UInt8(level + 1), UInt8(level + 1)]
        }
        offsets.append(UInt8(bytes.count))
        bytes.append(0x09)
        let table = UInt8(bytes.count)
        bytes +=
            offsets + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 31] + [UInt8](repeating: 0, count: 15) + [table]
        #expect(throws: BinaryPropertyListError.tooLarge) { try BinaryPropertyListReader.decode(bytes) }
    }

    @Test("Impossible counts and offsets are errors")
    func wildNumbers() {
        let good = BinaryPropertyListWriter.encode(.array([.string("a"), .integer(1)]))
        for position in good.count - 32..<good.count {
            var bytes = good
            bytes[position] = 0xFF
            _ = try? BinaryPropertyListReader.decode(bytes)
        }
        for marker in [0x4F, 0x5F, 0x6F, 0xAF, 0xDF] as [UInt8] {
            let bytes =
                Array("bplist00".utf8) + [marker, 0x13] + [UInt8](repeating: 0xFF, count: 8) + [8]
                + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 15) + [18]
            #expect(throws: BinaryPropertyListError.outOfBounds) { try BinaryPropertyListReader.decode(bytes) }
        }
    }

    @Test("Objects in a reference cycle give an error or a model")
    func circularObjects() throws {
        let type = Self.dictionary(["$classname": .string("NSManagedObjectModel")])
        let entityType = Self.dictionary(["$classname": .string("NSEntityDescription")])
        let attributeType = Self.dictionary(["$classname": .string("NSCompositeAttributeDescription")])
        // A composite that is its own element.
        let circularComposite: [Value] = [
            .string("$null"), Self.dictionary(["$class": .reference(2), "NSEntities": .reference(3)]), type,
            Self.dictionary(["values": .reference(4)]), Self.dictionary(["NS.objects": .array([.reference(5)])]),
            Self.dictionary([
                "$class": .reference(6), "NSEntityName": .reference(7), "NSProperties": .reference(8),
                "NSSuperentity": .reference(5),
            ]),
            entityType, .string("A"),
            Self.dictionary(["NS.keys": .array([.reference(7)]), "NS.objects": .array([.reference(9)])]),
            Self.dictionary([
                "$class": .reference(10), "NSPropertyName": .reference(7), "NSAttributeType": .integer(2100),
                "NSCompositeElements": .reference(11),
            ]), attributeType, Self.dictionary(["NS.objects": .array([.reference(9), .reference(9)])]),
        ]
        #expect(throws: ModelArchiveError.tooLarge) { try ModelArchive.decode(Self.archive(circularComposite)) }
        // A default value that contains itself.
        var circularDefault = circularComposite
        circularDefault[9] = Self.dictionary([
            "$class": .reference(10), "NSPropertyName": .reference(7), "NSAttributeType": .integer(700),
            "NSDefaultValue": .reference(11),
        ])
        circularDefault[11] = Self.dictionary(["NS.objects": .array([.reference(11), .reference(11)])])
        #expect(throws: ModelArchiveError.tooLarge) { try ModelArchive.decode(Self.archive(circularDefault)) }
        // An entity that is its own superentity.
        var circularEntity = circularComposite
        circularEntity[8] = Self.dictionary(["NS.keys": .array([]), "NS.objects": .array([])])
        let model = try ModelArchive.decode(Self.archive(circularEntity))
        #expect(model.entities.map(\.name) == ["A"])
        #expect(!StoreLayout(model: model).ddl.isEmpty)
        // The same entity, listed many times.
        var repeated = circularEntity
        repeated[4] = Self.dictionary(["NS.objects": .array([Value](repeating: .reference(5), count: 300_000))])
        #expect(throws: ModelArchiveError.tooLarge) { try ModelArchive.decode(Self.archive(repeated)) }
    }

    @Test("A predicate that contains itself has a limited text, and excessive inheritance is an error")
    func circularPredicates() throws {
        let objects: [Value] = [
            .string("$null"), Self.dictionary(["$class": .reference(2), "NSSubpredicates": .reference(3)]),
            Self.dictionary(["$classname": .string("NSCompoundPredicate")]),
            Self.dictionary(["NS.objects": .array([Value](repeating: .reference(1), count: 9))]),
        ]
        let reader = try KeyedArchiveReader(Self.archive(objects))
        let text = try #require(PredicateFormat.predicate(.reference(1), in: reader))
        #expect(text.utf8.count < 1_000_000)

        let chain = (0..<200).map { Entity(name: "E\($0)", superentity: "E\($0 + 1)") } + [Entity(name: "E200")]
        #expect(throws: ModelArchiveError.tooLarge) {
            try ModelArchive.decode(ModelArchive.encode(SchemaModel(entities: chain)))
        }
    }

    @Test("Each missing or unknown part of a description has its own error")
    func incomplete() {
        let type = Self.dictionary(["$classname": .string("NSManagedObjectModel")])
        func decode(_ entity: [String: Value], _ property: [String: Value]) throws -> SchemaModel {
            var property = property
            property["$class"] = property["$class"] ?? .reference(9)
            var entity = entity
            entity["NSProperties"] = .reference(7)
            return try ModelArchive.decode(
                Self.archive([
                    .string("$null"), Self.dictionary(["$class": .reference(2), "NSEntities": .reference(3)]), type,
                    Self.dictionary(["values": .reference(4)]),
                    Self.dictionary(["NS.objects": .array([.reference(5)])]),
                    Self.dictionary(entity), .string("A"),
                    Self.dictionary(["NS.keys": .array([.reference(6)]), "NS.objects": .array([.reference(8)])]),
                    Self.dictionary(property), Self.dictionary(["$classname": .string("NSAttributeDescription")]),
                    Self.dictionary(["$classname": .string("NSRelationshipDescription")]),
                    Self.dictionary(["$classname": .string("Surprise")]),
                ]))
        }
        let named: [String: Value] = ["NSEntityName": .reference(6)]
        #expect(throws: ModelArchiveError.damaged(.entityWithoutName)) { try decode([:], [:]) }
        #expect(throws: ModelArchiveError.damaged(.propertyWithoutName(entity: "A"))) { try decode(named, [:]) }
        #expect(throws: ModelArchiveError.damaged(.unknownAttributeType(entity: "A", property: "A", type: 12345))) {
            try decode(named, ["NSPropertyName": .reference(6), "NSAttributeType": .integer(12345)])
        }
        #expect(throws: ModelArchiveError.damaged(.relationshipWithoutDestination(entity: "A", property: "A"))) {
            try decode(named, ["NSPropertyName": .reference(6), "$class": .reference(10)])
        }
        #expect(throws: ModelArchiveError.damaged(.unknownDeleteRule(entity: "A", property: "A", rule: 9))) {
            try decode(
                named,
                [
                    "NSPropertyName": .reference(6), "$class": .reference(10),
                    "_NSDestinationEntityName": .reference(6),
                    "NSDeleteRule": .integer(9),
                ])
        }
        #expect(
            throws: ModelArchiveError.damaged(
                .unknownPropertyClass(entity: "A", property: "A", className: "Surprise"))
        ) {
            try decode(named, ["NSPropertyName": .reference(6), "$class": .reference(11)])
        }
        #expect(throws: ModelArchiveError.notKeyedArchive) {
            try ModelArchive.decode(BinaryPropertyListWriter.encode(.array([])))
        }
    }
}
