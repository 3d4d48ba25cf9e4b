import Foundation
import PermafrostModel
import PermafrostProject
import PermafrostSource
import PermafrostStore

/// The text of findings. A finding's source line, affected users and fix follow its message, if they are known. If
/// neighboring findings about a version have the same affected users and fix, only the last one shows them. The others
/// end without a blank line.
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
        for (index, group) in groups.enumerated() {
            lines.append(FindingLine(group.first, style: style).text)
            if let location = group.first.location { lines += excerpts.excerpt(location) }
            lines += [group.line].compactMap(\.self)
            if index + 1 < groups.count, Self.isOneCause(group.first, groups[index + 1].first) { continue }
            lines += Self.details(of: group.first) + [""]
        }
    }

    private static func isOneCause(_ finding: Finding, _ next: Finding) -> Bool {
        finding.version != nil && finding.code == next.code && finding.version == next.version
            && finding.groups == next.groups && details(of: finding) == details(of: next)
            && !details(of: finding).isEmpty
    }

    /// Returns the lines below a finding, with the affected users and the fix. The lines end without a period, so that
    /// the user can copy a command.
    static func details(of finding: Finding) -> [String] {
        [finding.affected.map { "  affects: \($0)" }, finding.fix.map { "  fix: \($0)" }].compactMap(\.self)
    }
}
