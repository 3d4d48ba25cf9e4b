import Foundation
import PermafrostModel
import PermafrostProject
import PermafrostSource
import PermafrostStore

/// Lines from a project's sources, with a caret below a location's column.
struct SourceExcerpts {
    private let directory: String
    private var lines: [String: [Substring]] = [:]

    init(directory: String) { self.directory = directory }

    /// Returns the source line at a location, and then a line with a caret. Returns an empty array if the line
    /// can't be read or has more than 300 characters.
    mutating func excerpt(_ location: SourceLocation) -> [String] {
        guard let line = line(location)?.replacing("\t", with: " "), line.count <= 300 else { return [] }
        let start = String(decoding: Array(line.utf8.prefix(max(0, location.column - 1))), as: UTF8.self)
        let column = start.withoutCommands.count
        let number = "\(location.line)"
        let margin = String(repeating: " ", count: number.count)
        return ["  \(number) | \(line.withoutCommands)", "  \(margin) | \(String(repeating: " ", count: column))^"]
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
