/// The characters that can replace a character. They have the same script, kind and number of bytes.
///
/// Whitespace, ASCII punctuation and invisible characters aren't replaced, because code uses them to split, trim and
/// parse texts.
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

    /// The range of characters that are replaced by characters of `alphabet`.
    private struct Script {
        let range: ClosedRange<UInt32>
        let alphabet: ScalarAlphabet

        init(_ range: ClosedRange<UInt32>, _ alphabet: ClosedRange<UInt32>? = nil) {
            let alphabet = alphabet ?? range
            self.range = range
            self.alphabet = ScalarAlphabet(
                first: alphabet.lowerBound, count: alphabet.upperBound - alphabet.lowerBound + 1)
        }
    }

    /// The scripts, sorted. The first range that contains a folded character decides.
    private static let scripts = [
        Script(0x00A1...0x00BF, 0x00A1...0x00AC), Script(0x00C0...0x024F, 0x00E0...0x00F6),
        Script(0x0300...0x036F, 0x0300...0x030F), Script(0x0370...0x03FF, 0x03B1...0x03C1),
        Script(0x0400...0x052F, 0x0430...0x044F), Script(0x0591...0x05C7, 0x05B0...0x05BC),
        Script(0x05D0...0x05EA), Script(0x0621...0x064A, 0x0628...0x063A), Script(0x064B...0x0652),
        Script(0x0660...0x0669), Script(0x0900...0x0903), Script(0x0904...0x0939, 0x0905...0x0939),
        Script(0x093A...0x094F, 0x093E...0x094C), Script(0x0966...0x096F), Script(0x0E01...0x0E2E),
        Script(0x0E30...0x0E4E, 0x0E40...0x0E44), Script(0x2010...0x2027), Script(0x20A0...0x20C0, 0x20A0...0x20B5),
        Script(0x2100...0x2BFF, 0x25A0...0x25EF), Script(0x3041...0x3096), Script(0x30A1...0x30FA),
        Script(0x4E00...0x9FFF, 0x4E00...0x9FA5), Script(0xAC00...0xD7A3), Script(0xFF10...0xFF19),
        Script(0xFF21...0xFF3A), Script(0xFF41...0xFF5A), Script(0x1F1E6...0x1F1FF), Script(0x1F3FB...0x1F3FF),
        Script(0x20000...0x2A6D6), Script(0xE0020...0xE007E, 0xE0061...0xE007A),
    ]

    /// Returns the alphabet of a folded character, or nil if the character stays.
    static func of(_ folded: UInt32) -> ScalarAlphabet? {
        switch folded {
        case 0x61...0x7A: return letters
        case 0x30...0x39: return digits
        case 0..<0x80: return nil
        default: break
        }
        if stays(folded) { return nil }
        if let script = scripts.first(where: { $0.range.contains(folded) }) { return script.alphabet }
        switch folded {
        case 0x80..<0x800: return ScalarAlphabet(first: 0x00E0, count: 23)
        case 0x800..<0x10000: return ScalarAlphabet(first: 0x4E00, count: 0x51A6)
        // These are emoji since Unicode 7: animals, people and things.
        default: return ScalarAlphabet(first: 0x1F400, count: 253)
        }
    }

    /// More characters with the same number of bytes. They replace characters when all of the alphabet is used, because
    /// a script can have more characters than its alphabet.
    var reserve: ScalarAlphabet {
        switch first {
        case 0..<0x80: self
        // These letters are still letters with two bytes if the difference of an uppercase letter is subtracted.
        case 0x80..<0x800: ScalarAlphabet(first: 0x0250, count: 32)
        case 0x800..<0x10000: ScalarAlphabet(first: 0x4E00, count: 0x51A6)
        default: ScalarAlphabet(first: 0x20000, count: 0xA6D7)
        }
    }

    /// Returns whether a character that isn't ASCII is whitespace, or invisible.
    private static func stays(_ value: UInt32) -> Bool {
        switch value {
        case 0x80...0xA0, 0xAD, 0x1680, 0x2000...0x200F, 0x2028...0x202F, 0x205F...0x2064, 0x3000, 0xFE00...0xFE0F,
            0xFEFF:
            true
        default: false
        }
    }

    /// Returns the lowercase form of an uppercase letter, and the difference between the two. Supports only scripts
    /// where all letters have the same difference. Returns any other character unchanged, with a difference of 0.
    static func folded(_ value: UInt32) -> (value: UInt32, difference: UInt32) {
        switch value {
        case 0x41...0x5A: (value + 0x20, 0x20)
        case 0x00C0...0x00D6, 0x00D8...0x00DE, 0x0391...0x03A1, 0x03A3...0x03A9, 0x0410...0x042F: (value + 0x20, 0x20)
        default: (value, 0)
        }
    }
}
