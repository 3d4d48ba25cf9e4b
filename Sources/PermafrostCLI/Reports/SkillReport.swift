import PermafrostModel
import PermafrostProject

/// The report of `skill`. It lists the files of the agent skill.
struct SkillReport: Report {
    let command = "skill"
    let installation: SkillInstallation
    let isWritten: Bool
    /// A function that makes paths inside the working folder relative to that folder, for messages and JSON.
    let shown: (String) -> String

    let exitCode = ExitCode.success

    func page(_ context: ReportContext) -> [String] {
        let style = context.style
        return installation.files.map { file, result in
            let word =
                switch result {
                case .written: style.green(isWritten ? "wrote   " : "writes  ")
                case .replaced: style.green(isWritten ? "replaced" : "replaces")
                case .unchanged: style.faint("kept    ")
                }
            return "\(word) \(shown(installation.folder + "/" + file.name))"
                + (result == .unchanged ? " (unchanged)" : "")
        }
    }

    var contents: JSONObject {
        let files = installation.files.map { file, result -> JSONObject in
            ["path": shown(installation.folder + "/" + file.name), "result": result]
        }
        return ["files": files, "isWritten": isWritten]
    }
}
