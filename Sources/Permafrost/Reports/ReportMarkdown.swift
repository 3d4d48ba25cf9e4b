import PermafrostModel

/// Functions that format text as GitHub's Markdown.
enum ReportMarkdown {
    /// Escapes a string so that Markdown shows it literally, except for line breaks, which become spaces.
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

    /// Returns a table row. If `list` isn't nil, the row has an additional last cell with the list's items, one per
    /// line.
    static func row(_ cells: [String], list: [String]? = nil) -> String {
        let last = list.map { [$0.map(escaped).joined(separator: "<br>")] } ?? []
        return "| \((cells.map(escaped) + last).joined(separator: " | ")) |"
    }
}
