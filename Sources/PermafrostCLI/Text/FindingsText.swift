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
        var excerpts = SourceExcerpts(directory: directory)
        for (index, finding) in findings.enumerated() {
            lines.append(FindingLine(finding, style: style).text)
            if let location = finding.location { lines += excerpts.excerpt(location) }
            if index + 1 < findings.count, Self.isOneCause(finding, findings[index + 1]) { continue }
            lines += Self.details(of: finding) + [""]
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
