import Foundation
import PermafrostDeclarations

/// Comments that say why a finding is all right: `// permafrost:ignore PF0213 because …`, on its line or the line before.
struct Suppressions {
    static let page = LintPage(
        code: "PF0200", name: "SuppressionWithoutReason", severity: .warning,
        summary: "A comment would suppress a finding and gives no reason.",
        failure:
            "Nobody can tell later whether the finding was weighed or waved away, and whether it still is all right.",
        fix: "Say why: // permafrost:ignore PF0213 because the old values were test data")

    /// How many findings were suppressed.
    private(set) var count = 0

    private let directory: String
    private var files: [String: [Substring]] = [:]

    /// - Parameter directory: the project's folder, which the findings' files are relative to.
    init(directory: String) { self.directory = directory }

    /// The findings that no comment suppresses. A comment without a reason suppresses nothing, and is a finding itself.
    mutating func applied(to findings: [Finding]) -> [Finding] {
        var left: [Finding] = []
        var unreasoned: Set<SourceLocation> = []
        for finding in findings {
            let found = finding.location.map { comments(at: $0) } ?? []
            let own = found.filter { $0.codes.contains(finding.code) }
            if own.contains(where: \.hasReason) {
                count += 1
                continue
            }
            left.append(finding)
            for comment in own where unreasoned.insert(comment.location).inserted {
                let words = LintProblem.Words(
                    what: "The comment gives no reason to ignore \(finding.code), and ignores nothing",
                    fix: "Say why: // permafrost:ignore \(finding.code) because …")
                left.append(
                    Finding(
                        .lint(LintProblem(code: Self.page.code, words: words)), severity: Self.page.severity,
                        group: finding.group, version: finding.version, schema: finding.schema,
                        location: comment.location))
            }
        }
        return left
    }

    /// Whether a comment with a reason suppresses a finding.
    mutating func suppresses(_ finding: Finding) -> Bool {
        guard let location = finding.location else { return false }
        return comments(at: location).contains { $0.codes.contains(finding.code) && $0.hasReason }
    }

    private struct Comment {
        var codes: [String]
        var hasReason: Bool
        var location: SourceLocation
    }

    /// The comments on a place's line, and on the line before where that holds nothing else.
    private mutating func comments(at location: SourceLocation) -> [Comment] {
        let lines = lines(of: location.file)
        return [location.line, location.line - 1].compactMap { number in
            guard lines.indices.contains(number - 1) else { return nil }
            let line = lines[number - 1]
            guard let start = line.firstRange(of: "// permafrost:ignore ")?.lowerBound else { return nil }
            if number < location.line, line[..<start].contains(where: { !$0.isWhitespace }) { return nil }
            var words = line[start...].split(whereSeparator: \.isWhitespace).dropFirst(2)
            let codes = words.prefix { $0 != "because" }.map {
                LintRules.currentCode($0.trimmingCharacters(in: [","]))
            }
            words = words.dropFirst(codes.count)
            let column = line[..<start].utf8.count + 1
            return Comment(
                codes: codes, hasReason: words.count > 1,
                location: SourceLocation(file: location.file, line: number, column: column))
        }
    }

    private mutating func lines(of file: String) -> [Substring] {
        if let known = files[file] { return known }
        let data = FileManager.default.contents(atPath: directory + "/" + file) ?? Data()
        // Most files hold no such comment, and need not be split.
        let lines = data.range(of: Data("permafrost:ignore".utf8)) == nil ? [] : SourceLines.lines(of: data)
        files[file] = lines
        return lines
    }
}
