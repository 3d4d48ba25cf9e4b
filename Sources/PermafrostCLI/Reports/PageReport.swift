import PermafrostModel
import PermafrostStore

/// That a page was written.
struct PageReport: Report {
    let command = "report"
    /// The page's file, as it was named.
    let file: String
    let page: ReportPage
    /// How many bytes it has.
    let size: Int
    /// Whether an error left nothing for the page to show, which standard error says by then.
    let hasFailed: Bool
    var exitCode: ExitCode { page.isIncomplete ? .failed : .fine }

    private var versionCount: Int { page.chapters.reduce(0) { $0 + $1.versions.count } }

    var members: [(String, CanonicalJSON?)] {
        [
            ("bytes", .integer(Int64(size))), ("file", .string(file)),
            ("findings", page.findings.map { .integer(Int64($0.count)) }),
            ("problems", .strings(page.notices.filter { $0.tone == .error }.map(\.text))),
            ("versions", page.store == nil ? .integer(Int64(versionCount)) : nil),
        ]
    }

    func page(_ context: ReportContext) -> [String] {
        var parts = ["\(Counted.ByteCount(size))"]
        if page.store == nil { parts.append(Counted("version", versionCount).description) }
        if let findings = page.findings { parts.append(Counted("finding", findings.count).description) }
        let errors = hasFailed ? [] : page.notices.filter { $0.tone == .error }
        let problems = errors.map { "  \(context.style.red("error")): \($0.text)" }
        return ["\(context.style.green("wrote"))  \(file)  \(context.style.faint(parts.joined(separator: ", ")))"]
            + problems
    }
}

extension ReportPage {
    /// What makes pages.
    static let maker = "permafrost \(PermafrostRelease.version)"

    /// A page that says why there is nothing on it.
    init(failure error: any Error) {
        self.init(title: "Permafrost", generator: Self.maker)
        add(error)
    }

    /// Whether it says that something could not be read.
    var isIncomplete: Bool { notices.contains { $0.tone == .error } }

    /// Says what could not be read.
    mutating func add(_ error: any Error) {
        let wording = ErrorWording(error)
        notices.append(Notice(.error, wording.text, output: wording.output))
    }
}
