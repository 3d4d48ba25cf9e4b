import PermafrostModel
import PermafrostSource

/// PF0222: Code deletes the store or ends the app when a container can't be created.
struct FailureHandler: SourceRule {
    static let page = RulePage(
        code: "PF0222", name: "FailureHandler", severity: .error,
        summary: "Where a container cannot be made, the code deletes the store, or ends the app.",
        failure: """
            A container is most often not made because a migration failed, on a store that still holds all of the user's data. \
            Code that then deletes the store loses it for good, also where the next release could have migrated it; code that \
            ends the app does so at every launch from then on, and the user can neither export anything nor reach anyone.
            """,
        fix: """
            Keep the store where it is. Show what happened and let the user export, report or try again; go on with a container \
            in memory if the app can. Where a new store has to be begun, move the old one aside, with its -wal and -shm.
            """)

    let input: LintInput

    func findings(in context: RuleContext) -> [Finding] {
        var reported: Set<SourceLocation> = []
        return input.containers.filter(\.opensUsersStore).flatMap { container in
            container.failures.filter { reported.insert($0.location).inserted }.map { failure in
                let group = input.group(of: container.plan) ?? input.planned(container.content)
                return failure.deletesStore
                    ? finding(
                        .init(
                            what: "Where the container cannot be made, \(failure.call) deletes the store",
                            affected: "Every user whose migration fails, for whatever reason: all data is lost",
                            fix: "Keep the store, or move it aside with its -wal and -shm"), in: group,
                        at: failure.location)
                    : finding(
                        .init(
                            what: "Where the container cannot be made, \(failure.call) ends the app",
                            affected: "Every user whose migration fails: the app ends at each launch",
                            fix: "Tell the user what happened, and go on without the store"), severity: .warning,
                        in: group, at: failure.location)
            }
        }
    }
}
