import PermafrostStore

/// The characters that can replace a character. They have the same number of bytes.
///
/// Whitespace and ASCII punctuation stay, because code uses them to split, trim and parse texts. Other whitespace than
/// ASCII becomes one kind of space, because its kind can be a hidden mark. So can an invisible character, which is
/// replaced by a visible one.
struct ScalarAlphabet: Hashable {
    /// The first character.
    let first: UInt32
    /// The number of characters, which follow each other.
    let count: UInt32

    /// The ASCII letters. A replacement prefers the rare ones, which don't form words.
    static let letters = ScalarAlphabet(first: 0x61, count: 26)
    static let digits = ScalarAlphabet(first: 0x30, count: 10)
    /// The letters that a replacement prefers.
    static let rareLetters: [UInt32] = Array("bcdfghjkqvxz".unicodeScalars).map(\.value)

    /// Returns the alphabet of a folded character, or nil if the character stays.
    static func of(_ folded: UInt32) -> ScalarAlphabet? {
        switch folded {
        case 0x61...0x7A: return letters
        case 0x30...0x39: return digits
        case 9...13, 0x20..<0x7F, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000:
            return nil
        case 0..<0x80: return letters
        case 0x80..<0x800: return ScalarAlphabet(first: 0x00E0, count: 23)
        case 0x800..<0x10000: return ScalarAlphabet(first: 0x4E00, count: 0x51A6)
        // These are emoji since Unicode 7: animals, people and things.
        default: return ScalarAlphabet(first: 0x1F400, count: 253)
        }
    }

    /// More characters with the same number of bytes. They replace characters when all of the alphabet is used.
    var reserve: ScalarAlphabet {
        switch first {
        case 0..<0x80: self
        case 0x80..<0x800: ScalarAlphabet(first: 0x0250, count: 32)
        case 0x800..<0x10000: ScalarAlphabet(first: 0x4E00, count: 0x51A6)
        default: ScalarAlphabet(first: 0x20000, count: 0xA6D7)
        }
    }

    /// Returns the replacement for a character without an alphabet.
    static func separator(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        scalar.isASCII ? scalar : scalar.value < 0x800 ? "\u{A0}" : "\u{3000}"
    }

    /// Returns the lowercase form of an uppercase ASCII letter, and the difference between the two. Returns any other
    /// character unchanged, with a difference of 0.
    static func folded(_ value: UInt32) -> (value: UInt32, difference: UInt32) {
        (0x41...0x5A).contains(value) ? (value + 0x20, 0x20) : (value, 0)
    }
}
