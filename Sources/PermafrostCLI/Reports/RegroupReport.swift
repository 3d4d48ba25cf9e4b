import PermafrostModel
import PermafrostProject

/// The fixtures that were moved to their groups' folders. People see each as soon as it is moved.
struct RegroupReport: Report {
    let command = "freeze"
    let exitCode = ExitCode.fine
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
        moves.isEmpty ? ["Nothing to move: the tree has one group, or each fixture is in its group's folder."] : []
    }

    func notes(_ format: ReportFormat) -> [String] {
        guard format == .text, let move = moves.first else { return [] }
        return [
            "Tests that name one of these versions without a group need it now: "
                + "Fixture(\"\(move.version)\", group: \"\(move.group)\"), and group: \"\(move.group)\" in assertNoDrift"
        ]
    }
}
