import PermafrostModel
import PermafrostSource
import Testing

/// The keys that a type's decoder reads, and the fields that a synthesized decoder skips.
@Suite struct OwnCodingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var about: String
        var type: String
        var decoding: ValueDecoding
        var testDescription: String { about }
    }

    /// Returns a struct with its own decoder. The decoder's keyed container is named `values`.
    private static func own(_ body: String, fields: String = "var a: Int; var b: Int") -> String {
        """
        struct Value: Codable {
            \(fields)
            enum CodingKeys: String, CodingKey { case a, b }
            init(from decoder: any Decoder) throws {
                let values = try decoder.container(keyedBy: CodingKeys.self)
                \(body)
            }
        }
        """
    }

    private static func reads(
        _ about: String, _ body: String, _ readings: [String: ValueDecoding.Reading], isKnown: Bool = true
    ) -> Case {
        Case(
            about: about, type: own(body),
            decoding: ValueDecoding(isOwn: true, isKnown: isKnown, readings: readings))
    }

    static let own = [
        reads(
            "plain calls",
            "a = try values.decode(Int.self, forKey: .a); b = try values.decode(Int.self, forKey: CodingKeys.b)",
            ["a": .required, "b": .required]),
        reads(
            "keys that may be missing",
            "a = try values.decodeIfPresent(Int.self, forKey: .a) ?? 0\nb = (try? values.decode(Int.self, forKey: .b)) ?? 0",
            ["a": .ifPresent, "b": .tolerant]),
        reads(
            "a key that is tested first",
            "a = 0\nif values.contains(.b) { b = try values.decode(Int.self, forKey: .b) } else { b = 1 }",
            ["b": .ifPresent]),
        reads(
            "an error that is handled, and one that isn't",
            """
            do { a = try values.decode(Int.self, forKey: .a) } catch { a = 0 }
            do { b = try values.decode(Int.self, forKey: .b) } catch let error as DecodingError { throw error }
            """, ["a": .tolerant, "b": .unknown]),
        reads(
            "code that isn't always run",
            """
            a = try values.decodeIfPresent(Int.self, forKey: .a) ?? values.decode(Int.self, forKey: .b)
            switch a { case 0: b = try values.decode(Int.self, forKey: .b); default: b = 0 }
            """, ["a": .ifPresent, "b": .unknown]),
        reads("a container for a helper", "(a, b) = try read(values)", [:], isKnown: false),
        reads("the decoder for a helper", "a = 0; b = try read(from: decoder)", [:], isKnown: false),
        reads(
            "a key that a constant holds",
            "let key = CodingKeys.a; a = try values.decode(Int.self, forKey: key); b = 0", [:],
            isKnown: false),
        reads(
            "a nested container", "a = 0; b = try values.nestedUnkeyedContainer(forKey: .b).decode(Int.self)", [:],
            isKnown: false),
        Case(
            about: "a list",
            type: """
                struct Value: Codable {
                    var a: Int
                    init(from decoder: Decoder) throws {
                        var list = try decoder.unkeyedContainer()
                        a = try list.decode(Int.self)
                    }
                }
                """, decoding: ValueDecoding(isOwn: true, isKnown: false)),
        Case(
            about: "in an extension",
            type: """
                struct Value: Encodable { var a: Int; enum CodingKeys: String, CodingKey { case a = "x" } }
                extension Value: Decodable {
                    init(from input: Swift.Decoder) throws {
                        a = try input.container(keyedBy: CodingKeys.self).decodeIfPresent(Int.self, forKey: .a) ?? 0
                    }
                }
                """,
            decoding: ValueDecoding(isOwn: true, readings: ["a": .ifPresent], encodedNames: ["a": "x"])),
        Case(
            about: "in the extension of a protocol",
            type: """
                protocol Lenient: Codable { init() }
                extension Lenient {
                    init(from decoder: any Decoder) throws { self.init() }
                }
                struct Value: Lenient { var a: Int; init() { a = 0 } }
                """, decoding: ValueDecoding(isOwn: true)),
    ]

    static let synthesized = [
        Case(about: "a plain struct", type: "struct Value: Codable { var a = 0; var b: Int? }", decoding: .init()),
        Case(
            about: "keys of its own",
            type: """
                struct Value: Codable {
                    var a: Int
                    var b = 0
                    enum CodingKeys: String, CodingKey { case a = "first" }
                }
                """, decoding: ValueDecoding(readings: ["b": .ignored], encodedNames: ["a": "first"])),
        Case(
            about: "a constant with a value, and a wrapper",
            type: "struct Value: Codable { let a = 1; @Clamped var b: Int }",
            decoding: ValueDecoding(readings: ["a": .ignored, "b": .unknown])),
        Case(
            about: "a macro that may write the decoder", type: "@Coded struct Value { var a: Int }", decoding: .unknown),
        Case(
            about: "keys that aren't an enum",
            type: "struct Value: Codable { var a: Int; struct CodingKeys: CodingKey {} }", decoding: .unknown),
        Case(
            about: "initializers and functions with similar names",
            type: """
                struct Value: Codable {
                    var a: Int
                    init(from text: String) { a = 0 }
                    static func encode(to encoder: any Encoder) {}
                    func encode(to file: String) {}
                }
                """, decoding: .init()),
    ]

    @Test(arguments: own + synthesized) func aDecoderIsRead(_ one: Case) throws {
        let schema = try version(
            "[Item.self]", "@Model final class Item {\nvar value: [Value] = []\n}", outside: one.type)
        let types = try #require(schema.places.parts.valueTypes["Item"]?["value"])
        #expect(types.map(\.name) == ["Value"])
        // Other tests cover plain code.
        var decoding = types.first?.decoding
        decoding?.isPlain = false
        #expect(decoding == one.decoding)
    }

    /// The extension's file contains nothing else that is relevant.
    @Test func aDecoderInAnotherFileIsRead() throws {
        let project = try read([
            "Sources/App/Models.swift": """
            import SwiftData
            enum V1: VersionedSchema {
                static let versionIdentifier = Schema.Version(1, 0, 0)
                static var models: [any PersistentModel.Type] { [Item.self] }
                @Model final class Item { var values: [Value] = [] }
            }
            struct Value { var a: Int }
            """,
            "Sources/App/Value+Coding.swift": """
            extension Value: Codable {
                enum CodingKeys: CodingKey { case a }
                init(from decoder: any Decoder) throws {
                    a = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(Int.self, forKey: .a) ?? 0
                }
            }
            """,
        ])
        let schema = try #require(project.schemas.first)
        let type = try #require(schema.places.parts.valueTypes["Item"]?["values"]?.first)
        #expect(type.decoding.isOwn && type.decoding.isPlain)
        #expect(type.decoding.readings == ["a": .ifPresent])
    }
}
