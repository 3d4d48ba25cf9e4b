import Foundation
import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostFixtures
@testable import PermafrostStore

/// Anonymized copies of stores with one row and one value, where nothing can be exchanged with another row.
@Suite struct TinyStoreTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let type: AttributeType
        let value: SQLiteValue
        var shape: ValueShape?
        var isUnique = false
        var testDescription: String { "\(type) \(value)" }
    }

    private static let cases = [
        Case(type: .string, value: .text("Anna Weber")), Case(type: .string, value: .text("42")),
        Case(type: .string, value: .text("-1234.50")), Case(type: .string, value: .text("2024-05-17T10:30:00.123Z")),
        Case(type: .string, value: .text("4E1D9A0C-7F42-4C39-9B51-0A6A5F2D8C11")),
        Case(type: .string, value: .text(#"{"name":"Anna"}"#)), Case(type: .string, value: .text("A\u{200B}n")),
        Case(type: .string, value: .text("unique"), isUnique: true),
        Case(type: .uri, value: .text("https://anna.example/caf%C3%A9?id=17")), Case(type: .int16, value: .integer(37)),
        Case(type: .int16, value: .integer(-32_768)), Case(type: .int32, value: .integer(1985)),
        Case(type: .int64, value: .integer(.max)), Case(type: .int64, value: .integer(12), isUnique: true),
        Case(type: .int16, value: .integer(200), shape: .scalar("UInt8")), Case(type: .double, value: .real(36.6)),
        Case(type: .double, value: .real(-1e300)), Case(type: .double, value: .real(10)),
        Case(type: .float, value: .real(82.5)), Case(type: .decimal, value: .real(1234.56)),
        Case(type: .decimal, value: .text("12345678901234567890.123456789")),
        Case(type: .decimal, value: .blob(Array("1234.56".utf8))), Case(type: .date, value: .real(700_000_000)),
        Case(type: .date, value: .real(700_000_000.123456)), Case(type: .date, value: .integer(-978_307_200)),
        Case(type: .date, value: .real(1e300)), Case(type: .date, value: .text("17 May 2024")),
        Case(type: .uuid, value: .blob((1...16).map { $0 })), Case(type: .uuid, value: .text("Anna's UUID")),
        Case(type: .boolean, value: .text("Anna does")), Case(type: .boolean, value: .real(36.6)),
        Case(type: .binary, value: .blob(Array("Anna's photo".utf8))),
        Case(type: .binary, value: .blob(Array(#"["Anna Weber",1985]"#.utf8))),
        Case(type: .binary, value: .blob(Array(#""Anna Weber""#.utf8)), shape: .scalar("String")),
        Case(type: .binary, value: .text(#"["Anna Weber"]"#), shape: .array(.scalar("String"))),
        Case(type: .transformable, value: .blob(EncodedValueArchive.archive(of: Array(#"["Anna"]"#.utf8)))),
        Case(type: .transformable, value: .blob(Array("Anna in an app's own format".utf8))),
        Case(type: .transformable, value: .text("Anna Weber")),
    ]

    @Test(arguments: cases) func nothingOfTheOriginalStays(_ original: Case) throws {
        let folder = try ScratchFolder()
        let attribute = Attribute(name: "value", type: original.type, shape: original.shape)
        let model = SchemaModel(
            entities: [
                Entity(
                    name: "Note", properties: [.attribute(attribute)],
                    uniquenessConstraints: original.isUnique ? [["value"]] : [])
            ], versionIdentifiers: ["1.0.0"])
        let path = folder.path("user.store")
        try StoreWriter(model: model, seed: [1], rowsPerEntity: 0).write(to: path)
        try SQLiteConnection(path: path, mode: .create)
            .prepare("INSERT INTO ZNOTE (Z_PK, Z_ENT, Z_OPT, ZVALUE) VALUES (1, 1, 1, ?)").run([original.value])
        let before = try #require(try Self.cell(path))
        for key in UInt8(0)..<3 {
            let copy = folder.path("copy-\(key).sqlite")
            let options = StoreAnonymizer.Options(key: ReplacementKey(bytes: [key]))
            _ = try StoreAnonymizer(StoreAnonymizer.open(path), declared: model, options).write(to: copy)
            let after = try #require(try Self.cell(copy))
            #expect(after != before && after != .null)
            if original.type == .date, case .real(let old) = before, case .real(let new) = after, old < 1e15 {
                let fraction = old - old.rounded(.down)
                #expect(fraction == 0 || fraction != new - new.rounded(.down))
            }
            if original.shape == .scalar("UInt8"), case .integer(let integer) = after { #expect(integer <= 255) }
            let bytes = Data(try FileAccess.read(copy))
            for text in ["Anna", "1985", "17 May", "\u{200B}", "4E1D9A0C"] {
                #expect(bytes.range(of: Data(text.utf8)) == nil, "\(text)")
            }
        }
    }

    private static func cell(_ path: String) throws -> SQLiteValue? {
        try StoreReader(path: path).rows("SELECT ZVALUE FROM ZNOTE").first?.first
    }

    // MARK: Values of which a column has only a few

    /// The declared values of a column, and whether a uniqueness constraint contains its property.
    private static let choices: [(attribute: Attribute, values: [SQLiteValue], isUnique: Bool)] = [
        (Attribute(name: "value", type: .boolean), [.integer(0), .integer(1)], false),
        (Attribute(name: "value", type: .boolean), [.integer(0), .integer(1)], true),
        (Attribute(name: "value", type: .boolean, defaultValue: .boolean(false)), [.integer(0), .integer(1)], false),
        (
            Attribute(name: "value", type: .string, defaultValue: .string("a"), shape: shape(["a", "b", ""])),
            [.text("a"), .text("b"), .text("")], false
        ),
        (
            Attribute(name: "value", type: .int16, shape: shape(["0", "1", "20"])), [0, 1, 20].map { .integer($0) },
            false
        ),
        (
            Attribute(name: "value", type: .int16, shape: shape(["0", "1", "20"])), [0, 1, 20].map { .integer($0) },
            true
        ),
    ]

    private static func shape(_ raws: [String]) -> ValueShape {
        .enumeration(raws.map { .init(name: "case\($0)", rawValue: $0) })
    }

    /// With 1,000 keys, each declared value replaces each original about equally often, so a copy says nothing about the
    /// original. The limits are five standard deviations.
    @Test(arguments: choices.indices) func declaredValuesDoNotCorrelate(_ index: Int) throws {
        let (attribute, values, isUnique) = Self.choices[index]
        let expected = 1000 / Double(values.count)
        let tolerance = 5 * (expected * (1 - 1 / Double(values.count))).squareRoot()
        var counts: [SQLiteValue: [SQLiteValue: Int]] = [:]
        for key in 0..<1000 {
            let replacement = Self.replacement(key)
            for original in values {
                var column = ColumnReplacement(
                    name: "ZVALUE", subject: "Note.value", rule: .attribute(attribute), kept: KeptValues([attribute]),
                    isUnique: isUnique, replacement)
                counts[original, default: [:]][try column.cell(original, replacement), default: 0] += 1
            }
        }
        for original in values {
            #expect(Set(counts[original, default: [:]].keys) == Set(values))
            for (value, count) in counts[original, default: [:]] {
                #expect(abs(Double(count) - expected) < tolerance, "\(original) → \(value): \(count)")
            }
        }
    }

    /// Different values stay different, so the rows still fulfill the constraint.
    @Test func uniqueDeclaredValuesStayDifferent() throws {
        for (attribute, values, isUnique) in Self.choices where isUnique {
            for key in 0..<50 {
                let replacement = Self.replacement(key)
                var column = ColumnReplacement(
                    name: "ZVALUE", subject: "Note.value", rule: .attribute(attribute), isUnique: true, replacement)
                #expect(Set(try values.map { try column.cell($0, replacement) }) == Set(values))
            }
        }
    }

    /// Nor do the rows of one column, or the columns of one struct, have the same sequence.
    @Test func rowsAndColumnsAreDrawnIndependently() throws {
        let attribute = Attribute(name: "value", type: .boolean)
        var (rows, columns) = (0, 0)
        for key in 0..<1000 {
            let replacement = Self.replacement(key)
            var (first, second) = (
                ColumnReplacement(name: "ZA", subject: "Note.value", rule: .attribute(attribute), replacement),
                ColumnReplacement(name: "ZB", subject: "Note.value", rule: .attribute(attribute), replacement)
            )
            let drawn = try first.cell(.integer(1), replacement)
            if drawn == (try second.cell(.integer(1), replacement)) { columns += 1 }
            if drawn == (try first.cell(.integer(1), replacement)) { rows += 1 }
        }
        #expect((421...579).contains(rows) && (421...579).contains(columns), "\(rows) \(columns)")
    }

    /// The columns of a case with associated values are replaced together with the other cases' columns.
    @Test func casesWithAssociatedValuesAreDrawn() throws {
        let folder = try ScratchFolder()
        let note = Attribute(name: "note", type: .string, isOptional: true)
        let state = Attribute(
            name: "state", type: .composite,
            elements: [
                Attribute(name: "healthy", type: .string, isOptional: true),
                Attribute(name: "ill", type: .composite, isOptional: true, elements: [note]),
            ], isEnumeration: true, enumerationCases: ["healthy", "ill"],
            shape: .enumeration([
                .init(name: "healthy"),
                .init(name: "ill", associatedValues: [.init(name: "note", shape: .scalar("String"))]),
            ]))
        // The enum is in a struct.
        let model = SchemaModel(
            entities: [
                Entity(
                    name: "Person",
                    properties: [.attribute(Attribute(name: "file", type: .composite, elements: [state]))])
            ], versionIdentifiers: ["1.0.0"])
        let layout = StoreLayout(model: model)
        let healthy = try #require(layout.column(of: "Person", at: ["file", "state", "healthy"]))
        let ill = try #require(layout.column(of: "Person", at: ["file", "state", "ill", "note"]))
        let path = folder.path("user.store")
        try StoreWriter(model: model, seed: [1], rowsPerEntity: 0).write(to: path)
        let connection = try SQLiteConnection(path: path, mode: .create)
        try connection.execute(
            """
            INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, \(healthy), \(ill)) VALUES (1, 1, 1, 'healthy', NULL), \
            (2, 1, 1, NULL, 'a diagnosis of Anna'), (3, 1, 1, NULL, NULL)
            """)
        var seen: Set<[SQLiteValue]> = []
        for key in UInt8(0)..<20 {
            let copy = folder.path("copy-\(key).sqlite")
            let options = StoreAnonymizer.Options(key: ReplacementKey(bytes: [key]))
            _ = try StoreAnonymizer(StoreAnonymizer.open(path), declared: model, options).write(to: copy)
            let rows = try StoreReader(path: copy).rows("SELECT \(healthy), \(ill) FROM ZPERSON ORDER BY Z_PK")
            #expect(rows[2] == [.null, .null])
            for (index, row) in rows.prefix(2).enumerated() {
                #expect(row.count { $0 == .null } == 1)
                seen.insert([.integer(Int64(index)), row[0]])
                if case .text(let text) = row[1] { #expect(text.hasPrefix("note ")) }
            }
        }
        // Both rows have had both cases.
        #expect(seen.count == 4)
    }

    private static func replacement(_ key: Int) -> ValueReplacement {
        ValueReplacement(ReplacementKey(bytes: withUnsafeBytes(of: key.littleEndian) { Array($0) }))
    }
}
