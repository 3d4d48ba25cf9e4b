import PermafrostModel
import PermafrostProject

/// The report of `ship`, with the release that was recorded.
struct ShipReport: Report {
    let command = "ship"
    let recording: ReleaseRecording
    /// The path of the records' file, for messages.
    let shown: String

    let exitCode = ExitCode.success

    func page(_ context: ReportContext) -> [String] {
        let record = recording.record
        let style = context.style
        return recording.isNew
            ? ["\(style.green("recorded")) \(record.folder)  shipped in \(record.release) → \(shown)"]
            : ["\(style.faint("kept    ")) \(record.folder)  shipped in \(record.release), as \(shown) already records"]
    }

    var contents: JSONObject {
        let record = recording.record
        return [
            "file": shown, "fixture": record.folder, "group": recording.group, "identity": record.identity.hex,
            "isNew": recording.isNew, "release": record.release, "version": record.version,
        ]
    }
}
