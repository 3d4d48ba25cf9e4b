import PermafrostModel
import PermafrostProject
import PermafrostStore

/// The report of `init`. It lists the files and fixtures that the command added, and the remaining steps. After a dry
/// run, it lists the files and fixtures that the command would add.
struct InitReport: Report {
    let command = "init"
    let setup: ProjectSetup
    let isWritten: Bool
    /// The versions that couldn't be frozen, and the reasons.
    let failures: [FailedVersion]
    /// The findings about problems in the sources. If one of them is an error, some declarations couldn't be read.
    let problems: [Finding]

    var exitCode: ExitCode {
        failures.isEmpty && !problems.contains { $0.severity == .error } ? .success : .failed
    }

    var findings: [Finding] { problems }

    private var frozen: [UnfrozenVersions.Version] {
        setup.versions.filter { version in !failures.contains { $0.version == version.name } }
    }

    func page(_ context: ReportContext) -> [String] {
        var lines: [String] = []
        for version in frozen {
            let tag = version.tag.map { " from \($0)" } ?? ""
            lines.append((isWritten ? "froze    " : "freezes  ") + version.name + tag)
        }
        for version in setup.unshipped {
            lines.append("skipped  \(version.name), because no tag declares it. Freeze this version when it ships")
        }
        for file in setup.files {
            let verbs = isWritten ? ["wrote    ", "added to "] : ["writes   ", "adds to  "]
            lines.append(verbs[file.old == nil ? 0 : 1] + context.relative(file.path))
            guard !isWritten else { continue }
            if let old = file.old, !file.isExtended {
                lines += UnifiedDiff(path: file.path, old: String(decoding: old, as: UTF8.self), new: file.text).lines
            } else {
                lines += file.added.map { $0.isEmpty ? "  +" : "  + \($0)" }
            }
        }
        if lines.isEmpty { lines.append("The project is already set up.") }
        return lines + setup.steps.flatMap { SetupStepMessage($0).lines }
    }

    // MARK: JSON

    var contents: JSONObject {
        let files = setup.files.map { file -> JSONObject in
            ["added": file.added, "isNew": file.old == nil, "path": file.path]
        }
        return [
            "failures": failures, "files": files, "findings": problems.map(\.json),
            "frozen": frozen.map { version -> JSONObject in ["tag": version.tag, "version": version.name] },
            "isWritten": isWritten, "steps": setup.steps.map { SetupStepMessage($0).name },
            "unshipped": setup.unshipped.map(\.name),
        ]
    }
}
