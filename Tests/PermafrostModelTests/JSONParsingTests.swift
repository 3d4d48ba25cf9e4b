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
        // Commas in strings are no values.
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
        // Brackets in strings are no nesting.
        let brackets = "\"" + String(repeating: "[", count: 1_000) + "\""
        #expect(throws: Never.self) { try CanonicalJSON(parsing: brackets.utf8) }
    }
}
