import Foundation
import PermafrostModel
import PermafrostProject
import PermafrostSource
import PermafrostStore

/// Lines from a project's sources, with the token at a location's column underlined.
struct SourceExcerpts {
    private let directory: String
    private var lines: [String: [Substring]] = [:]

    init(directory: String) { self.directory = directory }

    /// Returns the source line at a location, and then a line that underlines the token there, such as `^~~~`. Returns
    /// an empty array if the line can't be read or has more than 300 characters.
    mutating func excerpt(_ location: SourceLocation) -> [String] {
        guard let line = line(location)?.replacing("\t", with: " "), line.count <= 300 else { return [] }
        let start = String(decoding: Array(line.utf8.prefix(max(0, location.column - 1))), as: UTF8.self)
        let column = start.withoutCommands.count
        let number = "\(location.line)"
        let margin = String(repeating: " ", count: number.count)
        let length = Self.token(at: line.dropFirst(start.count)).withoutCommands.count
        let mark = String(repeating: " ", count: column) + "^" + String(repeating: "~", count: max(0, length - 1))
        return ["  \(number) | \(line.withoutCommands)", "  \(margin) | \(mark)"]
    }

    /// Returns the token that a text starts with: a name with the mark before it, such as `@Model`, or a string in
    /// quotes. Returns one character if the text starts with anything else.
    private static func token(at text: Substring) -> String {
        guard let first = text.first else { return "" }
        if first == "\"" || first == "`" {
            var isEscaped = false
            let end = text.dropFirst().firstIndex { character in
                defer { isEscaped = !isEscaped && character == "\\" }
                return character == first && !isEscaped
            }
            return end.map { String(text[...$0]) } ?? String(first)
        }
        let isMark = "@#.<".contains(first)
        let name = text.dropFirst(isMark ? 1 : 0).prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        return name.isEmpty ? String(first) : (isMark ? String(first) : "") + name
    }

    /// Returns a location's column in UTF-16 code units, which SARIF uses. The location itself has its column in
    /// UTF-8 code units. If the source line can't be read, returns the column in UTF-8 code units.
    mutating func utf16Column(_ location: SourceLocation) -> Int {
        guard let line = line(location) else { return location.column }
        return String(decoding: line.utf8.prefix(max(0, location.column - 1)), as: UTF8.self).utf16.count + 1
    }

    /// Returns the source line at a location. Returns nil if the file is neither a Swift file nor the contents of a
    /// Core Data model, or if it has no such line.
    mutating func line(_ location: SourceLocation) -> String? {
        guard location.file.hasSuffix(".swift") || location.file.hasSuffix(".xcdatamodel/contents") else {
            return nil
        }
        if lines[location.file] == nil {
            let data = FileManager.default.contents(atPath: directory + "/" + location.file) ?? Data()
            lines[location.file] = SourceLines.lines(of: data)
        }
        guard let file = lines[location.file], file.indices.contains(location.line - 1) else { return nil }
        return String(file[location.line - 1])
    }
}
