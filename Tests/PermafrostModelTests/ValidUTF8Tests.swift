import PermafrostModel
import Testing

@Suite struct ValidUTF8Tests {
    @Test(arguments: [
        "", "a", "a\0b", "Grüße", "\u{FEFF}text", "\u{FFFD}", "e\u{301}", "日本語", "👩‍👩‍👧",
        "\u{7FF}\u{800}\u{FFFF}\u{10FFFF}",
    ])
    func textIsKeptByteForByte(_ text: String) throws {
        let found = try #require(String(validUTF8: Array(text.utf8)))
        #expect(Array(found.utf8) == Array(text.utf8))
        // An array slice has other indices.
        #expect(String(validUTF8: ([0x41] + Array(text.utf8)).dropFirst()) == text)
    }

    @Test(
        arguments: [
            [0x80], [0xFF], [0xC3], [0x61, 0xC3], [0xC3, 0x61], [0xE2, 0x82], [0xF0, 0x9F, 0x98],
            // A code point in more bytes than necessary.
            [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0xAF], [0xF0, 0x80, 0x80, 0xAF],
            // A surrogate, and a number beyond the last code point.
            [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80],
            // The bytes that a repair would write, next to bytes that it would repair.
            [0xEF, 0xBF, 0xBD, 0xFF], [0xFF, 0xEF, 0xBF, 0xBD],
        ] as [[UInt8]])
    func invalidBytesAreRejected(_ bytes: [UInt8]) {
        #expect(String(validUTF8: bytes) == nil)
    }
}
