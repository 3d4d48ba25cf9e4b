import PermafrostModel
import PermafrostSource

/// PF0241: Code that handles a container's failure moves, copies or deletes a file that the container doesn't open.
///
/// The rule assumes that a configuration's name determines the name of the store's file, as in public apps. Apple
/// doesn't document this.
struct OtherFileHandled: ProjectRule {
    static let needs: Set<Fact> = [.code]
    static let page = RulePage(
        code: "PF0241", name: "OtherFileHandled", severity: .warning,
        summary:
            "If a container can't be made, the code moves, copies or deletes a file that isn't the container's store.",
        failure: """
            A configuration's name determines the file: ModelConfiguration("Trips") opens Trips.store, and a configuration \
            without a name or URL opens default.store. If the code moves or deletes a different file, the next attempt opens \
            the same store again and fails in the same way.
            """,
        fix: "Move the file at configuration.url aside, with its -wal and -shm.",
        reads: ["the configuration of the store", "the code that handles the container's failure"],
        source: .inference,
        assumption: "It assumes that a configuration's name is the name of the store's file.",
        examples: (
            reported: .app(
                """
                func open() throws -> ModelContainer {
                    do {
                        return try ModelContainer(for: Draft.self, configurations: ModelConfiguration("Drafts"))
                    } catch {
                        let url = URL.applicationSupportDirectory.appending(path: "Drafts.sqlite")
                        try FileManager.default.moveItem(at: url, to: url.appendingPathExtension("old"))
                        throw error
                    }
                }
                @Model final class Draft { var text: String? }
                """),
            accepted: .app(
                """
                func open() throws -> ModelContainer {
                    do {
                        return try ModelContainer(for: Draft.self, configurations: ModelConfiguration("Drafts"))
                    } catch {
                        let url = URL.applicationSupportDirectory.appending(path: "Drafts.store")
                        try FileManager.default.moveItem(at: url, to: url.appendingPathExtension("old"))
                        throw error
                    }
                }
                @Model final class Draft { var text: String? }
                """)
        ))

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        var reported: Set<SourceLocation> = []
        return facts.code.containers.filter(\.opensUsersStore).flatMap { container in
            container.failures.compactMap { failure in
                guard case .handlesOtherFile(let file, let stores) = failure.kind,
                    reported.insert(failure.location).inserted
                else { return nil }
                return finding(
                    .init(
                        what: "\(failure.call) is called for \(file), but the container's store is "
                            + stores.joined(separator: " and "),
                        affected:
                            "users whose store can't be opened. The store stays in place, and the next attempt fails "
                            + "too",
                        fix: "Move configuration.url aside with its -wal and -shm"),
                    in: facts.code.group(of: container.plan) ?? facts.code.planned(container.content),
                    at: failure.location)
            }
        }
    }
}
