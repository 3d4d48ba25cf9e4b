/// A text that is broken into lines at its spaces.
struct Paragraph {
    private let words: [Substring]

    init(_ text: some StringProtocol) { words = Substring(text).split(whereSeparator: \.isWhitespace) }

    /// Returns the lines, which have at most `width` characters unless a single word is longer.
    ///
    /// - Parameters:
    ///   - first: the start of the first line.
    ///   - indentation: the start of every other line; nil for as many spaces as `first` has characters.
    func lines(width: Int, first: String = "", indentation: String? = nil) -> [String] {
        let indentation = indentation ?? String(repeating: " ", count: first.count)
        var lines: [String] = []
        var line = first
        var isEmpty = true
        for word in words {
            if !isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                (line, isEmpty) = (indentation, true)
            }
            line += (isEmpty ? "" : " ") + word
            isEmpty = false
        }
        return lines + [line]
    }
}
