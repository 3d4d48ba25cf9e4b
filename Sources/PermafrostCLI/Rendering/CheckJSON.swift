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
            ("findings", .array(check.findings.map(finding))), ("formatVersion", .integer(1)),
            ("versions", .array(check.versions.map(version))),
        ])
    }

    /// The versions alone.
    var list: CanonicalJSON {
        .object([
            ("command", .string("list")), ("exitCode", .integer(Int64(code.rawValue))), ("formatVersion", .integer(1)),
            ("versions", .array(check.versions.map(version))),
        ])
    }

    private func finding(_ finding: Finding) -> CanonicalJSON {
        let wording = FindingWording(finding)
        let change = finding.change
        var condition: String?
        if case .platformDrift(_, let name) = finding.problem { condition = name }
        return .object([
            ("affected", wording.affected.map { .string($0) }),
            ("after", change?.after.map { .string($0) }),
            ("aspect", change.map { .string($0.aspect.rawValue) }),
            ("before", change?.before.map { .string($0) }),
            ("code", .string(finding.code)),
            ("column", finding.location.map { .integer(Int64($0.column)) }),
            ("element", change.flatMap { $0.element.isEmpty ? nil : .strings($0.element) }),
            ("file", finding.location.map { .string($0.file) }),
            ("fix", wording.fix.map { .string($0) }),
            ("group", finding.group.map { .string($0) }),
            ("kind", change.map { .string($0.kind.rawValue) }),
            ("line", finding.location.map { .integer(Int64($0.line)) }),
            ("model", change?.entity.map { .string($0) }),
            ("platform", condition.map { .string($0) }),
            ("property", change?.property.map { .string($0) }),
            ("schema", finding.schema.map { .string($0) }),
            ("severity", .string(finding.severity.rawValue)),
            ("version", finding.version.map { .string($0) }),
            ("what", .string(wording.what)),
        ])
    }

    private func version(_ report: VersionReport) -> CanonicalJSON {
        .object([
            ("drift", report.drift.map { .string($0.rawValue) }),
            ("file", report.location.map { .string($0.file) }),
            ("fixture", report.fixture.map { .string($0) }),
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
