import Foundation
import PermafrostModel

/// The comments that suppress a finding and give a reason.
///
/// A comment such as `// permafrost:ignore PF0213 because …` is on the finding's line, or on the line before if that
/// line has no code. In a Core Data model, it is an XML comment: `<!-- permafrost:ignore PF0213 because … -->`.
struct Suppressions {
    /// The number of suppressed findings.
    private(set) var count = 0

    private let contents: SourceContents
    private var files: [String: [Substring]] = [:]

    /// Prepares to search a project's sources for comments.
    ///
    /// - Parameter options: the options with which the sources were read.
    init(of options: ProjectOptions) { self.init(in: SourceContents(of: options)) }

    /// Prepares to search source files for comments. If the files are from a commit, they must have been read with
    /// ``SourceContents/prepare(_:)``.
    init(in contents: SourceContents) { self.contents = contents }

    /// Returns the findings that no comment suppresses. If a rule's findings may be intended, their fix also explains
    /// how to suppress them. A comment without a reason doesn't suppress a finding, and is reported as an additional
    /// finding.
    mutating func applied(to findings: [Finding]) -> [Finding] {
        var left: [Finding] = []
        var unreasoned: Set<SourceLocation> = []
        for var finding in findings {
            let found = finding.location.map { comments(at: $0) } ?? []
            let own = found.filter { $0.codes.contains(finding.code) }
            if own.contains(where: \.hasReason) {
                count += 1
                continue
            }
            if let acceptance = finding.acceptance {
                let comment =
                    "\(acceptance), explain why on the line before: \(SuppressionWithoutReason.comment(on: finding))"
                finding.fix = finding.fix.map { "\($0). \(comment)" } ?? comment
            }
            left.append(finding)
            for comment in own where unreasoned.insert(comment.location).inserted {
                left.append(SuppressionWithoutReason(suppressed: finding, location: comment.location).finding())
            }
        }
        return left
    }

    /// Returns whether a comment with a reason suppresses a finding.
    mutating func suppresses(_ finding: Finding) -> Bool {
        guard let location = finding.location else { return false }
        return comments(at: location).contains { $0.codes.contains(finding.code) && $0.hasReason }
    }

    private struct Comment {
        var codes: [String]
        var hasReason: Bool
        var location: SourceLocation
    }

    /// Returns the comments on a location's line. If the previous line contains no code, its comments are included.
    private mutating func comments(at location: SourceLocation) -> [Comment] {
        let lines = lines(of: location.file)
        let start = (SuppressionWithoutReason.isModelFile(location.file) ? "<!--" : "//") + " permafrost:ignore "
        return [location.line, location.line - 1].compactMap { number in
            guard lines.indices.contains(number - 1) else { return nil }
            let line = lines[number - 1]
            guard let start = line.firstRange(of: start)?.lowerBound else { return nil }
            if number < location.line, line[..<start].contains(where: { !$0.isWhitespace }) { return nil }
            var words = line[start...].split(whereSeparator: \.isWhitespace).dropFirst(2)
            let codes = words.prefix { $0 != "because" }.map {
                $0.trimmingCharacters(in: [","]).uppercased()
            }
            words = words.dropFirst(codes.count)
            if words.last == "-->" { words = words.dropLast() }
            let column = line[..<start].utf8.count + 1
            return Comment(
                codes: codes, hasReason: words.count > 1,
                location: SourceLocation(file: location.file, line: number, column: column))
        }
    }

    private mutating func lines(of file: String) -> [Substring] {
        if let known = files[file] { return known }
        let data = contents.contents(of: file)
        // Most files have no such comment and don't have to be split.
        let lines = data.range(of: Data("permafrost:ignore".utf8)) == nil ? [] : SourceLines.lines(of: data)
        files[file] = lines
        return lines
    }
}

/// The lines of a source file, as compilers count them.
package enum SourceLines {
    /// Splits a source file into lines, without their line breaks (`\n`, `\r\n` or `\r`).
    package static func lines(of source: Data) -> [Substring] {
        let text = String(decoding: source, as: UTF8.self)
        // If the file has no `\r`, split the bytes. This is many times faster.
        guard !source.contains(13) else {
            return text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
        }
        return text.utf8.split(separator: 10, omittingEmptySubsequences: false).map { Substring($0) }
    }
}
