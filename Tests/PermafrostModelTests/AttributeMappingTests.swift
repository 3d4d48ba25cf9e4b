import Testing

@testable import PermafrostModel

/// The mapping from a property's type to an attribute, for everything that depends only on the type.
@Suite struct AttributeMappingTests {
    /// A type for the property `x`, the ``sketch(_:)`` of its attribute, and the assumption of the mapping, if any.
    struct Case: Sendable, CustomTestStringConvertible {
        var type: SwiftType
        var expected: String
        var assumption: String?
        var testDescription: String { type.text + ": " + expected }

        init(_ type: SwiftType, _ expected: String, assumed assumption: String? = nil) {
            self.type = type
            self.expected = expected
            self.assumption = assumption
        }
    }

    static func member(_ name: String, _ type: SwiftType) -> SwiftType.Member { .init(name: name, type: type) }
    static func structure(_ name: String, _ members: SwiftType.Member...) -> SwiftType {
        .structure(.init(name: name, members: members))
    }
    static func holding(_ type: SwiftType) -> SwiftType { structure("Holder", member("m", type)) }

    static let text = SwiftType.scalar("String")
    static let whole = SwiftType.scalar("Int")
    static let stop = structure("Stop", member("name", text), member("minute", .optional(whole)))
    static let mode = SwiftType.enumeration(
        .init(name: "Mode", rawType: "String", cases: [.init(name: "grid", rawValue: "g")]))
    static let level = SwiftType.enumeration(
        .init(name: "Level", rawType: "Int8", cases: [.init(name: "low", rawValue: "0")]))
    static let state = SwiftType.enumeration(.init(name: "State", cases: [.init(name: "on"), .init(name: "off")]))
    /// Returns an enum with its own implementation of `RawRepresentable` and a case with an associated value.
    static func ownRaw(_ rawType: String) -> SwiftType {
        .enumeration(
            .init(
                name: "Kind", rawType: rawType, hasOwnRawValue: true,
                cases: [.init(name: "plain"), .init(name: "custom", associatedValues: [member("_0", text)])]))
    }
    static func payment(_ values: SwiftType.Member...) -> SwiftType {
        .enumeration(
            .init(name: "Payment", cases: [.init(name: "cash"), .init(name: "card", associatedValues: values)]))
    }

    static let scalars: [Case] =
        [
            ("String", "string"), ("Bool", "boolean"), ("Int", "int64"), ("Int64", "int64"), ("Int16", "int16"),
            ("Int32", "int32"), ("UInt8", "int16"), ("UInt16", "int16"), ("UInt32", "int32"), ("UInt64", "int64"),
            ("Double", "double"), ("Float", "float"), ("Decimal", "decimal"), ("Date", "date"), ("Data", "binary"),
            ("UUID", "uuid"),
        ].map { Case(.scalar($0.0), "x:\($0.1)") } + [
            Case(.scalar("CGFloat"), "x:float"),
            Case(.scalar("Int8"), "x:int16", assumed: "Int8"), Case(.scalar("UInt"), "x:int64", assumed: "UInt"),
            Case(.scalar("URL"), "x:uri", assumed: "URL"), Case(.optional(text), "x:string?"),
            Case(.opaque("Range<Int>"), "x:transformable", assumed: "Range<Int>, whose declaration is out of reach"),
        ]

    static let collections: [Case] = [
        Case(.array(.scalar("UUID")), "x:transformable"), Case(.optional(.array(text)), "x:transformable?"),
        Case(.array(.scalar("Bool")), "x:transformable"),
        Case(.dictionary(key: text, value: stop), "x:binary"),
        Case(.array(stop), "x:binary"), Case(.optional(.array(stop)), "x:binary?", assumed: "Array<Stop>"),
        Case(.dictionary(key: text, value: whole), "x:binary"),
        Case(.dictionary(key: whole, value: whole), "x:binary", assumed: "Dictionary<Int, Int>"),
        Case(.array(mode), "x:binary", assumed: "Array<Mode>"),
        Case(.array(.optional(text)), "x:binary", assumed: "Array<Optional<String>>"),
        Case(.set(whole), "x:binary", assumed: "Set<Int>"),
        Case(
            .optional(.dictionary(key: text, value: whole)), "x:binary?",
            assumed: "Dictionary<String, Int>"),
    ]

