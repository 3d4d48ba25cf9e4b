/// A string in YAML. It is quoted if YAML might interpret the unquoted string differently.
package struct YAMLText: Sendable, Hashable {
    package let text: String

    /// Creates the YAML value for a string.
    ///
    /// - Parameter isInList: whether the string is an element of a list on one line, such as `[a, b]`.
    package init(_ text: String, isInList: Bool = false) {
        guard !Self.isPlain(text, special: isInList ? "[]{},\"'" : "") else {
            self.text = text
            return
        }
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            default: Self.isPrintable(scalar) ? String(scalar) : Self.code(scalar)
            }
        }
        self.text = "\"\(escaped.joined())\""
    }

    private static func isPlain(_ text: String, special: String) -> Bool {
        guard let first = text.first, first.isLetter || "/._-".contains(first) else { return false }
        // YAML 1.1 interprets these words as Booleans, null or numbers.
        let words = ["true", "false", "yes", "no", "on", "off", "y", "n", "null"]
        guard !words.contains(text.lowercased()), Double(text) == nil, text != "-", !text.hasPrefix("---") else {
            return false
        }
        return !text.hasPrefix("- ") && !text.hasSuffix(" ") && !text.hasSuffix(":")
            && !text.contains(": ") && !text.contains(" #")
            && !text.contains { special.contains($0) }
            && text.unicodeScalars.allSatisfy(isPrintable)
    }

    /// Returns whether a character is written unescaped. Line breaks, control characters, byte order marks,
    /// noncharacters, and characters that change the direction of text are escaped.
    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        default: scalar != "\u{FEFF}" && !scalar.properties.isBidiControl && !scalar.properties.isNoncharacterCodePoint
        }
    }

    private static func code(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let (letter, length) = scalar.value <= 0xFF ? ("x", 2) : scalar.value <= 0xFFFF ? ("u", 4) : ("U", 8)
        return "\\\(letter)\(String(repeating: "0", count: length - digits.count))\(digits)"
    }
}
