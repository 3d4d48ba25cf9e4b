import PermafrostFixtures
import PermafrostModel

/// The report of `report`, about the HTML page that the command wrote.
struct PageReport: Report {
    let command = "report"
    /// The path of the page's file, as the user specified it.
    let file: String
    let page: ReportPage
    /// The page's size in bytes.
    let size: Int
    /// Whether the page shows only an error, which was already printed to standard error.
    let hasFailed: Bool
    var exitCode: ExitCode { page.isIncomplete ? .failed : .success }

    private var versionCount: Int { page.chapters.reduce(0) { $0 + $1.versions.count } }

    var contents: JSONObject {
        [
            "bytes": size, "file": file, "findings": page.findings?.count,
            "problems": page.notices.filter { $0.tone == .error }.map(\.text),
            "versions": page.store == nil ? versionCount : nil,
        ]
    }

    func page(_ context: ReportContext) -> [String] {
        var parts = ["\(ByteCount(size))"]
        if page.store == nil { parts.append(Counted("version", versionCount).description) }
        if let findings = page.findings { parts.append(Counted("finding", findings.count).description) }
        let errors = hasFailed ? [] : page.notices.filter { $0.tone == .error }
        let problems = errors.map { "  \(context.style.red("error")): \($0.text)" }
        return ["\(context.style.green("wrote"))  \(file)  \(context.style.faint(parts.joined(separator: ", ")))"]
            + problems
    }
}

extension ReportPage {
    /// The tool's name and version, such as `permafrost 1.0.0`, which each page includes as its generator.
    static let maker = "permafrost \(PermafrostRelease.version)"

    /// Creates a page that only shows an error.
    init(failure error: any Error) {
        self.init(title: "Permafrost", generator: Self.maker)
        add(error)
    }

    /// Whether the page reports that something couldn't be read.
    var isIncomplete: Bool { notices.contains { $0.tone == .error } }

    /// Adds a notice about something that couldn't be read.
    mutating func add(_ error: any Error) {
        let wording = ErrorMessage(error)
        notices.append(Notice(.error, wording.text, output: wording.output))
    }
}
