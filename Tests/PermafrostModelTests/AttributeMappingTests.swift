import Testing

@testable import PermafrostModel

/// What a property's type becomes, where the type alone decides.
@Suite struct AttributeMappingTests {
    static let mode = SwiftType.enumeration(
        .init(name: "Mode", rawType: "String", cases: [.init(name: "grid", rawValue: "g")]))
    static let state = SwiftType.enumeration(.init(name: "State", cases: [.init(name: "on"), .init(name: "off")]))
    static let author = SwiftType.structure(
        .init(
            name: "Author",
            members: [
                .init(name: "name", type: .scalar("String")), .init(name: "tags", type: .array(.scalar("String"))),
                .init(name: "age", type: .optional(.scalar("Int"))),
            ]))

    @Test(arguments: [
        (SwiftType.scalar("String"), AttributeType.string, true), (.scalar("Int64"), .int64, true),
        (.scalar("URL"), .uri, false), (.scalar("UInt8"), .int16, false),
        (.array(.scalar("UUID")), .transformable, true),
        (.array(mode), .transformable, false), (.set(.scalar("Int")), .transformable, false), (mode, .composite, true),
        (state, .composite, true), (.opaque("Range<Int>"), .transformable, false),
        (.opaque("SwiftUI.Color.Resolved"), .composite, false),
    ])
    func typesAndWhetherTheyAreProven(_ type: SwiftType, _ stored: AttributeType, _ isVerified: Bool) {
        let mapping = AttributeMapping(name: "x", type: type)
        #expect(mapping.attribute.type == stored)
        #expect((mapping.assumption == nil) == isVerified)
        #expect(!mapping.attribute.isOptional)
        #expect(AttributeMapping(name: "x", type: .optional(type)).attribute.isOptional)
    }

    @Test func enumsAreOneElementForARawValueOrOneForEachCase() {
        let raw = AttributeMapping(name: "mode", type: Self.mode).attribute
        #expect(raw.elements == [Attribute(name: "mode", type: .string, isOptional: true)])
        #expect(raw.isEnumeration && raw.enumerationCases == nil)
        let plain = AttributeMapping(name: "state", type: Self.state).attribute
        #expect(plain.elements.map(\.name) == ["on", "off"])
        #expect(plain.elements.allSatisfy { $0.isOptional && $0.type == .string })
        #expect(plain.enumerationCases == ["on", "off"])
    }

    @Test func elementsOfAnOptionalStructAreOptional() {
        let required = AttributeMapping(name: "author", type: Self.author).attribute
        #expect(required.elements.map(\.isOptional) == [false, true, true])
        let optional = AttributeMapping(name: "author", type: .optional(Self.author)).attribute
        #expect(optional.elements.map(\.isOptional) == [true, true, true])
        #expect(optional.elements.map(\.type) == [.string, .binary, .int64])
    }

    @Test func structsOfFrameworksHaveTheirStoredProperties() {
        let color = AttributeMapping(name: "color", type: .opaque("Color.Resolved")).attribute
        #expect(color.elements.map(\.name) == ["linearRed", "linearGreen", "linearBlue", "opacity"])
        #expect(color.elements.allSatisfy { $0.type == .float && !$0.isOptional })
        let frame = AttributeMapping(name: "frame", type: .opaque("CGRect")).attribute
        #expect(frame.leaves.map(\.name) == ["x", "y", "width", "height"])
    }
}
