import PermafrostProject
import PermafrostSource
import PermafrostStore

/// The messages about a baseline that can't be used, and about the entries of a baseline.
enum BaselineMessage {
    static func text(_ error: BaselineFile.Failure) -> String {
        switch error {
        case .noFile(let path, let near):
            "invalid --baseline \"\(path)\": it doesn't exist"
                + (NearNames.question(near).map { " (\($0))" } ?? "")
                + ". To write it, add --write-baseline"
        case .nothingToUpdate(let path):
            "there is no baseline \(path) to update. Write it: \(ToolCommand.baselineLine("--write-baseline"))"
        case .unusable(let path, let problem): "the baseline \(path) can't be used: " + text(problem, path)
        }
    }

    private static func text(_ problem: Baseline.Problem, _ path: String) -> String {
        let file = path == Baseline.fileName ? nil : path
        let write = ToolCommand.baselineLine("--write-baseline", file: file)
        let restore = "git checkout HEAD -- \(path.asShellWord)"
        return switch problem {
        case .notAFile: "it isn't a regular file. Remove it, and write it again: \(write)"
        case .notJSON: "it isn't JSON. Restore it from git: \(restore). Or write it again: \(write)"
        case .conflict:
            "it contains a merge conflict. Restore the last commit's version: \(restore). Then remove the findings that are gone: "
                + ToolCommand.baselineLine("--update-baseline", file: file)
        case .otherFormat(let version):
            "its formatVersion is \(version), and this Permafrost reads 1. Use the version of Permafrost that wrote it, or write it "
                + "again: \(write)"
        case .malformed(let place):
            "\(place.visible) is missing or malformed. Restore it from git: \(restore). Or write it again: \(write)"
        }
    }

    /// Returns an entry in a single line, such as `PF0208 Post.slug is new and required (2 findings)`.
    static func line(_ entry: Baseline.Entry) -> String {
        let what = entry.what.isEmpty ? entry.identity.subject : entry.what
        let text = what.count > 200 ? what.prefix(200) + "…" : what[...]
        return "\(entry.identity.code) \(text)" + (entry.count > 1 ? " (\(Counted("finding", entry.count)))" : "")
    }
}
