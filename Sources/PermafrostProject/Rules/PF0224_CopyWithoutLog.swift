import PermafrostModel
import PermafrostSource

/// PF0224: Code copies or moves a store's file without its write-ahead log.
struct CopyWithoutLog: ProjectRule {
    static let needs: Set<Fact> = [.code]
    static let page = RulePage(
        code: "PF0224", name: "CopyWithoutLog", severity: .warning,
        summary: "Code copies or moves a store's file without its -wal.",
        failure: """
            The newest data is in the write-ahead log, App.store-wal, until SQLite moves it into the store's file, which can \
            take days. A copy of only the file lacks this data, and is damaged if it is opened with a log from a different \
            time.
            """,
        fix: """
            Copy the file with its -wal and -shm while no container has the store open. Or let SQLite make the copy, \
            with VACUUM INTO or its backup API. Or run a checkpoint before you copy the file: PRAGMA \
            wal_checkpoint(TRUNCATE).
            """,
        reads: ["the calls that copy or move files", "the location of the store"],
        source: .documentation("https://www.sqlite.org/wal.html"),
        assumption: "It assumes that the write-ahead log contains rows.",
        examples: (
            reported: .app(
                """
                func backUp(_ configuration: ModelConfiguration, to target: URL) throws {
                    try FileManager.default.copyItem(at: configuration.url, to: target)
                }
                """),
            accepted: .app(
                """
                func backUp(_ configuration: ModelConfiguration, to target: URL) throws {
                    for suffix in ["", "-wal", "-shm"] {
                        try FileManager.default.copyItem(
                            atPath: configuration.url.path + suffix, toPath: target.path + suffix)
                    }
                }
                """)
        ))

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        facts.code.storeCopies.map { copy in
            finding(
                .init(
                    what: "\(Self.clause(copy.call)) the store's file without its -wal",
                    affected: "users who need the copy. The copy may lack their newest data",
                    fix: "Also copy the files whose names end in -wal and -shm"), at: copy.location)
        }
    }

    /// Returns the start of a sentence about a call, such as `copyItem copies`.
    private static func clause(_ call: String) -> String {
        switch call {
        case "copyItem": "copyItem copies"
        case "moveItem": "moveItem moves"
        default: "\(call)(contentsOf:) reads"
        }
    }
}
