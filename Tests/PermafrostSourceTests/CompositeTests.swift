import PermafrostModel
import PermafrostSource
import Testing

/// The project's own enums and structs as property types.
@Suite struct CompositeTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var declaration: String
        var outside: String
        var expected: String
        var testDescription: String { outside }

        init(_ declaration: String, _ outside: String, _ expected: String) {
            self.declaration = declaration
            self.outside = outside
            self.expected = expected
        }
    }

    /// Returns `name:type`, with `?` if optional and with elements in brackets.
    static func sketch(_ attribute: Attribute) -> String {
        let elements =
            attribute.elements.isEmpty
            ? "" : "[" + attribute.elements.map(sketch).joined(separator: " ") + "]"
        return "\(attribute.name):\(attribute.type.name)\(attribute.isOptional ? "?" : "")\(elements)"
    }

    @Test(arguments: [
        Case("var value: Mode", "enum Mode: String { case a, b }", "value:composite[value:string?]"),
        Case("var value: Mode", "enum Mode: Int { case a, b = 5, c }", "value:composite[value:int64?]"),
        Case(
            "var value: Mode", "typealias Raw = Int\nenum Mode: Raw, Codable { case a }",
            "value:composite[value:int64?]"),
        Case("var value: Mode", "enum Mode: Codable, Int { case a }", "value:composite[a:string?]"),
        Case(
            "var value: Mode?", "enum Mode: Codable { case a, b\n case `default` }",
            "value:composite?[a:string? b:string? default:string?]"),
        Case(
            "var value: Mode", "extension V1 { enum Mode: Codable { case a; indirect case b(Int) } }",
            "value:composite[a:string? b:composite?[_0:int64?]]"),
        Case(
            "var value: A.B.C", "struct A { enum B { struct C: Codable { var x: Int } } }", "value:composite[x:int64]"),
        Case(
            "var value: P",
            "struct P: Codable { var x: Int; let y: Double; static var z = 1; var w: Int { x }; lazy var l = 1 }",
            "value:composite[x:int64 y:double]"),
        Case("var value: P?", "struct P: Codable { var x: Int, y = \"\" }", "value:composite?[x:int64? y:string?]"),
        Case(
            "var value: P", "struct P: Codable { var q: Q }\nstruct Q: Codable { var x: Int? }",
            "value:composite[q:composite[x:int64?]]"),
        Case(
            "var value: P", "struct P: Codable { var list: [Int]; var mode: Mode? }\nenum Mode: String { case a }",
            "value:composite[list:transformable mode:string?]"),
        Case(
            "var value: P",
            "struct P: Codable { private(set) var x: Int { didSet {} }\n enum CodingKeys: String, CodingKey { case x = \"y\" } }",
            "value:composite[x:int64]"),
        Case(
            "var value: P", "struct P: Codable { var next: [P]; var id = UUID() }",
            "value:composite[next:binary id:uuid]"),
        Case("var value: O", "struct O: OptionSet, Codable { let rawValue: Int }", "value:composite[rawValue:int64]"),
        Case(
            "var value: P", "struct P: Codable {\n#if os(Linux)\nvar no: Int\n#else\nvar x: Int\n#endif\n}",
            "value:composite[x:int64]"),
        Case("var value: Größe", "struct Größe: Codable { var höhe: Int }", "value:composite[höhe:int64]"),
    ])
    func elements(_ row: Case) throws {
        #expect(Self.sketch(try attribute(row.declaration, outside: row.outside)) == row.expected)
    }

    /// Raw values that an enum's own code defines.
    @Test(arguments: [
        Case(
            "var value: Mode",
            "enum Mode: RawRepresentable, Codable { case a, b(String)\n var rawValue: String { \"\" }\n"
                + " init(rawValue: String) { self = .a } }", "value:composite[value:string?]"),
        Case(
            "var value: Mode?",
            "enum Mode: Codable { case a }\nextension Mode: RawRepresentable { typealias RawValue = Token\n"
                + " init?(rawValue: Token) { nil } }\nextension Mode { var rawValue: Token { 1 } }\n"
                + "typealias Token = Int16", "value:composite?[value:int16?]"),
        Case(
            "var value: Mode",
            "protocol Named: RawRepresentable, Codable {}\nextension Named { var rawValue: String { \"\" } }\n"
                + "enum Mode: Named { case a(Int); init?(rawValue: String) { nil } }", "value:composite[value:string?]"),
        Case(
            "var value: P",
            "struct P: Codable { var mode: Mode }\nenum Mode { case a(Int) }\n"
                + "extension Mode: RawRepresentable { var rawValue: String { \"\" }; init?(rawValue: String) {} }",
            "value:composite[mode:string?]"),
        // Without the conformance, an enum with such code is treated like any other enum.
        Case(
            "var value: Mode", "enum Mode: Codable { case a(Int); var rawValue: String { \"\" } }",
            "value:composite[a:composite?[_0:int64?]]"),
        Case(
            "var value: Mode",
            "enum Mode: RawRepresentable { case a; var rawValue: [Int] { [] }; init?(rawValue: [Int]) {} }",
            "value:composite[a:string?]"),
    ])
    func rawValuesOfItsOwn(_ row: Case) throws {
        let found = try attribute(row.declaration, outside: row.outside)
        #expect(Self.sketch(found) == row.expected)
    }

    @Test func enumWithoutRawValuesNamesItsCases() throws {
        let attribute = try attribute("var value: Mode", outside: "enum Mode: Codable { case b, a }")
        #expect(attribute.isEnumeration)
        #expect(attribute.enumerationCases == ["b", "a"])
    }

    @Test func rawValuesAreExplicitOrImplied() throws {
        let outside = "enum Mode: Int { case a = -2, b, c = 10\n case d }"
        let shape = try attribute("var value: Mode", outside: outside).shape
        #expect(
            shape
                == .enumeration(
                    [("a", "-2"), ("b", "-1"), ("c", "10"), ("d", "11")].map { .init(name: $0.0, rawValue: $0.1) }))
    }

    @Test func assumptionsAreListed() throws {
        let schema = try version(
            "[Item.self]", "@Model class Item { var link: URL; var tags: Set<Int>; var name: String; var o: O }",
            outside: "struct O: OptionSet { let rawValue: Int }")
        #expect(
            schema.assumptions.map { "\($0.property ?? ""): \($0.shape.text)" } == [
                "link: URL", "tags: Set<Int>", "o: RawRepresentable struct",
            ])
        #expect(schema.assumptions.allSatisfy { $0.entity == "Item" })
    }

    /// Shapes with version hashes that Apple's framework has computed.
    @Test func verifiedShapesAreNotAssumed() throws {
        let schema = try version(
            "[Item.self]",
            """
            @Model class Item {
                #Unique<Item>([\\.code, \\.small])
                var code: String
                @Attribute(.ephemeral) var total: Double
                @Attribute(.transformable(by: "T")) var color: Elsewhere
                var small: Int16; var middle: Int32; var a: UInt8; var b: UInt16; var c: UInt32; var d: UInt64
                var time: TimeInterval; var made = Date(); var flags: [Bool]; var width: CGFloat
                var byName: [String: Point]; var point: Point?; var kind: Kind
                var points: [Point]; var counts: [String: Int]
            }
            """,
            outside: """
                struct Point: Codable { var tags: [String]; var mode: Mode; var inner: Inner; var list: [Inner] }
                struct Inner: Codable { var x: Int }
                enum Mode: String { case a }
                enum Kind: RawRepresentable { case a(Int); var rawValue: String { "" }; init?(rawValue: String) {} }
                """)
        #expect(schema.assumptions == [])
        #expect(schema.model != nil)
        let groups = try version(
            "[Item.self]", "@Model class Item { #Unique<Item>([\\.a], [\\.b]); var a: Int; var b: Int }")
        #expect(groups.assumptions == [Assumption(entity: "Item", .severalConstraints)])
    }
}
