import Foundation
import PermafrostModel
import Testing

/// JSON texts, read as Foundation reads them, and those of unknown origin.
@Suite struct JSONParsingTests {
    /// Texts that are JSON, with the same value in the canonical form.
    @Test(arguments: [
        ("null", "null"), (" true ", "true"), ("false", "false"), ("0", "0"), ("-0", "0"), ("12", "12"),
        ("1.0", "1"), ("1e3", "1000"), ("-2.5E-1", "-0.25"), ("9223372036854775807", "9223372036854775807"),
        ("-9223372036854775808", "-9223372036854775808"), ("1e300", "1e+300"), ("[]", "[]"), ("{}", "{}"),
        ("[1 ,\n2\r,\t3 ]", "[1,2,3]"), (#"{"b":1,"a":[{}]}"#, #"{"a":[{}],"b":1}"#),
        (#""a\"\\\/\b\f\n\r\t\u0041\u00e9\ud83c\udfd4""#, "\"a\\\"\\\\/\\u0008\\u000c\\n\\r\\tAé🏔\""),
        ("\u{FEFF}[1]", "[1]"), ("\"日本 \u{7F}\"", "\"日本 \u{7F}\""), (#"{"":""}"#, #"{"":""}"#),
    ])
    func isRead(_ text: String, _ canonical: String) throws {
        let json = try CanonicalJSON(parsing: text.utf8)
        #expect(String(decoding: json.bytes(.compact), as: UTF8.self) == canonical)
        #expect(
            try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed) as? NSObject
                == JSONSerialization.jsonObject(with: Data(canonical.utf8), options: .fragmentsAllowed) as? NSObject)
    }

    /// Texts that are none, with the place.
    @Test(arguments: [
        ("", "a value is missing at line 1, column 1"), ("nul", "a value is missing at line 1, column 1"),
        ("[1,]", "a value is missing at line 1, column 4"),
        ("[1 2]", "a comma or the closing bracket is missing at line 1, column 4"),
        ("{\n \"a\" 1}", "a colon is missing at line 2, column 6"), ("{a:1}", "a key is missing at line 1, column 2"),
        ("{\"a\":1,}", "a key is missing at line 1, column 8"), ("1 1", "the end is missing at line 1, column 3"),
        ("01", "the end is missing at line 1, column 2"), ("1.", "a digit is missing at line 1, column 3"),
        ("-", "a digit is missing at line 1, column 2"), ("1e", "a digit is missing at line 1, column 3"),
        ("+1", "a value is missing at line 1, column 1"), ("1e999", "the number is too large at line 1, column 1"),
        ("\"a", "the string's end is missing at line 1, column 3"),
        ("\"a\nb\"", "the string's end is missing at line 1, column 3"),
        (#""\x""#, "a letter of an escape is missing at line 1, column 3"),
        (#""\u12g4""#, "a hexadecimal digit is missing at line 1, column 6"),
        (#""\ud800""#, "half a surrogate pair at line 1, column 4"),
        (#""\udc00""#, "half a surrogate pair at line 1, column 4"),
        (#""\ud800\u0041""#, "half a surrogate pair at line 1, column 4"),
        (#"{"a":1,"a":2}"#, "the key a stands twice in the object at line 1, column 1"),
        ("[\"a\",\n{\"b\"", "a colon is missing at line 2, column 5"),
        ("\"\\", "a letter of an escape is missing at line 1, column 3"),
    ])
    func isRefused(_ text: String, _ reason: String) {
        #expect(throws: ModelDocumentError.notJSON(reason)) { try CanonicalJSON(parsing: text.utf8) }
    }

    @Test func whatIsNotUTF8IsRefused() {
        for bytes in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC3]] as [[UInt8]] {
            #expect(throws: ModelDocumentError.notJSON("the string is not UTF-8 at line 1, column 2")) {
                try CanonicalJSON(parsing: Array("[\"".utf8) + bytes + Array("\"]".utf8))
            }
        }
        #expect(throws: ModelDocumentError.self) { try CanonicalJSON(parsing: [0xFF, 0xFE, 0x31, 0x00]) }
    }

    @Test func nestingHasALimit() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array(String(repeating: "[", count: depth).utf8) + Array(String(repeating: "]", count: depth).utf8)
        }
        _ = try CanonicalJSON(parsing: nested(CanonicalJSON.depthLimit))
        for depth in [CanonicalJSON.depthLimit + 1, 100_000] {
            #expect(throws: ModelDocumentError.notJSON("the text is nested too deeply at line 1, column 513")) {
                try CanonicalJSON(parsing: nested(depth))
            }
        }
        let objects = String(repeating: "{\"a\":", count: 100_000)
        #expect(throws: ModelDocumentError.self) { try CanonicalJSON(parsing: objects.utf8) }
    }

    /// Deep inside of many arrays, each value takes as long to read as anywhere else.
    @Test func manyValuesFarDown() throws {
        let depth = CanonicalJSON.depthLimit
        let text =
            String(repeating: "[", count: depth) + (0..<100_000).map { "\($0).5" }.joined(separator: ",")
            + String(repeating: "]", count: depth)
        var json = try CanonicalJSON(parsing: text.utf8)
        while case .array(let elements) = json, let first = elements.first, elements.count == 1 { json = first }
        guard case .array(let values) = json else {
            Issue.record("no array")
            return
        }
        #expect(values.count == 100_000)
        #expect(values.last == .double(99_999.5))
    }
}
