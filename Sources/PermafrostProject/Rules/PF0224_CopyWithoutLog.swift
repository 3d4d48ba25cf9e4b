import PermafrostModel
import PermafrostSource

/// PF0224: Code copies or moves a store's file without its write-ahead log, or without its folder of external values.
///
/// If a container opens a store with external values, the code may handle the file of that store.
struct CopyWithoutLog: ProjectRule {
    static let needs: Set<Fact> = [.code]
    static let page = RulePage(
        code: "PF0224", name: "CopyWithoutLog", severity: .warning,
        summary: "Code copies or moves a store's file without its -wal, or without its folder of external values.",
        failure: """
            The newest data is in the write-ahead log, App.store-wal, until SQLite moves it into the store's file, which can \
            take days. A copy of only the file lacks this data, and is damaged if it is opened with a log from a different \
            time. Large values of properties with .externalStorage are in a hidden folder next to the file: \
            .App_SUPPORT for App.store. Without this folder, the values are lost.
            """,
        fix: """
            Copy the file with its -wal, its -shm and its _SUPPORT folder while no container has the store open. Or let SQLite make the copy, \
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
        let external = facts.code.externalValues
        return facts.code.storeCopies.compactMap { copy in
            switch copy.omission {
            case .log:
                finding(
                    .init(
                        what: "\(Self.clause(copy.call)) the store's file without its -wal",
                        affected: "users who need the copy. The copy may lack their newest data",
                        fix: "Also copy the files whose names end in -wal and -shm"), at: copy.location)
            case .externalValues where !external.isEmpty:
                finding(
                    .init(
                        what:
                            "\(Self.clause(copy.call)) the store's files, but not the _SUPPORT folder with values of "
                            + external.listed,
                        affected:
                            "users with large values of \(external.listed), if the file is a store with this "
                            + "\(external.count == 1 ? "property" : "properties"). "
                            + (copy.call == "moveItem" ? "The values are lost" : "The copy lacks the values"),
                        fix:
                            "Also \(copy.call == "moveItem" ? "move" : "copy") the folder next to the store: .App_SUPPORT for "
                            + "App.store"), at: copy.location)
            case .externalValues: nil
            }
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

extension AppCode {
    /// The properties of users' stores whose large values are outside of the store's file, such as `Trip.photo`.
    fileprivate var externalValues: [String] {
        let opened = Set(
            containers.filter(\.opensUsersStore).flatMap { entities(of: $0.content).map { Array($0.keys) } ?? [] })
        let all = groups.flatMap { group in
            (group.newest?.model?.entities ?? []).flatMap { entity in
                entity.attributes.filter(\.isExternalStorage).map { (entity.name, "\(entity.name).\($0.name)") }
            }
        }
        return Set(all.filter { opened.contains($0.0) }.map(\.1)).sorted()
    }
}
