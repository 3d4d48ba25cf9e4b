extension String {
    /// The path of the folder that contains the item at this path: `a` for `a/b`, `/` for `/a`, and an empty string for
    /// a path that is only a name.
    ///
    /// Use this instead of Foundation's `deletingLastPathComponent`, which crashes on Linux for a name of one
    /// character.
    package var parentPath: String {
        var parts = utf8[...]
        while parts.count > 1, parts.last == UInt8(ascii: "/") { parts.removeLast() }
        guard let slash = parts.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        parts = parts[..<slash]
        while parts.last == UInt8(ascii: "/") { parts.removeLast() }
        return parts.isEmpty ? "/" : String(decoding: parts, as: UTF8.self)
    }
}

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
