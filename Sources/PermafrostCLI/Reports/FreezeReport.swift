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

    var contents: JSONObject {
        [
            "findings": (problems + findings).map(\.json), "scaffold": scaffold?.contentsWithoutFindings,
            "versions": outcomes.map(json),
        ]
    }

    func page(_ context: ReportContext) -> [String] { scaffold?.page(context) ?? [] }

    var nextSteps: [String] { (scaffold?.nextSteps ?? []) + hints }

    private func json(_ outcome: ProjectFreeze.Outcome) -> JSONObject {
        let (status, reason): (String, String?) =
            switch outcome.result {
            case .frozen: ("frozen", nil)
            case .alreadyFrozen: ("alreadyFrozen", nil)
            case .failed(let error): ("failed", ErrorMessage(error).whole)
            }
        let replaced = outcome.replaced.map { replaced -> JSONObject in
            [
                "changes": replaced.changes?.map { ChangeMessage($0).sentence },
                "recorded": !replaced.records.isEmpty, "tags": replaced.tags,
            ]
        }
        return [
            "fixture": outcome.fixture, "group": outcome.group, "hashAssumptions": outcome.assumptions.nonEmpty,
            "hashConfidence": outcome.hashConfidence, "reason": reason, "replaced": replaced,
            "schema": outcome.schema, "status": status, "uncommitted": uncommitted[outcome.schema],
            "variants": outcome.variants.nonEmpty, "version": outcome.version,
        ]
    }
}

extension FreezeReport {
    /// The report of `freeze --regroup`, with the fixtures that were moved to their groups' folders. In the text
    /// format, the command prints each fixture when it is moved.
    struct RegroupReport: Report {
        let command = "freeze"
        let exitCode = ExitCode.success
        let moves: [FixtureMove]

        var contents: JSONObject { ["moved": moves] }

        func page(_ context: ReportContext) -> [String] {
            moves.isEmpty ? ["Nothing to move: the tree has one group, or every fixture is in its group's folder."] : []
        }

        var nextSteps: [String] {
            guard let move = moves.first else { return [] }
            return [
                "Add the group in tests that use one of these versions: "
                    + "Fixture(\"\(move.version)\", group: \"\(move.group)\"), and group: \"\(move.group)\" in assertNoDrift"
            ]
        }
    }
}
