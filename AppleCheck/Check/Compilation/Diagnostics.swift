import Foundation

/// The conversion of the compiler's messages on standard error to findings.
enum Diagnostics {
    /// Returns the errors and warnings in the unit's files, without duplicates.
    ///
    /// A message about a macro's expansion is placed where the macro is used, according to the notes that follow the
    /// message. Without such a note, it is placed at the start of the manifest.
    static func findings(in errors: String, sources: [String: CompiledSource]) -> [Finding] {
        var findings: [Finding] = []
        var unplaced: String?
        func place(_ message: String) {
            findings.append(Finding(file: "Package.swift", line: 1, column: 1, message: message))
        }
        for line in errors.split(separator: "\n") {
            guard let diagnostic = Diagnostic(line) else { continue }
            switch (diagnostic.kind, sources[diagnostic.file]) {
            case (.note, let source?):
                if let message = unplaced {
                    findings.append(source.finding(line: diagnostic.line, column: diagnostic.column, message))
                    unplaced = nil
                }
            case (.note, nil): break
            case (.finding, let source?):
                if let message = unplaced { place(message) }
                unplaced = nil
                findings.append(source.finding(line: diagnostic.line, column: diagnostic.column, diagnostic.message))
            case (.finding, nil):
                if let message = unplaced { place(message) }
                unplaced = "\(diagnostic.message) (in \(diagnostic.file):\(diagnostic.line))"
            }
        }
        if let message = unplaced { place(message) }
        var seen: Set<Finding> = []
        return findings.filter { seen.insert($0).inserted }
    }

    /// A line of the form `file:line:column: kind: message`.
    private struct Diagnostic {
        enum Kind { case finding, note }

        let file: String
        let line, column: Int
        let kind: Kind
        let message: String

        init?(_ text: Substring) {
            let words: [(String, Kind)] = [(": error: ", .finding), (": warning: ", .finding), (": note: ", .note)]
            guard
                let (range, kind) = words.compactMap({ word in text.range(of: word.0).map { ($0, word.1) } })
                    .min(by: { $0.0.lowerBound < $1.0.lowerBound })
            else { return nil }
            var place = text[..<range.lowerBound].split(separator: ":", omittingEmptySubsequences: false)
            let last = place.popLast().flatMap { Int($0) }
            if let last, let before = place.last.flatMap({ Int($0) }) {
                place.removeLast()
                (line, column) = (before, last)
            } else {
                (line, column) = (last ?? 0, 0)
            }
            file = place.joined(separator: ":")
            self.kind = kind
            message = String(text[range.upperBound...])
        }
    }
}
