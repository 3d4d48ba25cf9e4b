import PermafrostModel
import PermafrostProject
import PermafrostStore

/// The report of `freeze`, with the outcome for each version. In the text format, the command prints each outcome as
/// soon as it is available.
struct FreezeReport: Report {
    let command = "freeze"
    let outcomes: [ProjectFreeze.Outcome]
    /// The findings about problems in the sources. If one of them is an error, some declarations couldn't be read.
    let problems: [Finding]
    /// The errors that `check` and `lint` would report, and the findings about files that git wouldn't deliver
    /// unchanged. These findings don't affect the exit code.
    let findings: [Finding]
    /// The uncommitted files that each version is read from, keyed by the type that declares the version.
    let uncommitted: [String: [String]]
    /// Hints about next steps.
    let hints: [String]
    /// The report about the tests that were written. Nil if `--scaffold` wasn't given, or if no version could be
    /// frozen.
    let scaffold: ScaffoldReport?

    var exitCode: ExitCode {
        if scaffold?.exitCode == .failed { return .failed }
        return problems.contains { $0.severity == .error } || outcomes.contains(where: \.isFailure) ? .failed : .success
    }

    var members: [(String, CanonicalJSON?)] {
        [
            ("findings", .array((problems + findings).map { FindingJSON($0).json })),
            ("scaffold", scaffold.map { .object($0.members.filter { $0.0 != "findings" }) }),
            ("versions", .array(outcomes.map(json))),
        ]
    }

    func page(_ context: ReportContext) -> [String] { scaffold?.page(context) ?? [] }

    func notes(_ format: ReportFormat) -> [String] {
        format == .text ? (scaffold?.notes(format) ?? []) + hints : []
    }

    private static func json(_ replaced: ProjectFreeze.Replaced) -> CanonicalJSON {
        .object([
            ("changes", replaced.changes.map { .strings($0.map { ChangeMessage($0).sentence }) }),
            ("recorded", .boolean(!replaced.records.isEmpty)), ("tags", .strings(replaced.tags)),
        ])
    }

    private func json(_ outcome: ProjectFreeze.Outcome) -> CanonicalJSON {
        var status = "frozen"
        var reason: String?
        switch outcome.result {
        case .frozen: break
        case .alreadyFrozen: status = "alreadyFrozen"
        case .failed(let error):
            status = "failed"
            reason = ErrorMessage(error).whole
        }
        return .object([
            ("fixture", outcome.fixture.map { .string($0) }),
            ("group", .string(outcome.group)),
            ("hashAssumptions", outcome.assumptions.isEmpty ? nil : .strings(outcome.assumptions)),
            ("hashConfidence", .string(outcome.hashConfidence.rawValue)),
            ("reason", reason.map { .string($0) }),
            ("replaced", outcome.replaced.map(Self.json)),
            ("schema", .string(outcome.schema)),
            ("status", .string(status)),
            ("uncommitted", uncommitted[outcome.schema].map { .strings($0) }),
            ("variants", outcome.variants.isEmpty ? nil : .strings(outcome.variants)),
            ("version", .string(outcome.version)),
        ])
    }
}

extension FreezeReport {
    /// The report of `freeze --regroup`, with the fixtures that were moved to their groups' folders. In the text
    /// format, the command prints each fixture when it is moved.
    struct RegroupReport: Report {
        let command = "freeze"
        let exitCode = ExitCode.success
        let moves: [FixtureRegrouping.Move]

        var members: [(String, CanonicalJSON?)] {
            [
                (
                    "moved",
                    .array(
                        moves.map {
                            .object([
                                ("from", .string($0.from)), ("group", .string($0.group)), ("to", .string($0.to)),
                                ("version", .string($0.version)),
                            ])
                        })
                )
            ]
        }

        func page(_ context: ReportContext) -> [String] {
            moves.isEmpty ? ["Nothing to move: the tree has one group, or every fixture is in its group's folder."] : []
        }

        func notes(_ format: ReportFormat) -> [String] {
            guard format == .text, let move = moves.first else { return [] }
            return [
                "Add the group in tests that use one of these versions: "
                    + "Fixture(\"\(move.version)\", group: \"\(move.group)\"), and group: \"\(move.group)\" in assertNoDrift"
            ]
        }
    }
}
