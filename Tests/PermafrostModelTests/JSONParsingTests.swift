import Foundation
import PermafrostModel
import Testing

/// The parser reads JSON in the same way as Foundation, including untrusted JSON.
@Suite struct JSONParsingTests {
    /// Reads JSON texts and compares each value with its canonical form.
    @Test(arguments: [
        ("null", "null"), (" true ", "true"), ("false", "false"), ("0", "0"), ("-0", "0"), ("12", "12"),
        ("1.0", "1"), ("1e3", "1000"), ("-2.5E-1", "-0.25"), ("9223372036854775807", "9223372036854775807"),
        ("-9223372036854775808", "-9223372036854775808"), ("1e300", "1e+300"), ("[]", "[]"), ("{}", "{}"),
        ("[1 ,\n2\r,\t3 ]", "[1,2,3]"), (#"{"b":1,"a":[{}]}"#, #"{"a":[{}],"b":1}"#),
        (#""a\"\\\/\b\f\n\r\t\u0041\u00e9\ud83c\udfd4""#, "\"a\\\"\\\\/\\u0008\\u000c\\n\\r\\tAé🏔\""),
        ("\"日本 \u{7F}\"", "\"日本 \u{7F}\""), (#"{"":""}"#, #"{"":""}"#), (#"["[[[\"{{{\\",[]]"#, #"["[[[\"{{{\\",[]]"#),
    ])
    func isRead(_ text: String, _ canonical: String) throws {
        let json = try CanonicalJSON(parsing: text.utf8)
        #expect(String(decoding: json.bytes(.compact), as: UTF8.self) == canonical)
    }

    @Test(arguments: ["", "nul", "[1 2]", "{\n \"a\" 1}", "{a:1}", "1 1", "01", "1.", "-", "1e", "+1", "\"a", #""\x""#])
    func isRefused(_ text: String) {
        #expect(throws: ModelDocumentError.self) { try CanonicalJSON(parsing: text.utf8) }
    }

    /// Unusual texts, some of which aren't JSON, to compare with Foundation's results.
    static let oddTexts: [[UInt8]] =
        [
            // Numbers: at the limits of integers, integers in other notations, too large, too small, truncated.
            "9223372036854775808", "-9223372036854775809", "9223372036854775807.0", "1e18", "9.007199254740993e15",
            "9007199254740993.0", "9007199254740993", "4611686018427387905.0", "1.5e1", "12e-1", "-0.0", "-0e5", "0e0",
            "1e308", "1.7976931348623157e308", "1e309", "-1e999", "1e-400", "5e-324", "0.1e+2",
            "123456789012345678901234567890",
            "0.30000000000000004", "1E5", "00", "-01", ".5", "5.", "1e", "1e+", "--1", "- 1", "0x10", "Infinity", "NaN",
            "1_0", "1,",
            // Strings: escapes, surrogates, control characters.
            #""\u0000""#, #""\ud800""#, #""\ud800x""#, #""\ud800\u0041""#, #""\udc00""#, #""\ud83c\udfd4""#,
            #""\u00E9\u00e9""#,
            #""\u12""#, #""\u12g4""#, #""\U0041""#, #""\""#, #""\'""#, "\"a\u{1}b\"", "\"a\nb\"", "\"a\tb\"",
            "\"\u{7F}\u{85}\u{2028}\"",
            #""\uFFFD\uFFFE\uFFFF""#, "\"\u{FFFD}\"", "'a'", "\"", "\"\\", #""\u００４１""#, "\"e\u{301}\"",
            // Objects and arrays: duplicate keys, keys that differ only in their Unicode spelling, commas, brackets.
            #"{"a":1,"a":2}"#, #"{"a":{"b":1},"a":[]}"#, "{\"\u{E9}\":1,\"e\u{301}\":2}", #"{"\u0061":1,"a":2}"#,
            #"{"a":1,}"#, "[1,]", "[,1]",
            "[1,,2]", "[1 2]", "{\"a\"}", "{\"a\":}", "{:1}", "{1:1}", "{\"a\" :\t1 }", "[", "{", "[1", "{\"a\":1",
            "[}", "{]", "]", "}", "[1]]", "{} {}",
            // White space, words, comments, byte order marks.
            " ", "\u{A0}1", "\u{B}1", "\u{C}1", "\u{FEFF}1", "\u{FEFF}\u{FEFF}1", "\u{FEFF}", "True", "nulll", "tru",
            "n", "// a\n1", "/* */1",
            "null\u{0}", "\u{0}",
        ].map { Array($0.utf8) } + [
            // Bytes that aren't UTF-8: in a value, in a key, in an escape, outside strings; overlong forms and
            // surrogates.
            [0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
            [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0x5C, 0x6E, 0xE9, 0x22], [0x22, 0x5C, 0xFF, 0x22], [0xFF],
            [0x31, 0xFF],
        ]

    @Test(arguments: oddTexts)
    func isReadAsFoundationReadsIt(_ bytes: [UInt8]) {
        #expect(Self.canonical(bytes) == FoundationJSON.canonical(bytes), "\(String(decoding: bytes, as: UTF8.self))")
    }

    /// The parser rejects a key that isn't UTF-8, and a NUL after a number. Foundation's decoder can't reject the key,
    /// and overlooks the NUL.
    @Test(arguments: [[0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D], [0x31, 0x00]])
    func isRefusedUnlikeByFoundation(_ bytes: [UInt8]) {
        #expect(Self.canonical(bytes) == nil)
    }

    /// The parser accepts only UTF-8. Foundation also detects other encodings.
    @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian])
    func otherEncodingsAreRefused(_ encoding: String.Encoding) throws {
        let text = try #require(NSString(string: #"{"a":1}"#).data(using: encoding.rawValue))
        #expect(Self.canonical([UInt8](text)) == nil)
    }

    /// Compares the results for a document with every kind of value, after one to three of its bytes are changed,
    /// added, removed or doubled.
    @Test(arguments: 0..<40)
    func changedTextsAreReadAsFoundationReadsThem(_ seed: UInt64) {
        let text = #"""
            {"a": [1, -2.5e1, true, null, {"k": "v\n\u00e9", "": ""}], "formatVersion": 1, "t\"": "日本 🏔", "n": [[], {}, 0, 10.0]}
            """#
        let spare = Array("\"\\{}[]:,.eE+-0123456789ntfu \n".utf8)
        var generator = Numbers(state: seed)
        for _ in 0..<250 {
            var bytes = Array(text.utf8)
            for _ in 0...Int.random(in: 0...2, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] = spare.randomElement(using: &generator) ?? 0
                case 1: bytes.insert(spare.randomElement(using: &generator) ?? 0, at: place)
                case 2: bytes.remove(at: place)
                default: bytes.insert(bytes[place], at: place)
                }
            }
            // Foundation traps on a key that isn't UTF-8.
            guard String(validUTF8: bytes) != nil else { continue }
            #expect(
                Self.canonical(bytes) == FoundationJSON.canonical(bytes), "\(String(decoding: bytes, as: UTF8.self))")
        }
    }

    private static func canonical(_ bytes: [UInt8]) -> String? {
        (try? CanonicalJSON(parsing: bytes)).map { String(decoding: $0.bytes(.compact), as: UTF8.self) }
    }

    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    @Test func sizeHasALimit() {
        let values = "[" + String(repeating: "1,", count: CanonicalJSON.valueLimit) + "1]"
        let found = CanonicalJSON.valueLimit + 2
        #expect(throws: ModelDocumentError.tooLarge(what: "values", found: found, limit: CanonicalJSON.valueLimit)) {
            try CanonicalJSON(parsing: values.utf8)
        }
        let bytes = "\"" + String(repeating: "a", count: CanonicalJSON.sizeLimit) + "\""
        #expect(
            throws: ModelDocumentError.tooLarge(
                what: "bytes", found: bytes.utf8.count, limit: CanonicalJSON.sizeLimit)
        ) { try CanonicalJSON(parsing: bytes.utf8) }
        // Commas in strings don't count as values.
        let commas = "\"" + String(repeating: ",", count: CanonicalJSON.valueLimit + 2) + "\""
        #expect(throws: Never.self) { try CanonicalJSON(parsing: commas.utf8) }
    }

    @Test func nestingHasALimit() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array(String(repeating: "[", count: depth).utf8) + Array(String(repeating: "]", count: depth).utf8)
        }
        _ = try CanonicalJSON(parsing: nested(CanonicalJSON.depthLimit))
        for depth in [CanonicalJSON.depthLimit + 1, 100_000] {
            #expect(throws: ModelDocumentError.notJSON("It nests deeper than 64 levels.")) {
                try CanonicalJSON(parsing: nested(depth))
            }
        }
        let objects = String(repeating: "{\"a\":", count: 100_000)
        #expect(throws: ModelDocumentError.self) { try CanonicalJSON(parsing: objects.utf8) }
        // Brackets in strings don't count as nesting.
        let brackets = "\"" + String(repeating: "[", count: 1_000) + "\""
        #expect(throws: Never.self) { try CanonicalJSON(parsing: brackets.utf8) }
    }
}
