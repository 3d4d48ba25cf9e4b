import PermafrostStore

/// Functions that write text from sources into GitHub's Markdown, so that the text can't become markup, a link, a
/// mention, a reference or an emoji.
enum MarkdownText {
    /// Returns a string with all markup escaped. A word that GitHub may link, such as `@name`, a URL or a possible
    /// commit hash, becomes inline code, because a backslash wouldn't prevent the link.
    ///
    /// - Parameter isInTable: whether the text is in a table's cell.
    static func escaped(_ text: String, isInTable: Bool = false) -> String {
        text.visible.split(separator: " ", omittingEmptySubsequences: false).map { word in
            isLinked(word) ? code(String(word), isInTable: isInTable) : escaped(word)
        }.joined(separator: " ")
    }

    private static func escaped(_ word: Substring) -> String {
        word.reduce(into: "") { line, character in
            // A backslash doesn't prevent a formula.
            if character == "$" {
                line += "<span>$</span>"
                return
            }
            if "\\`*_[]<>|~&#!".contains(character) { line.append("\\") }
            line.append(character)
        }
    }

    /// Returns whether GitHub may turn a word, or a part of it, into a link, a mention or an emoji.
    private static func isLinked(_ word: Substring) -> Bool {
        if word.contains("@") || word.contains("://") { return true }
        guard word.utf8.count > 3 || word.contains("#") else { return false }
        return word.contains(/#[0-9]|:[A-Za-z0-9_+-]+:|[0-9A-Fa-f]{7}/)
            || word.contains(/www\.|gh-[0-9]/.ignoresCase())
    }

    /// Returns a string as inline code. The string can contain any characters.
    ///
    /// - Parameter isInTable: whether the code is in a table's cell, which a vertical bar would end.
    static func code(_ text: String, isInTable: Bool = false) -> String {
        guard !text.isEmpty else { return "" }
        let fence = fence([text], atLeast: 1)
        // A dollar sign next to a backtick would start or end a formula.
        let pad = "`$".contains { text.first == $0 || text.last == $0 } ? " " : ""
        let visible = isInTable ? text.visible.replacing("|", with: "\\|") : text.visible
        return fence + pad + visible + pad + fence
    }

    /// Returns a code fence that has at least the given length and is longer than any run of backticks in the lines.
    static func fence(_ lines: [String], atLeast least: Int) -> String {
        var (longest, run) = (0, 0)
        for character in lines.joined(separator: "\n") {
            run = character == "`" ? run + 1 : 0
            longest = max(longest, run)
        }
        return String(repeating: "`", count: max(least, longest + 1))
    }

    /// Returns a table row. The cells must already be escaped.
    static func row(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
}
