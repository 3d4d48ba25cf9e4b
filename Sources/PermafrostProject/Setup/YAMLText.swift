/// A text as YAML has it: as it is where that reads as the same text, else in quotation marks.
package struct YAMLText: Sendable, Hashable {
    package let text: String

    /// - Parameter isInList: whether it stands in a list of one line, `[a, b]`.
    package init(_ text: String, isInList: Bool = false) {
        let special = isInList ? "[]{},\"'" : ""
        let isPlain =
            text.first.map { $0.isLetter || $0.isNumber || "/._-".contains($0) } ?? false
            && !text.hasPrefix("- ") && !text.hasSuffix(" ") && !text.hasSuffix(":")
            && !text.contains(": ") && !text.contains(" #")
            && !text.contains { special.contains($0) || $0.isNewline || $0 == "\t" }
        guard !isPlain else {
            self.text = text
            return
        }
        let escaped = text.map { character in
            switch character {
            case "\"", "\\": "\\\(character)"
            case "\n": "\\n"
            case "\t": "\\t"
            default: String(character)
            }
        }
        self.text = "\"\(escaped.joined())\""
    }
}
