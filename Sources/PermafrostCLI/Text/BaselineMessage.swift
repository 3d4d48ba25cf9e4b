import PermafrostFixtures
import PermafrostProject
import PermafrostSource

/// The messages about a baseline that can't be used, and about the entries of a baseline.
enum BaselineMessage {
    static func text(_ error: BaselineError) -> String {
        switch error {
        case .noFile(let path, let near):
            "invalid --baseline \"\(path)\": it doesn't exist"
                + (NearNames.question(near).map { " (\($0))" } ?? "")
                + ". To write it, add --write-baseline"
        case .nothingToUpdate(let path, let project):
            "there is no baseline \(path) to update. Write the baseline first: "
                + ToolCommand.baselineLine("--write-baseline", place: folder(project).map { ["--project", $0] } ?? [])
        case .unusable(let path, let project, let problem):
            "the baseline \(path) can't be used: \(reason(problem)). \(fix(problem, path, in: project))"
        }
    }

    /// Returns the reason why a baseline can't be used. If the file is unusable, omits the advice, which doesn't apply
    /// to a baseline at another commit.
    static func reason(_ error: BaselineError) -> String {
        if case .unusable(_, _, let problem) = error { reason(problem) } else { text(error) }
    }

    private static func reason(_ problem: BaselineProblem) -> String {
        switch problem {
        case .notAFile: "the path isn't a regular file"
        case .notJSON: "it isn't JSON"
        case .conflict: "it contains a merge conflict"
        case .otherFormat(let version): "its formatVersion is \(version), but this version of Permafrost reads 1"
        case .malformed(let place): "\(place.visible) is missing or malformed"
        }
    }

    private static func fix(_ problem: BaselineProblem, _ path: String, in project: String) -> String {
        let folder = folder(project)
        let place = folder.map { ["--project", $0] } ?? []
        // The option's value is relative to the working folder.
        let given = folder.flatMap { path.hasPrefix("/") ? nil : $0 + "/" + path } ?? path
        let file = path == Baseline.fileName ? nil : given
        let write = ToolCommand.baselineLine("--write-baseline", file: file, place: place)
        let git = (["git"] + (folder.map { ["-C", $0.asShellWord] } ?? [])).joined(separator: " ")
        let restore = "\(git) checkout HEAD -- \(path.asShellWord)"
        return switch problem {
        case .notAFile: "Remove \(path), and write the baseline again: \(write)"
        case .notJSON, .malformed: "Restore the baseline from git: \(restore). Or write it again: \(write)"
        case .conflict:
            "Restore the last commit's version: \(restore). Then remove the resolved findings from the baseline: "
                + ToolCommand.baselineLine("--update-baseline", file: file, place: place)
        case .otherFormat:
            "Use the version of Permafrost that wrote the baseline, or write the baseline again: \(write)"
        }
    }

    /// Returns the path of a project's folder for commands that run in the working folder. Returns nil if the project's
    /// folder is the working folder.
    private static func folder(_ project: String) -> String? {
        let working = ".".absolutePath
        if project == working { return nil }
        return project.hasPrefix(working + "/") ? String(project.dropFirst(working.count + 1)) : project
    }

    /// Returns an entry in a single line, such as `PF0208 Post.slug is new and required (2 findings)`.
    static func line(_ entry: Baseline.Entry) -> String {
        let what = entry.what.isEmpty ? entry.identity.subject : entry.what
        let text = what.count > 200 ? what.prefix(200) + "…" : what[...]
        return "\(entry.identity.code) \(text)" + (entry.count > 1 ? " (\(Counted("finding", entry.count)))" : "")
    }
}
