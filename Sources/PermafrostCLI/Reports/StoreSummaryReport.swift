import PermafrostModel
import PermafrostStore

/// The report of a command that compares a store with a project's versions, but wasn't run in a project. It has what the
/// store itself shows.
struct StoreSummaryReport: Report {
    let command: String
    let exitCode = ExitCode.failed
    let inspection: StoreInspection
    let store: String
    let failure: String?

    private var words: InspectReport { InspectReport(inspection: inspection, store: store, rows: nil) }

    var contents: JSONObject {
        [
            "defects": inspection.defects.map(\.json), "error": failure,
            "problems": inspection.problems.map { StoreProblemMessage($0).text }, "store": store,
            "versionHashes": inspection.metadata.versionHashes.mapValues { Digest.hex($0) },
            "versionIdentifiers": inspection.metadata.versionIdentifiers,
        ]
    }

    func page(_ context: ReportContext) -> [String] {
        ["\(context.style.bold(store.visible))  \(words.sizeText)", ""]
            + Table(rows: words.summary.map { [$0.0, $0.1] }).lines()
            + inspection.problems.map { StoreProblemMessage.line($0, context.style) }
    }
}
