import PermafrostModel
import PermafrostSource

/// PF0224: Code copies a store's file without its write-ahead log.
struct CopyWithoutLog: SourceRule {
    static let page = RulePage(
        code: "PF0224", name: "CopyWithoutLog", severity: .warning,
        summary: "Code copies or moves a store's file, and not the -wal beside it.",
        failure: """
            What was saved last is in the write-ahead log, App.store-wal, until SQLite moves it into the file: minutes, or days. A \
            copy of the file alone is an older state of the store, or with a log of another time beside it a damaged one.
            """,
        fix: """
            Copy the file with its -wal and -shm while no container has it open, or let SQLite do it: a checkpoint before \
            (PRAGMA wal_checkpoint(TRUNCATE)), VACUUM INTO, or the backup API.
            """)

    let input: LintInput

    func findings(in context: RuleContext) -> [Finding] {
        input.storeCopies.map { copy in
            finding(
                .init(
                    what: "\(copy.call) takes the store's file without its -wal",
                    affected: "Users who need the copy: what they saved last may not be in it",
                    fix: "Copy the files with -wal and -shm at the end of their names too"), at: copy.location)
        }
    }
}
