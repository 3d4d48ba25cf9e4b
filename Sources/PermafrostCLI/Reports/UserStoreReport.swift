import PermafrostFixtures
import PermafrostModel
import PermafrostProject

/// The report of `freeze --from-store`, with the store that was added to a version's fixture.
struct UserStoreReport: Report {
    let command = "freeze"
    let exitCode = ExitCode.success
    let outcome: UserStoreFreeze.Outcome
    /// The path of the written store, as shown in messages.
    let shownPath: String

    var contents: JSONObject {
        let summary = outcome.summary
        let store: JSONObject = [
            "emptied": summary.emptied.nonEmpty, "group": outcome.group, "largeValues": summary.files,
            "missingLargeValues": summary.missingFiles == 0 ? nil : summary.missingFiles, "name": outcome.name,
            "omittedRows": summary.omittedRows, "path": shownPath, "removedTables": summary.removedTables.nonEmpty,
            "rows": summary.rows, "version": outcome.version,
        ]
        return ["store": store]
    }

    func page(_ context: ReportContext) -> [String] {
        let summary = outcome.summary
        var lines = [
            "\(context.style.green("froze"))    \(outcome.name)  \(Counted("row", summary.rows)) of \(outcome.version) → "
                + shownPath
        ]
        if let omitted = summary.omittedRows { lines.append("left out \(Counted("row", omitted)) of the store") }
        for emptied in summary.emptied {
            lines.append(
                "emptied  \(emptied.column.visible)  \(Counted("value", emptied.count)) with \(emptied.reason)")
        }
        if !summary.removedTables.isEmpty {
            lines.append("removed  \(Counted("table", summary.removedTables.count)) that no model has")
        }
        return lines
    }

    var nextSteps: [String] {
        var notes: [String] = []
        if outcome.lacksLog {
            notes.append(
                "The store uses a -wal file, but this file isn't next to it. If the app was running when the store "
                    + "was copied, the newest rows are missing. Quit the app, copy all files of the store, and run "
                    + "the command again")
        }
        if outcome.summary.missingFiles > 0 {
            notes.append(
                "The files of \(Counted("large value", outcome.summary.missingFiles)) aren't next to the store. To add "
                    + "them, also copy the store's hidden folder, such as .default_SUPPORT, and run the command again "
                    + "with --force")
        }
        if outcome.lacksTypes {
            notes.append(
                "The fixture doesn't record the Swift types of values, so raw values were replaced, too. To keep "
                    + "them, pass --keep with each property whose type is an enum")
        }
        notes.append(
            "Look at the rows before you commit them: "
                + "\(ToolCommand.line("inspect")) \(shownPath.asShellWord) --rows MODEL")
        notes.append("Test with Fixture(\"\(outcome.version)\", store: \"\(outcome.name)\")")
        return notes
    }
}
