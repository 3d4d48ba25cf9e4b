import PermafrostModel
import PermafrostProject
import PermafrostStore

/// The findings that also occur in a baseline or another commit. No format shows them as errors.
struct OldFindings {
    /// The baseline's path, or the name of the other commit.
    let source: String
    let findings: [Finding]
    /// Sentences about the comparison with the baseline or the other commit. The SARIF format omits them.
    let remarks: [String]
}
