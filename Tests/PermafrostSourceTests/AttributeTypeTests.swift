import PermafrostModel
import PermafrostSource
import Testing

/// Declared and inferred types of properties, and the types that store them.
@Suite struct AttributeTypeTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var declaration: String
        var outside = ""
        var type: AttributeType
        var isOptional = false
        var valueClass: String?
        /// The type of a collection that is stored as JSON; nil for any other type.
        var shape: String?
        var testDescription: String { declaration }

        init(
            _ declaration: String, _ type: AttributeType, optional: Bool = false, valueClass: String? = nil,
            shape: String? = nil, outside: String = ""
        ) {
            self.declaration = declaration
            self.type = type
            isOptional = optional
            self.valueClass = valueClass
            self.shape = shape
            self.outside = outside
        }
    }

    static let written: [Case] = [
        Case("var value: String", .string), Case("var value: Swift.String", .string),
        Case("var value: Foundation.Date", .date), Case("var value: Date?", .date, optional: true),
        Case("var value: Optional<Date>", .date, optional: true), Case("var value: Date!", .date, optional: true),
        Case("var value: Swift.Optional<Swift.Int>", .int64, optional: true),
        Case("var value: Int", .int64), Case("var value: Int64", .int64), Case("var value: Int32", .int32),
        Case("var value: Int16", .int16), Case("var value: Bool", .boolean), Case("var value: Double", .double),
        Case("var value: TimeInterval", .double), Case("var value: Float", .float), Case("var value: Data", .binary),
        Case("var value: UUID", .uuid), Case("var value: Decimal", .decimal), Case("var value: URL", .uri),
        Case("var value: CGFloat", .float), Case("var value: CoreGraphics.CGFloat", .float),
        Case("var value: [String]", .transformable, valueClass: "Array<String>"),
        Case("var value: Array<String>?", .transformable, optional: true, valueClass: "Array<String>"),
        Case("var value: Set<Int>", .binary, shape: "Set<Int>"),
        Case("var value: [String: Int]", .binary, shape: "[String: Int]"),
        Case("var value: Dictionary<String, [Int]>", .binary, shape: "[String: [Int]]"),
        Case("private var value: Int", .int64), Case("public private(set) var value: Int", .int64),
        Case("var value: Int { didSet { print(value) } }", .int64),
        Case("var value: Int = 0 { willSet { } didSet { } }", .int64),
        Case("@MainActor var value: Int", .int64), Case("nonisolated var value: Int", .int64),
        Case("var other, value: Int", .int64), Case("var value, other: String", .string),
        Case("var other = 1, value = \"\"", .string), Case("var `value`: Int", .int64),
        Case("@Attribute(.unique) @available(iOS 17, *)\n    public\n    var\n  value : Int", .int64),
        Case("var value: Name", .string, outside: "typealias Name = String"),
        Case(
            "var value: Names?", .transformable, optional: true, valueClass: "Array<String>",
            outside: "typealias Names = List<String>\ntypealias List<T> = [T]"),
        Case("typealias Key = Int\n var value: Key", .int64),
        Case("var value: V1.Key", .uuid, outside: "extension V1 { typealias Key = UUID }"),
        Case("var value: Kind", .composite, outside: "enum Kind: String, Codable { case a }"),
        Case("enum Kind: Int, Codable { case a }\n var value: Kind?", .composite, optional: true),
        Case("var value: Point", .composite, outside: "struct Point: Codable { var x: Double; var y: Double }"),
        Case("var value: Box<Int>", .transformable, valueClass: "Box", outside: "struct Box<T> { var content: T }"),
        Case("var value: Thing", .transformable, valueClass: "Thing", outside: "final class Thing: Codable {}"),
        Case("var value: CLLocation?", .transformable, optional: true, valueClass: "CLLocation"),
        Case("var value: Tag.ID?", .uuid, optional: true, outside: "struct Tag: Identifiable { let id = UUID() }"),
        Case(
            "var value: [Tag.ID]", .transformable, valueClass: "Array<String>",
            outside: "@Model class Tag { var id: String }"),
        Case("var value: Mode.RawValue", .int64, outside: "enum Mode: Int { case a }"),
        Case(
            "var value: Mode.RawValue", .int64,
            outside: "enum Mode: RawRepresentable { case a; init?(rawValue: Int) {}; var rawValue: Int { 1 } }"),
        Case("var value: any Sendable", .transformable, valueClass: "any Sendable"),
    ]

    static let inferred: [Case] = [
        Case("var value = 0", .int64), Case("var value = -1", .int64), Case("var value = 0xFF", .int64),
        Case("var value = 1_000", .int64), Case("var value = 1.5", .double), Case("var value = -1.5", .double),
        Case("var value = 1e3", .double), Case("var value = 60 * 60 * 24.0", .double),
        Case("var value = \"\"", .string),
        Case("var value = \"\"\"\n    two\n    lines\n    \"\"\"", .string), Case("var value = \"a\\(1)b\"", .string),
        Case("var value = #\"raw\"#", .string), Case("var value = true", .boolean), Case("var value = !true", .boolean),
        Case("let value = UUID()", .uuid), Case("var value = UUID().uuidString", .string),
        Case("var value = Date()", .date), Case("var value = Date.now", .date),
        Case("var value = Foundation.Date()", .date),
        Case("var value = Date.now.addingTimeInterval(60)", .date),
        Case("var value = Date(timeIntervalSince1970: 0)", .date),
        Case("var value = Date().timeIntervalSince1970", .double), Case("var value = Data()", .binary),
        Case("var value = [Key]()", .transformable, valueClass: "Array<UUID>", outside: "typealias Key = UUID"),
        Case("var value = Array<Key>()", .transformable, valueClass: "Array<UUID>", outside: "typealias Key = UUID"),
        Case("var value = [String: Int]()", .binary, shape: "[String: Int]"),
        Case("var value = Set<Int>()", .binary, shape: "Set<Int>"),
        Case("var value = [1, 2]", .transformable, valueClass: "Array<Int>"),
        Case("var value = [1, 2.5]", .transformable, valueClass: "Array<Double>"),
        Case("var value = [\"a\"]", .transformable, valueClass: "Array<String>"),
        Case("var value = [\"a\": 1]", .binary, shape: "[String: Int]"),
        Case("var value = Array(repeating: 0, count: 3)", .transformable, valueClass: "Array<Int>"),
        Case("var value = Set([1])", .binary, shape: "Set<Int>"),
        Case("var value = Photo?.none", .composite, optional: true, outside: "struct Photo: Codable { var size: Int }"),
        Case("var value = Int?.some(5)", .int64, optional: true), Case("var value = Int?(nil)", .int64, optional: true),
        Case("var value = Optional.some(\"a\")", .string, optional: true),
        Case("var value = Optional(5)", .int64, optional: true),
        Case("var value = nil as Date?", .date, optional: true),
        Case("var value = Optional<Bool>(nil)", .boolean, optional: true),
        Case("var value = Double?.init(1)", .double, optional: true),
        Case("var value = limit > 0 ? 5 : nil", .int64, optional: true, outside: "let limit = 1"),
        Case(
            "var value = limit > 0 ? nil : start", .date, optional: true, outside: "let limit = 1; let start = Date.now"
        ),
        Case("var value = limit > 0 ? 1 : 2.5", .double, outside: "let limit = 1"),
        Case(
            "var value = Draft.first", .string, optional: true,
            outside: "enum Draft { static let first = \"a\" as String? }"),
        Case(
            "var value = Optional<Photo>.none", .composite, optional: true,
            outside: "struct Photo: Codable { var size: Int }"),
        Case("var value = Mode.grid", .composite, outside: "enum Mode: String { case grid }"),
        Case("var value = Mode.grid.rawValue", .string, outside: "enum Mode: String { case grid }"),
        Case(
            "var value = Mode.standard", .composite,
            outside: "enum Mode: String { case grid; static let standard = Mode.grid }"),
        Case(
            "var value = Mode.allCases", .binary, shape: "[enum { case grid = grid }]",
            outside: "enum Mode: String, CaseIterable { case grid }"),
        Case("var value = Photo()", .composite, outside: "struct Photo: Codable { var size = 1 }"),
        Case(
            "var value = Photo.empty", .composite,
            outside: "struct Photo: Codable { var size = 1 }\nextension Photo { static var empty: Photo { Photo() } }"),
        Case(
            "var value = Photo.make()", .composite,
            outside: "struct Photo: Codable { var size = 1; static func make() -> Photo { Photo() } }"),
        Case("var value = 5 as Int32", .int32), Case("var value = Int16(5)", .int16),
        Case("var value = Int.max", .int64),
        Case("var value = String()", .string), Case("var value = Decimal(0)", .decimal),
        Case("var value = Double.pi / 2", .double), Case("var value = URL(string: \"https://example.org\")!", .uri),
        Case("var value = URL(string: \"https://example.org\")", .uri, optional: true),
        Case("var value = Defaults.name", .string, outside: "enum Defaults { static let name = \"x\" }"),
        Case(
            "var value = Defaults.Inner.count", .int64,
            outside: "enum Defaults { enum Inner { static let count: Int = 1 } }"),
        Case("var value = start", .int64, outside: "let start = 5"),
        Case("var value = Self.start", .int64, outside: "extension V1.Item { static let start = 5 }"),
        Case("var value = Int(\"5\") ?? 0", .int64), Case("var value = 1 == 2", .boolean),
        Case(
            "var value = Date.epoch", .date,
            outside: "extension Date { static let epoch = Date(timeIntervalSince1970: 0) }"),
        Case("var value = (1)", .int64), Case("var value = { 5 }()", .int64),
    ]

    @Test(arguments: written + inferred)
    func type(_ row: Case) throws {
        let attribute = try attribute(row.declaration, outside: row.outside)
        #expect(attribute.type == row.type)
        #expect(attribute.isOptional == row.isOptional)
        #expect(attribute.valueClassName == row.valueClass)
        if let shape = row.shape { #expect(attribute.shape?.text == shape) }
    }

    @Test(arguments: [
        "var value: Int { 1 }", "var value: Int { get { 1 } set {} }", "static var value = 1",
        "class var value: Int { 1 }",
        "static let value: Int = 1", "@Transient var value = 1", "@SwiftData.Transient\nvar value = 1",
        "func value() -> Int { 1 }", "// var value: Int", "/* var value: Int */",
        "let text = \"\"\"\nvar value: Int\n\"\"\"", "struct Inner { var value: Int }", "lazy var value = 1",
        "#if os(Linux)\nvar value: Int\n#endif", "#if false\nvar value: Int\n#else\nvar other: Int\n#endif",
    ])
    func notStored(_ declaration: String) throws {
        let schema = try version("[Item.self]", "@Model final class Item {\n\(declaration)\n}")
        let entity = try #require(schema.model?.known?.entity(named: "Item"))
        #expect(entity.property(named: "value") == nil)
    }

    @Test func structMembersOfUnknownTypeAreReported() throws {
        let schema = try version(
            "[Item.self]", "@Model class Item { var size: Size }",
            outside: "struct Size: Codable {\n var x = 1\n var y = compute()\n}")
        #expect(schema.model == nil)
        #expect(schema.issues.map(\.problem) == [.unknownPropertyType(model: "Size", property: "y")])
        #expect(schema.issues.first?.location.line == 9)
    }

    @Test(arguments: [
        "var value = Locale.current.identifier", "var (value, other) = (1, 2)", "var value: (Int, Int)",
        "var value = []",
        "var value = nil", "var value = something()",
    ])
    func unknownTypesAreReported(_ declaration: String) throws {
        let schema = try version("[Item.self]", "@Model final class Item {\n\(declaration)\n}")
        #expect(schema.model == nil)
        guard case .unknownPropertyType(model: "Item", _)? = schema.issues.first?.problem else {
            Issue.record("\(schema.issues)")
            return
        }
        #expect(schema.issues.first?.location.line == 6)
    }
}
