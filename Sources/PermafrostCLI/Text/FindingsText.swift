import Foundation
import PermafrostModel
import PermafrostProject
import PermafrostSource
import PermafrostStore

/// The text of findings. A finding's source line, affected users and fix follow its message, if they are known. Each
/// finding ends with a blank line.
struct FindingsText {
    private(set) var lines: [String] = []

    /// Creates the text of findings, in the given order.
    ///
    /// - Parameter directory: the folder of the project whose sources are shown.
    init(_ findings: [Finding], directory: String, style: Style) {
        var excerpts = FindingsText.SourceExcerpts(directory: directory)
        for finding in findings {
            lines.append(FindingsText.FindingLine(finding, style: style).text)
            if let location = finding.location { lines += excerpts.excerpt(location) }
            lines += Self.details(of: finding) + [""]
        }
    }

    /// Returns the lines below a finding, with the affected users and the fix. The lines end without a period, so that
    /// the user can copy a command.
    static func details(of finding: Finding) -> [String] {
        [finding.affected.map { "  affects: \($0)" }, finding.fix.map { "  fix: \($0)" }].compactMap(\.self)
    }
}

extension FindingsText {
    /// Lines from a project's sources, with a caret below a location's column.
    struct SourceExcerpts {
        private let directory: String
        private var lines: [String: [Substring]] = [:]

        init(directory: String) { self.directory = directory }

        /// Returns the source line at a location, and then a line with a caret. Returns an empty array if the line
        /// can't be read or has more than 300 characters.
        mutating func excerpt(_ location: SourceLocation) -> [String] {
            guard let line = line(location)?.replacing("\t", with: " "), line.count <= 300 else { return [] }
            let column = String(decoding: Array(line.utf8.prefix(max(0, location.column - 1))), as: UTF8.self).visible
                .count
            let number = "\(location.line)"
            let margin = String(repeating: " ", count: number.count)
            return ["  \(number) | \(line.visible)", "  \(margin) | \(String(repeating: " ", count: column))^"]
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
}

extension FindingsText {
    /// A finding in a single line, with its location, severity, message, kind of drift, and rule code.
    struct FindingLine {
        let text: String

        init(_ finding: Finding, style: Style) {
            let severity =
                switch finding.severity {
                case .error: style.red("error")
                case .warning: style.yellow("warning")
                case .note: "note"
                }
            let place = finding.location.map { "\($0): " } ?? ""
            let kind = finding.change.map { "\($0.kind.rawValue) drift, " } ?? ""
            text = "\(place)\(severity): \(style.bold(finding.what)) [\(kind)\(finding.code)]"
        }
    }
}
