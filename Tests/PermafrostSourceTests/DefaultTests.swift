import PermafrostModel
import Testing

/// Initial values of properties.
@Suite struct DefaultTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var declaration: String
        var outside: String
        var expected: DefaultValue?
        var testDescription: String { declaration }

        init(_ declaration: String, _ expected: DefaultValue?, outside: String = "") {
            self.declaration = declaration
            self.outside = outside
            self.expected = expected
        }
    }

    private static let mode = "enum Mode: String, Codable { case grid, list = \"l\"; static let standard = Mode.list }"
    private static let level = "enum Level: Int, Codable { case low = 3, high }"
    private static let plain = "enum Plain: Codable { case on, off, other(Int) }"

    static let rows: [Case] = [
        Case("var value: Int", nil), Case("var value: Int = 5", .integer(5)), Case("var value: Int? = 5", .integer(5)),
        Case("var value: Int? = nil", nil), Case("var value: Int? = .none", nil),
        Case("var value = Optional<Int>.none", nil), Case("var value = Int?.none", nil),
        Case("var value = nil as Int?", nil), Case("var value = Optional<Int>(nil)", nil),
        Case("var value = Int?(nil)", nil), Case("var value: Int? = Optional.none", nil),
        Case("var value = Int?.some(5)", .integer(5)), Case("var value: Int? = .some(5)", .integer(5)),
        Case("var value = Optional<Int>.some(5)", .integer(5)), Case("var value = Optional.some(5)", .integer(5)),
        Case("var value = Optional(5)", .integer(5)), Case("var value = Optional<Int>(5)", .integer(5)),
        Case("var value = 5 as Int?", .integer(5)), Case("var value: Int? = .init(5)", .integer(5)),
        Case("var value: Int? = true ? 5 : nil", .integer(5)), Case("var value = false ? 5 : nil", nil),
        Case("var value = [Int]?.some([])", .array([])), Case("var value = [Int]?([])", .array([])),
        Case("var value = [Int]?.init([1])", .array([.integer(1)])),
        Case("var value = -1", .integer(-1)), Case("var value = 60 * 60", .integer(3600)),
        Case("var value = 0xFF", .integer(255)),
        Case("var value = Int.max", .integer(.max)), Case("var value: Int = .zero", .integer(0)),
        Case("var value: Int32 = .max", .integer(2_147_483_647)),
        Case("var value = Int(7)", .integer(7)), Case("var value: Double = 0", .double(0)),
        Case("var value = 1.5", .double(1.5)),
        Case("var value: Double = -2", .double(-2)), Case("var value: Float = 1 / 4", .double(0.25)),
        Case("var value: TimeInterval = 60", .double(60)),
        Case("var value: Decimal = 1.5", .decimal("1.5")), Case("var value = Decimal(0)", .decimal("0")),
        Case("var value = Decimal(string: \"2.25\")!", .decimal("2.25")),
        Case("var value = \"a\"", .string("a")), Case("var value: String = \"a\" + \"b\"", .string("ab")),
        Case("var value = String()", .string("")),
        Case("var value = \"\"\"\n    two\n    lines\n    \"\"\"", .string("two\nlines")),
        Case("var value = #\"a\\b\"#", .string("a\\b")),
        Case("var value = \"tab\\t\\u{e9}\"", .string("tab\t\u{e9}")),
        Case("var value = \"n\\(1)\"", .expression("\"n\\(1)\"")),
        Case("var value = true", .boolean(true)), Case("var value = !true", .boolean(false)),
        Case("var value = UUID()", .expression("UUID()")), Case("var value: UUID = .init( )", .expression("UUID()")),
        Case(
            "var value = UUID(uuidString: \"00000000-0000-0000-0000-0000000000FF\")!",
            .uuid(Array(repeating: 0, count: 15) + [255])),
        Case("var value = Date()", .expression("Date()")), Case("var value: Date = .now", .expression("Date.now")),
        Case("var value = Date . now // today", .expression("Date.now")),
        Case("var value = Date.distantPast", .date(-63_114_076_800)),
        Case("var value: Date = .distantFuture", .date(63_113_904_000)),
        Case("var value = Date(timeIntervalSince1970: 0)", .date(-978_307_200)),
        Case("var value = Date(timeIntervalSinceReferenceDate: 5)", .date(5)), Case("var value = Data()", .data([])),
        Case("var value = Data([1, 255])", .data([1, 255])),
        Case("var value = URL(string: \"a\")!", .expression("URL(string: \"a\")!")),
        Case("var value: [String] = []", .array([])), Case("var value = [UUID]()", .array([])),
        Case("var value: [Int] = .init()", .array([])),
        Case("var value = [\"a\", \"b\"]", .array([.string("a"), .string("b")])),
        Case("var value: [Double] = [1]", .array([.double(1)])),
        Case("var value = Set<Int>()", .array([])), Case("var value: [String: Int] = [:]", .dictionary([:])),
        Case("var value = [\"a\": 1]", .dictionary(["a": .integer(1)])),
        Case("var value = Array(repeating: 0, count: 2)", .expression("Array(repeating: 0, count: 2)")),
        Case("var value = Mode.grid", .dictionary(["value": .string("grid")]), outside: mode),
        Case("var value: Mode = .list", .dictionary(["value": .string("l")]), outside: mode),
        Case("var value: Mode? = .list", .dictionary(["value": .string("l")]), outside: mode),
        Case("var value: Mode = .standard", .dictionary(["value": .string("l")]), outside: mode),
        Case("var value = Mode(rawValue: \"l\")!", .dictionary(["value": .string("l")]), outside: mode),
        Case("var value = Mode.list.rawValue", .string("l"), outside: mode),
        Case("var value: [Mode] = [.grid]", .array([.string("grid")]), outside: mode),
        Case("var value: Level = .high", .dictionary(["value": .integer(4)]), outside: level),
        Case("var value = Level.high.rawValue", .integer(4), outside: level),
        Case("var value: Plain = .off", .dictionary(["off": .string("off")]), outside: plain),
        Case("var value: Plain = .other(1)", .expression(".other(1)"), outside: plain),
        Case(
            "var value = Tags()", .dictionary([:]),
            outside: "struct Tags: Codable { var a: [String]?; var b: Int? = nil }"),
        Case(
            "var value = Size()", .dictionary(["width": .integer(1), "name": .string("x")]),
            outside: "struct Size: Codable { var width = 1; var name: String = \"x\"; var unit: String? }"),
        Case(
            "var value: Size = .init(width: 2)", .dictionary(["width": .integer(2)]),
            outside: "struct Size: Codable { var width: Int; var unit: String? }"),
        Case(
            "var value = Size(2)", .dictionary(["width": .integer(2)]),
            outside: "struct Size: Codable { var width = 1; init(_ w: Int) { width = w } }"),
        Case(
            "var value = Size(2)", .expression("Size(2)"),
            outside: "struct Size: Codable { var width = 1; init(_ w: Int) { width = w * 2 } }"),
        Case(
            "var value = Size.usual", .dictionary(["width": .integer(3)]),
            outside: "struct Size: Codable { var width: Int; static let usual = Size(width: 3) }"),
        Case("var value = Defaults.name", .string("x"), outside: "enum Defaults { static let name = \"x\" }"),
        Case("var value: String = name", .string("x"), outside: "let name = \"x\""),
        Case(
            "var value = Defaults.count", .integer(2), outside: "struct Defaults { static var count: Int { return 2 } }"
        ),
        Case(
            "var value = Defaults.made()", .integer(2), outside: "struct Defaults { static func made() -> Int { 2 } }"),
        Case("var value: Int = { 1 + 1 }()", .expression("{ 1 + 1 }()")), Case("var value = 5 as Int16", .integer(5)),
    ]

    @Test(arguments: rows)
    func value(_ row: Case) throws {
        #expect(try attribute(row.declaration, outside: row.outside).defaultValue == row.expected)
    }

    @Test func commentsAndSpacesInAnExpressionAreIgnored() throws {
        let first = try attribute("var value: Date = Calendar.current.date(byAdding: .day, value: 1, to: .now)!")
        let second = try attribute(
            "var value: Date = Calendar.current\n  .date(byAdding: .day, /* one */ value:1, to: .now)!")
        #expect(first.defaultValue == second.defaultValue)
    }
}
