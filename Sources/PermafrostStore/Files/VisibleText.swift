extension String {
    /// The text with each character escaped, such as `\u{1B}`, that a terminal or a log would obey instead of showing it: control
    /// characters, line breaks among them, and those that change the direction of text. Noncharacters, which XML may not hold, are
    /// escaped too.
    ///
    /// Paths, names in stores and texts of other programs come from anybody. A message that holds such a text is one line, and
    /// shows what is in it.
    package var visible: String {
        guard unicodeScalars.contains(where: Self.isObeyed) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            if Self.isObeyed(scalar) {
                text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }

    private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
        return switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: scalar.properties.isBidiControl || scalar.properties.isNoncharacterCodePoint
        }
    }
}
