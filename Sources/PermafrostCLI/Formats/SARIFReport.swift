import Foundation
import PermafrostFixtures
import PermafrostModel
import PermafrostProject
import PermafrostSource

/// Findings in SARIF 2.1.0 (OASIS), the format of code scanning services.
///
/// If the findings were compared with earlier ones, each result has a `baselineState`. An old finding is a suppressed note,
/// because some services ignore the state. So is a finding about a migration that the newest release contains.
struct SARIFReport {
    let bytes: [UInt8]

    init(_ report: FindingReport) {
        var excerpts = SourceExcerpts(directory: report.context.directory)
        var fingerprints = LineFingerprints()
        // Process the old findings first, so that they keep their fingerprints even if equal findings are new.
        let old = report.old.flatMap { old in
            old.findings.prefix(ReportLimit.findings).map { finding in
                Self.result(
                    finding, old.reason, report.isComparison ? .unchanged : nil, report.context, &excerpts,
                    &fingerprints)
            }
        }
        let state = report.isComparison ? State.new : nil
        let results =
            report.listed.map { Self.result($0, nil, state, report.context, &excerpts, &fingerprints) } + old
        let addresses = RuleAddress(
            of: report.context.directory, environment: ProcessInfo.processInfo.environment)
        bytes = Self.document(
            category: "permafrost/\(report.command)/", rules: report.rules.map { Self.rule($0, addresses) },
            results: results,
            invocation: Self.invocation(report.failure),
            omitted: report.omittedCount
        ).bytes(.lines)
    }

    /// The state of a finding in a comparison with earlier findings.
    private enum State: String {
        case new, unchanged
    }

    private static func invocation(_ failure: String?) -> CanonicalJSON {
        let notifications = failure.map { failure in
            CanonicalJSON.array([
                .object([("level", .string("error")), ("message", .object([("text", .string(failure))]))])
            ])
        }
        return .object([
            ("executionSuccessful", .boolean(failure == nil)), ("toolExecutionNotifications", notifications),
        ])
    }

    private static func document(
        category: String, rules: [CanonicalJSON], results: [CanonicalJSON], invocation: CanonicalJSON, omitted: Int?
    ) -> CanonicalJSON {
        let driver = CanonicalJSON.object([
            ("name", .string("permafrost")), ("semanticVersion", .string(PermafrostRelease.version)),
            ("rules", .array(rules)),
        ])
        let run = CanonicalJSON.object([
            // Code scanning keeps the results of each category apart.
            ("automationDetails", .object([("id", .string(category))])), ("columnKind", .string("utf16CodeUnits")),
            ("invocations", .array([invocation])),
            ("properties", omitted.map { .object([("omitted", .integer(Int64($0)))]) }),
            ("results", .array(results)), ("tool", .object([("driver", driver)])),
        ])
        return .object([
            ("$schema", .string("https://json.schemastore.org/sarif-2.1.0.json")), ("runs", .array([run])),
            ("version", .string("2.1.0")),
        ])
    }

    private static func rule(_ rule: RulePage, _ addresses: RuleAddress) -> CanonicalJSON {
        let help = CanonicalJSON.object([
            ("markdown", .string("\(rule.failure)\n\n**Fix:** \(rule.fix)")),
            ("text", .string("\(rule.failure)\n\nFix: \(rule.fix)")),
        ])
        return .object([
            ("help", help), ("helpUri", addresses.page(rule.code).map(CanonicalJSON.string)),
            ("id", .string(rule.code)), ("name", .string(rule.name)),
            ("shortDescription", .object([("text", .string(rule.summary))])),
        ])
    }

    private static func result(
        _ finding: Finding, _ old: OldFindings.Reason?, _ state: State?, _ context: ReportContext,
        _ excerpts: inout SourceExcerpts, _ fingerprints: inout LineFingerprints
    ) -> CanonicalJSON {
        var location = finding.location ?? SourceLocation(file: ".", line: 1, column: 1)
        let fingerprint = fingerprints.next(finding, line: excerpts.line(location) ?? "")
        location.column = excerpts.utf16Column(location)
        let level =
            switch old == nil ? finding.severity : .note {
            case .error: "error"
            case .warning: "warning"
            case .note: "note"
            }
        let file = context.relative(location.file)
        let uri = file.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? file
        let region = CanonicalJSON.object([
            ("startColumn", .integer(Int64(max(1, location.column)))),
            ("startLine", .integer(Int64(max(1, location.line)))),
        ])
        let place = CanonicalJSON.object([
            ("artifactLocation", .object([("uri", .string(uri)), ("uriBaseId", .string("%SRCROOT%"))])),
            ("region", region),
        ])
        let message = finding.sentences.joined(separator: " ")
        let suppressions = old.map { old in
            let reason = old == .baseline ? "The finding is old." : "The newest release contains this migration."
            return CanonicalJSON.array([
                .object([("justification", .string(reason)), ("kind", .string("external"))])
            ])
        }
        return .object([
            ("baselineState", state.map { .string($0.rawValue) }), ("level", .string(level)),
            ("locations", .array([.object([("physicalLocation", place)])])),
            ("message", .object([("text", .string(message))])),
            ("partialFingerprints", .object([("primaryLocationLineHash", .string(fingerprint))])),
            ("ruleId", .string(finding.code)),
            ("suppressions", suppressions),
        ])
    }
}

/// Fingerprints that identify findings across runs. A fingerprint depends on the rule, the file, the subject and the
/// line's contents, but not on the line number. Findings that agree in all of these get different numbers at the end of
/// their fingerprints.
private struct LineFingerprints {
    private var occurrences: [String: Int] = [:]

    mutating func next(_ finding: Finding, line: String) -> String {
        let facts = [
            finding.code, finding.location?.file ?? "", finding.group ?? "", finding.version ?? "",
            finding.change?.entity ?? "", finding.change?.property ?? "",
            line.filter { !$0.isWhitespace },
        ]
        let digest = Digest.sha256(Array(facts.joined(separator: "\0").utf8))
        let hash = digest.prefix(8).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let occurrence = occurrences[hash, default: 0] + 1
        occurrences[hash] = occurrence
        return "\(hash):\(occurrence)"
    }
}