    static let structs: [Case] = [
        Case(stop, "x:composite[name:string minute:int64?]"),
        Case(.optional(stop), "x:composite?[name:string? minute:int64?]"),
        Case(holding(.array(text)), "x:composite[m:transformable]"),
        Case(
            .optional(holding(.array(text))), "x:composite?[m:transformable?]"),
        Case(
            holding(.array(stop)), "x:composite[m:binary]",
            assumed: "Array<Stop> inside a struct"),
        Case(holding(.optional(.array(stop))), "x:composite[m:binary?]"),
        Case(holding(.optional(.array(mode))), "x:composite[m:binary?]"),
        Case(
            holding(.optional(.set(text))), "x:composite[m:binary?]", assumed: "Set<String> inside a struct"),
        Case(holding(mode), "x:composite[m:string?]"),
        Case(
            holding(level), "x:composite[m:int16?]",
            assumed: "enum with Int8 raw values"),
        Case(
            holding(state), "x:composite[m:composite[on:string? off:string?]]",
            assumed: "enum without raw values inside a struct"),
        Case(holding(stop), "x:composite[m:composite[name:string minute:int64?]]"),
        Case(
            .optional(holding(holding(stop))),
            "x:composite?[m:composite?[m:composite?[name:string? minute:int64?]]]"),
        Case(
            holding(.optional(holding(stop))),
            "x:composite[m:composite?[m:composite?[name:string? minute:int64?]]]"),
        Case(
            .opaque("SwiftUI.Color.Resolved"),
            "x:composite[linearRed:float linearGreen:float linearBlue:float opacity:float]",
            assumed: "SwiftUI.Color.Resolved, a framework's struct"),
        Case(
            .opaque("CGRect"),
            "x:composite[origin:composite[x:float y:float] size:composite[width:float height:float]]",
            assumed: "CGRect, a framework's struct"),
        Case(
            holding(.opaque("CGPoint")), "x:composite[m:composite[x:float y:float]]",
            assumed: "CGPoint, a framework's struct"),
    ]

    static let enums: [Case] = [
        Case(mode, "x:composite[x:string?]"), Case(.optional(mode), "x:composite?[x:string?]"),
        Case(level, "x:composite[x:int16?]", assumed: "enum with Int8 raw values"),
        Case(state, "x:composite[on:string? off:string?]"),
        Case(
            ownRaw("String"), "x:composite[x:string?]"),
        Case(
            ownRaw("Int"), "x:composite[x:int64?]",
            assumed: "enum with Int raw values"),
        Case(
            holding(ownRaw("String")), "x:composite[m:string?]"),
        Case(
            payment(member("number", text), member("places", .array(whole)), member("stop", stop)),
            "x:composite[cash:string? card:composite?[number:string? places:transformable?"
                + " stop:composite?[name:string? minute:int64?]]]", assumed: "enum with associated values"),
        Case(
            payment(member("_0", .optional(whole)), member("card", .optional(mode))),
            "x:composite[cash:string? card:composite?[_0:int64? card:string? card_:string?]]",
            assumed: "enum with associated values"),
    ]

    /// Returns a description such as `name:type`. An optional attribute has a `?`. Elements are in brackets.
    static func sketch(_ attribute: Attribute) -> String {
        let elements = attribute.elements.map(sketch).joined(separator: " ")
        return "\(attribute.name):\(attribute.type.name)\(attribute.isOptional ? "?" : "")"
            + (elements.isEmpty ? "" : "[\(elements)]")
    }

    @Test(arguments: scalars + collections + structs + enums)
    func isMapped(_ row: Case) {
        let mapping = AttributeMapping(name: "x", type: row.type)
        #expect(Self.sketch(mapping.attribute) == row.expected)
        #expect(mapping.assumption?.text == row.assumption)
    }

    @Test func enumsRecordTheirCases() {
        let raw = AttributeMapping(name: "mode", type: Self.mode).attribute
        #expect(raw.isEnumeration && raw.enumerationCases == nil)
        let plain = AttributeMapping(name: "state", type: Self.state).attribute
        #expect(plain.isEnumeration && plain.enumerationCases == ["on", "off"])
        let own = AttributeMapping(name: "kind", type: Self.ownRaw("String")).attribute
        #expect(own.isEnumeration && own.enumerationCases == nil)
        let payment = AttributeMapping(name: "payment", type: Self.payment(Self.member("_0", Self.text))).attribute
        #expect(payment.isEnumeration && payment.enumerationCases == ["cash", "card"])
    }

    @Test func anArrayOfScalarsNamesItsClassAndAnotherValueItsShape() {
        let archived = AttributeMapping(name: "x", type: Self.holding(.array(Self.text))).attribute.elements[0]
        #expect(archived.valueClassName == "Array<String>" && archived.shape == nil)
        #expect(archived.valueTransformerName == "NSSecureUnarchiveFromData")
        let encoded = AttributeMapping(name: "x", type: .set(Self.whole)).attribute
        #expect(encoded.valueClassName == nil && encoded.valueTransformerName == nil)
        #expect(encoded.shape == .set(.scalar("Int")))
    }
}
