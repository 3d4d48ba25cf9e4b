import PermafrostModel

/// A line that summarizes a command's result: whether it passed or failed, the number of findings of each severity, and
/// the items that were examined. For example:
///
/// `failed: 1 error, 2 warnings (3 of 4 versions unchanged)`
struct SummaryLine {
    let text: String

    /// Creates the line for a command's findings.
    ///
    /// - Parameters:
    ///   - examined: descriptions of the examined items, such as `3 of 4 versions unchanged`.
    ///   - isPassed: whether the command passed; nil if it passes when no finding is an error.
    init(_ findings: [Finding], _ examined: [String], isPassed: Bool? = nil, style: Style) {
        let isPassed = isPassed ?? !findings.contains { $0.severity == .error }
        let verdict = isPassed ? style.green("passed") : style.red("failed")
        let counts = Self.counts(findings).joined(separator: ", ")
        let details = examined.joined(separator: ", ")
        text = "\(verdict): " + (counts.isEmpty ? details : "\(counts) (\(details))")
    }

    /// Returns the number of findings of each severity, most severe first, such as `1 error` and `2 warnings`.
    /// Severities without findings are omitted.
    static func counts(_ findings: [Finding]) -> [String] {
        [Finding.Severity.error, .warning, .note].compactMap { severity in
            let count = findings.count { $0.severity == severity }
            return count == 0 ? nil : "\(Counted(severity.rawValue, count))"
        }
    }
}
