import Foundation
import PermafrostModel
import Testing

@testable import SwiftData

enum Level: Int, Codable {
    case low = 1
    case high = 5
}
enum Single: Codable { case only }
enum Loaded: Codable, Equatable {
    case named(String)
    case bare
}
struct Inner: Codable, Equatable {
    var number: Int16
    var level: Level
    enum CodingKeys: String, CodingKey {
        case number = "n"
        case level = "l"
    }
}
struct Outer: Codable, Equatable {
    var inner: Inner
    var maybe: Inner?
    var list: [String]
    let fixed: UInt8
    var url: URL?
}

@Model final class Shapes {
    var int8: Int8 = -128
    var word: UInt64 = UInt64.max
    var float: Float = 1.5
    var graphic: CGFloat?
    var decimal: Decimal = 10.11
    var bytes: Data = Data()
    var site: URL?
    var key: UUID?
    var level = Level.high
    var maybeLevel: Level?
    var single: Single?
    var loaded: Loaded = Loaded.bare
    var outer: Outer?
    var words: [String]?
    var levels: [Level] = []
    var inners: [Inner] = []
    var unique: Set<Int> = []
    var byName: [String: Double] = [:]
    var doubled: Int??
    @Attribute(.ephemeral) var fleeting = 4
    @Attribute(.unique, .spotlight, originalName: "oldCode", hashModifier: "2") var code: String = "c"

    init() {}
}

@Suite struct ShapeTests {
    static let expected: [PermafrostModel.Attribute] = {
        typealias A = PermafrostModel.Attribute
        let inner = { (optional: Bool) in
            [
                A(name: "number", type: .int16, isOptional: optional),
                A(
                    name: "level", type: .int64, isOptional: optional,
                    shape: ValueShape(SwiftType(reflecting: Level.self))),
            ]
        }
        let archive = "NSSecureUnarchiveFromData"
        return [
            A(name: "int8", type: .int16, defaultValue: .integer(-128), shape: .scalar("Int8")),
            A(name: "word", type: .int64, defaultValue: .expression("UInt64.max"), shape: .scalar("UInt64")),
            A(name: "float", type: .float, defaultValue: .double(1.5)),
            A(name: "graphic", type: .float, isOptional: true, shape: .scalar("CGFloat")),
            A(name: "decimal", type: .decimal, defaultValue: .decimal("10.11")),
            A(name: "bytes", type: .binary, defaultValue: .data([])),
            A(name: "site", type: .uri, isOptional: true), A(name: "key", type: .uuid, isOptional: true),
            A(
                name: "maybeLevel", type: .composite, isOptional: true,
                elements: [A(name: "maybeLevel", type: .int64, isOptional: true)], isEnumeration: true,
                shape: .enumeration([.init(name: "high", rawValue: "5"), .init(name: "low", rawValue: "1")])),
            A(
                name: "single", type: .composite, isOptional: true,
                elements: [A(name: "only", type: .string, isOptional: true)], isEnumeration: true,
                enumerationCases: ["only"]),
            A(
                name: "outer", type: .composite, isOptional: true,
                elements: [
                    A(name: "inner", type: .composite, isOptional: true, elements: inner(true)),
                    A(name: "maybe", type: .composite, isOptional: true, elements: inner(true)),
                    A(
                        name: "list", type: .transformable, isOptional: true, valueClassName: "Array<String>",
                        valueTransformerName: archive),
                    A(name: "fixed", type: .int16, isOptional: true, shape: .scalar("UInt8")),
                    A(name: "url", type: .uri, isOptional: true),
                ]),
            A(
                name: "words", type: .transformable, isOptional: true, valueClassName: "Array<String>",
                valueTransformerName: archive),
            A(
                name: "loaded", type: .composite,
                defaultValue: .dictionary(["bare": .string("bare")]),
                elements: [
                    A(
                        name: "named", type: .composite, isOptional: true,
                        elements: [A(name: "_0", type: .string, isOptional: true)]),
                    A(name: "bare", type: .string, isOptional: true),
                ], isEnumeration: true, enumerationCases: ["named", "bare"],
                shape: .enumeration([
                    .init(name: "bare"),
                    .init(name: "named", associatedValues: [.init(name: "_0", shape: .scalar("String"))]),
                ])),
            A(
                name: "inners", type: .binary, defaultValue: .array([]),
                shape: .array(ValueShape(SwiftType(reflecting: Inner.self)))),
            A(name: "unique", type: .binary, defaultValue: .array([]), shape: .set(.scalar("Int"))),
            A(
                name: "byName", type: .binary, defaultValue: .dictionary([:]),
                shape: .dictionary(key: .scalar("String"), value: .scalar("Double"))),
            A(name: "doubled", type: .int64, isOptional: true),
            A(name: "fleeting", type: .int64, isTransient: true, defaultValue: .integer(4)),
            A(
                name: "code", type: .string, isSpotlightIndexed: true, defaultValue: .string("c"),
                renamingIdentifier: "oldCode", versionHashModifier: "2"),
        ]
    }()

    @Test(arguments: expected)
    func isReflected(_ attribute: PermafrostModel.Attribute) throws {
        let entity = try #require(Schema([Shapes.self]).model.entity(named: "Shapes"))
        #expect(entity.property(named: attribute.name) == .attribute(attribute))
        #expect(entity.uniquenessConstraints == [["code"]])
    }

    @Test func everyShapeRoundTrips() throws {
        let container = try ModelContainer(
            for: Shapes.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        let inner = Inner(number: -3, level: .low)
        let full = Shapes()
        full.graphic = 0.25
        full.bytes = Data([0, 1, 2])
        full.site = URL(string: "https://example.invalid/ü?a=1")
        full.key = UUID()
        full.maybeLevel = .low
        full.single = .only
        full.loaded = .named("Grüße \"x\"")
        full.outer = Outer(
            inner: inner, maybe: nil, list: ["a", "é"], fixed: 200, url: URL(string: "https://b.invalid"))
        full.words = ["", "🏔️"]
        full.levels = [.low, .high]
        full.inners = [inner]
        full.unique = [3, 1]
        full.byName = ["x": 0.5]
        full.doubled = 9
        full.fleeting = 8
        full.code = "full"
        context.insert(full)
        context.insert(Shapes())
        try context.save()
        let found = try ModelContext(container).fetch(FetchDescriptor<Shapes>(sortBy: [SortDescriptor(\.code)]))
        let (empty, read) = (try #require(found.first), try #require(found.last))
        #expect(read.int8 == -128 && read.word == .max && read.float == 1.5 && read.graphic == 0.25)
        #expect(read.decimal == Decimal(string: "10.11") && read.bytes == full.bytes && read.site == full.site)
        #expect(read.key == full.key && read.level == .high && read.maybeLevel == .low && read.single == .only)
        #expect(read.loaded == full.loaded && read.outer == full.outer && read.words == full.words)
        #expect(read.levels == full.levels && read.inners == full.inners && read.unique == full.unique)
        #expect(read.byName == full.byName && read.doubled == .some(.some(9)) && read.fleeting == 4)
        #expect(empty.graphic == nil && empty.site == nil && empty.maybeLevel == nil && empty.single == nil)
        #expect(empty.loaded == .bare && empty.outer == nil && empty.words == nil && empty.levels.isEmpty)
    }

    @Test func aTypeThatCannotBeStoredIsRejectedByTheContainer() throws {
        #expect(throws: SwiftDataError.unknownSchema) {
            try ModelContainer(for: Opaque.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        }
    }

    @Model final class Opaque {
        var thing: Unencodable?
        init() {}
    }

    final class Unencodable {}
}
