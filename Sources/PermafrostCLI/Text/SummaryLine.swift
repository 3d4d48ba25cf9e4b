import PermafrostModel

/// The summary of a command that passes or fails: its verdict, its errors and warnings, and what it examined.
///
/// `failed: 1 error, 2 warnings (3 of 4 versions unchanged)`
struct SummaryLine {
    let text: String

    /// - Parameters:
    ///   - examined: what the command examined, in clauses.
    ///   - isPassed: whether the command passed; by default, whether it found no errors.
    init(_ findings: [Finding], _ examined: [String], isPassed: Bool? = nil, style: Style) {
        let isPassed = isPassed ?? !findings.contains { $0.severity == .error }
        let verdict = isPassed ? style.green("passed") : style.red("failed")
        let counts = Self.counts(findings).joined(separator: ", ")
        let details = examined.joined(separator: ", ")
        text = "\(verdict): " + (counts.isEmpty ? details : "\(counts) (\(details))")
    }

    /// The number of findings of each severity: `1 error`, `2 warnings`.
    static func counts(_ findings: [Finding]) -> [String] {
        [Finding.Severity.error, .warning, .note].compactMap { severity in
            let count = findings.count { $0.severity == severity }
            return count == 0 ? nil : "\(Counted(severity.rawValue, count))"
        }
    }
}
