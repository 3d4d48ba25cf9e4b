import PermafrostModel

/// Functions that make untrusted text safe to print. They escape characters that a terminal would interpret, and the
/// start of a command that a CI service would run.
///
/// Names and values may come from untrusted stores and sources. Control characters, characters that change the text's
/// direction, and one character of the start of a command are written as code points: `\u{1B}` in a line
/// (``Swift/String/withoutCommands``), and `\u001b` in JSON.
enum PrintableText {
    /// Returns text as a single line that is safe to print to a terminal or log.
    ///
    /// - Parameter hasColors: whether to keep the colors of ``Style``.
    static func line(_ text: String, hasColors: Bool) -> String {
        guard hasColors, text.unicodeScalars.contains("\u{1B}") else { return text.withoutCommands }
        var line = ""
        var foreign = String.UnicodeScalarView()
        var rest = Substring(text).unicodeScalars
        while let first = rest.first {
            if first == "\u{1B}", let colour = Style.codes.first(where: { rest.starts(with: $0.unicodeScalars) }) {
                line += String(foreign).withoutCommands + colour
                foreign.removeAll()
                rest = rest.dropFirst(colour.unicodeScalars.count)
            } else {
                foreign.append(first)
                rest = rest.dropFirst()
            }
        }
        return line + String(foreign).withoutCommands
    }

    /// Returns a line of Markdown that is safe to print to a log. Keeps the style of a node in a Mermaid diagram, such
    /// as `:::added`. It ends the line, so no service reads it as a command.
    static func markdown(_ line: String) -> String {
        guard line.hasPrefix("    "), let style = line.firstMatch(of: /"\]:::[a-z]+$/) else {
            return line.withoutCommands
        }
        return String(line[..<style.startIndex]).withoutCommands + style.output
    }

    /// Returns markup, such as XML, with the start of every command escaped. Such a start can occur only in text and in
    /// values of attributes.
    static func markup(_ document: [UInt8]) -> [UInt8] { LogCommand.escaped(document) { "&#\($0);" } }

    /// Returns a JSON document with unsafe characters escaped. Such characters can occur only in strings.
    static func json(_ document: [UInt8]) -> [UInt8] {
        let document = LogCommand.escaped(document) { "\\u00\(String($0, radix: 16))" }
        guard mayNeedEscape(document) else { return document }
        var bytes: [UInt8] = []
        for scalar in String(decoding: document, as: UTF8.self).unicodeScalars {
            if isControl(scalar) {
                let digits = String(scalar.value, radix: 16)
                bytes += "\\u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)".utf8
            } else {
                bytes += Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
        return bytes
    }

    /// Returns whether the bytes may contain a character that must be escaped. If not, the document doesn't need to
    /// be decoded.
    private static func mayNeedEscape(_ bytes: some Sequence<UInt8>) -> Bool {
        bytes.contains { ($0 < 0x20 && $0 != 0x0A && $0 != 0x09) || $0 == 0x7F || $0 >= 0xC2 }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar != "\n", scalar != "\t" else { return false }
        return scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
    }
}
