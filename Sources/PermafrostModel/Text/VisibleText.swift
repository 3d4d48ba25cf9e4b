extension String {
    /// The string with escapes, such as `\u{1B}`, for characters that a terminal or a log would interpret instead of
    /// displaying: control characters, including line breaks, and characters that change the text direction.
    /// Noncharacters, which XML can't contain, are also escaped.
    ///
    /// Use this for untrusted text in messages: paths, names in stores, and the output of other programs. It keeps the
    /// message on one line and doesn't hide any character.
    package var visible: String {
        guard unicodeScalars.contains(where: Self.isControl) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            if Self.isControl(scalar) {
                text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
        return switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: scalar.properties.isBidiControl || scalar.properties.isNoncharacterCodePoint
        }
    }
}
