/// Text in GitHub's Markdown.
enum MarkdownText {
    /// The text as it is to be read, whatever it holds: a name may hold any character.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            if character.isNewline {
                escaped += " "
            } else {
                if "\\`*_[]<>#|~&".contains(character) { escaped += "\\" }
                escaped.append(character)
            }
        }
        return escaped
    }

    /// A table's row. What is listed is the last cell, an entry a line.
    static func row(_ cells: [String], list: [String]? = nil) -> String {
        let last = list.map { [$0.map(escaped).joined(separator: "<br>")] } ?? []
        return "| \((cells.map(escaped) + last).joined(separator: " | ")) |"
    }
}
