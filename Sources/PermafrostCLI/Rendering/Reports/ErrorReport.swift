import PermafrostModel

/// An error that ended a command, in the format that was asked for: whatever reads the report gets one in every case.
struct ErrorReport {
    private let words: String
    private let command: String

    init(_ error: any Error, command: String) {
        words = ErrorWording(error).text
        self.command = command
    }

    /// The report; nil for formats whose readers take the error from standard error.
    func text(_ format: ReportFormat) -> String? {
        switch format {
        case .text, .xcode: nil
        case .json: String(decoding: json.bytes(.lines), as: UTF8.self)
        case .github: GitHubReport(failure: words).text
        case .sarif: SARIFReport(failure: words).text
        case .junit: JUnitReport(failure: words, command: command).text
        }
    }

    private var json: CanonicalJSON {
        .object([
            ("command", .string(command)), ("error", .string(words)),
            ("exitCode", .integer(Int64(ExitCode.failed.rawValue))), ("formatVersion", .integer(1)),
        ])
    }
}
