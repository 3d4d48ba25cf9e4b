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
        self.init(findings.map { FindingGroup(first: $0) }, directory: directory, style: style)
    }

    /// Creates the text of groups of findings. Only the first finding of a group has its own text.
    init(_ groups: [FindingGroup], directory: String, style: Style) {
        var excerpts = SourceExcerpts(directory: directory)
        for group in groups {
            lines.append(FindingLine(group.first, style: style).text)
            if let location = group.first.location { lines += excerpts.excerpt(location) }
            lines += [group.line].compactMap(\.self) + Self.details(of: group.first) + [""]
        }
    }

    /// Returns the lines below a finding, with the affected users and the fix. The lines end without a period, so that
    /// the user can copy a command.
    static func details(of finding: Finding) -> [String] {
        [finding.affected.map { "  affects: \($0)" }, finding.fix.map { "  fix: \($0)" }].compactMap(\.self)
    }
}
