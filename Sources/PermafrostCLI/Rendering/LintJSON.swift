import PermafrostModel
import PermafrostProject

/// The report of a lint as JSON.
struct LintJSON {
    let json: CanonicalJSON

    init(_ lint: ProjectLint, code: ExitCode) {
        json = .object([
            ("command", .string("lint")), ("exitCode", .integer(Int64(code.rawValue))),
            ("findings", .array(lint.findings.map { FindingJSON($0).json })), ("formatVersion", .integer(1)),
            ("suppressedCount", .integer(Int64(lint.suppressedCount))),
        ])
    }
}

/// The documentation of a rule as JSON.
struct LintPageJSON {
    let json: CanonicalJSON

    init(_ page: LintPage) {
        json = .object([
            ("code", .string(page.code)), ("failure", .string(page.failure)), ("fix", .string(page.fix)),
            ("formatVersion", .integer(1)), ("name", .string(page.name)), ("severity", .string(page.severity.rawValue)),
            ("summary", .string(page.summary)),
        ])
    }
}
