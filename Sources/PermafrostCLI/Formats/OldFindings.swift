import PermafrostModel
import PermafrostProject
import PermafrostStore

/// Findings that don't count, because they are older than the change that is checked. No format shows them as errors.
struct OldFindings {
    /// The reason that findings are old.
    enum Reason {
        /// They are in a baseline or another commit.
        case baseline
        /// The newest release contains the same migration.
        case release
    }

    let reason: Reason
    /// The baseline's path, the name of the other commit, or the name of the release tag.
    let source: String
    let findings: [Finding]
    /// Sentences about the old findings. The SARIF format omits them.
    let remarks: [String]
}
