/// A text with percent escapes, such as `Gr%C3%BC%C3%9Fe`, split into its characters and their forms. Replacements of
/// the characters can be written in the same forms.
struct PercentEscapes {
    /// The form of a character in the text.
    private enum Form {
        case plain
        /// The escapes of the character's bytes in UTF-8.
        case escaped(isLowercase: Bool)
        /// The escape of a byte that isn't part of a character, as in a text with a different encoding. The byte isn't
        /// part of ``PercentEscapes/decoded``.
        case byte(UInt8, isLowercase: Bool)
    }

    /// The text with the characters in place of their escapes.
    let decoded: String
    private let forms: [Form]

    /// Splits a text. Returns nil if it has no percent escapes.
    init?(_ text: String) {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return nil }
        let scalars = Array(text.unicodeScalars)
        var decoded = String.UnicodeScalarView()
        var forms: [Form] = []
        var hasEscapes = false
        var index = 0
        while index < scalars.count {
            guard let first = Self.byte(at: index, in: scalars) else {
                decoded.append(scalars[index])
                forms.append(.plain)
                index += 1
                continue
            }
            hasEscapes = true
            let count = Self.byteCount(first)
            let bytes = (0..<count).compactMap { Self.byte(at: index + 3 * $0, in: scalars) }
            let digits = scalars[index..<min(index + 3 * count, scalars.count)]
            if bytes.count == count, let scalar = Self.scalar(bytes) {
                decoded.append(scalar)
                forms.append(.escaped(isLowercase: Self.isLowercase(digits)))
                index += 3 * count
            } else {
                forms.append(.byte(first, isLowercase: Self.isLowercase(scalars[index..<index + 3])))
                index += 3
            }
        }
        guard hasEscapes else { return nil }
        self.decoded = String(decoded)
        self.forms = forms
    }

    /// Returns a text with other characters in the same forms.
    ///
    /// - Parameters:
    ///   - replaced: a text with as many characters as ``decoded``.
    ///   - shift: the number from 1 to 15 that is added to the last digit of a byte that isn't part of a character.
    func encoded(_ replaced: String, shift: UInt8) -> String {
        var text = ""
        var rest = replaced.unicodeScalars.makeIterator()
        for form in forms {
            switch form {
            case .plain: rest.next().map { text.unicodeScalars.append($0) }
            case .escaped(let isLowercase):
                guard let scalar = rest.next() else { break }
                for byte in String(scalar).utf8 { text += Self.escape(byte, isLowercase) }
            case .byte(let byte, let isLowercase):
                text += Self.escape(byte & 0xF0 | (byte &+ shift) & 0x0F, isLowercase)
            }
        }
        return text
    }

    private static func escape(_ byte: UInt8, _ isLowercase: Bool) -> String {
        let digits = String(byte, radix: 16, uppercase: !isLowercase)
        return "%" + (digits.utf8.count == 1 ? "0" : "") + digits
    }

    /// Returns the byte of the escape at a position, or nil if there isn't one.
    private static func byte(at index: Int, in scalars: [Unicode.Scalar]) -> UInt8? {
        guard index + 2 < scalars.count, scalars[index] == "%", let high = digit(scalars[index + 1]),
            let low = digit(scalars[index + 2])
        else { return nil }
        return high << 4 | low
    }

    private static func digit(_ scalar: Unicode.Scalar) -> UInt8? {
        scalar.isASCII ? Character(scalar).hexDigitValue.map(UInt8.init) : nil
    }

    private static func isLowercase(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        scalars.contains { ("a"..."f").contains($0) }
    }

    /// Returns the number of bytes of the character that begins with a byte.
    private static func byteCount(_ first: UInt8) -> Int {
        switch first {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }

    /// Returns the character with the given bytes, or nil if they aren't valid UTF-8.
    private static func scalar(_ bytes: [UInt8]) -> Unicode.Scalar? {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes), text.unicodeScalars.count == 1 else { return nil }
        return text.unicodeScalars.first
    }
}
