import PermafrostDeclarations
import PermafrostModel
import PermafrostProject

/// The report of a check, or the list of versions, as JSON.
struct CheckJSON {
    private let check: ProjectCheck
    private let code: ExitCode

    init(_ check: ProjectCheck, code: ExitCode) {
        self.check = check
        self.code = code
    }

    /// The check's report.
    var json: CanonicalJSON {
        .object([
            ("command", .string("check")), ("exitCode", .integer(Int64(code.rawValue))),
            ("findings", .array(check.findings.map { FindingJSON($0).json })), ("formatVersion", .integer(1)),
            ("versions", .array(check.versions.map(version))),
        ])
    }

    /// The versions alone.
    var list: CanonicalJSON {
        .object([
            ("command", .string("list")), ("exitCode", .integer(Int64(code.rawValue))),
            ("findings", .array(check.findings.filter(\.isOfSources).map { FindingJSON($0).json })),
            ("formatVersion", .integer(1)),
            ("versions", .array(check.versions.map(version))),
        ])
    }

    private func version(_ report: VersionReport) -> CanonicalJSON {
        .object([
            ("drift", report.drift.map { .string($0.rawValue) }),
            ("file", report.location.map { .string($0.file) }),
            ("fixture", report.fixture.map { .string($0) }),
            ("framework", report.framework.map { .string($0.rawValue) }),
            ("group", .string(report.group)),
            ("hashConfidence", report.hashConfidence.map { .string($0) }),
            ("line", report.location.map { .integer(Int64($0.line)) }),
            ("schema", report.schema.map { .string($0) }),
            ("stageToNext", report.stageToNext.map { .string($0.rawValue) }),
            ("status", .string(report.status.rawValue)),
            ("version", .string(report.version)),
            ("versionChecksum", report.versionChecksum.map { .string($0) }),
        ])
    }
}
