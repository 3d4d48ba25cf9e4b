import PermafrostModel
import PermafrostSource

/// PF0222: Code deletes the store, ends the app or silently continues in memory when a container can't be created, or a
/// migration hook ends the app.
struct FailureHandler: ProjectRule {
    static let needs: Set<Fact> = [.code, .stages]
    static let page = RulePage(
        code: "PF0222", name: "FailureHandler", severity: .error,
        summary:
            "If a container can't be made, the code deletes the store, ends the app or hides the failure. Or a hook ends "
            + "the app.",
        failure: """
            If a container can't be made, a migration has usually failed, and the store still has all of the user's \
            data. If the code deletes the store, the data is lost, even if the next release could have migrated it. If \
            the code ends the app, this happens at every launch, and the user can neither export data nor contact \
            support. If the code continues with a container in memory and doesn't show the failure, the app looks empty, and \
            what users enter is lost. The same is true for a Core Data store that can't be loaded. A hook that ends the app has the same effect, also in a widget or watch app whose code doesn't set \
            a variable that the hook needs.
            """,
        fix: """
            Keep the store. Explain what happened, and let the user export data, report the problem or try again. \
            Until then, the app can continue with a container in memory, if it shows that. If the app needs a new store, move the old \
            one aside with its -wal and -shm. In a hook, throw an error instead.
            """,
        reads: ["the container", "the store that it opens", "the code that handles its failure"],
        source: .reports([
            "https://github.com/l984-451/Rivulet/pull/177",
            "https://github.com/beeminder/BeeSwift/pull/479",
        ]),
        assumption: """
            Code that ends the app is a warning that assumes that the container fails because of the store. A container in \
            memory is a warning that assumes that no other code shows the failure.
            """,
        examples: (
            reported: .app(
                """
                let storeURL = URL.applicationSupportDirectory.appending(path: "default.store")
                func open() -> ModelContainer? {
                    do {
                        return try ModelContainer(for: AppV2.Note.self, migrationPlan: AppPlan.self)
                    } catch {
                        try? FileManager.default.removeItem(at: storeURL)
                        return nil
                    }
                }
                """),
            accepted: .app(
                """
                let storeURL = URL.applicationSupportDirectory.appending(path: "default.store")
                func open() -> ModelContainer? {
                    do {
                        return try ModelContainer(for: AppV2.Note.self, migrationPlan: AppPlan.self)
                    } catch {
                        print(error)
                        return nil
                    }
                }
                """)
        ))

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        var reported: Set<SourceLocation> = []
        let ofHooks = facts.groups.flatMap { group in
            group.stages.flatMap { stage in
                stage.hooks.flatMap { hook in
                    hook.endings.filter { reported.insert($0.location).inserted }.map {
                        finding(about: $0, hook, stage, group)
                    }
                }
            }
        }
        return ofHooks
            + facts.code.containers.filter(\.opensUsersStore).flatMap { container in
                container.failures.compactMap { failure in
                    guard let (message, severity) = Self.message(failure, "the container can't be made"),
                        reported.insert(failure.location).inserted
                    else {
                        return nil
                    }
                    return finding(
                        message, severity: severity,
                        in: facts.code.group(of: container.plan) ?? facts.code.planned(container.content),
                        at: failure.location)
                }
            }
            + facts.code.coreDataFailures.compactMap { failure in
                guard let (message, severity) = Self.message(failure, "the store can't be loaded"),
                    reported.insert(failure.location).inserted
                else { return nil }
                return finding(message, severity: severity, at: failure.location)
            }
    }

    private func finding(
        about ending: DeclaredHook.Ending, _ hook: DeclaredHook, _ stage: DeclaredStage, _ group: LintGroup
    ) -> Finding {
        let user = "\(hook.moment.rawValue) in the stage from \(stage.from) to \(stage.to)"
        let verb = ending.call.hasSuffix("!") ? "uses" : "calls"
        return finding(
            .init(
                what: (ending.function.map { "\($0), which \(user) calls," } ?? user) + " \(verb) \(ending.call)",
                affected:
                    "users with a \(group.declared.versionName(of: stage.from)) store whose migration runs this code. The "
                    + "app ends at every launch",
                fix: "Throw an error instead, and explain what happened where the container is made"),
            severity: .warning, in: group, at: ending.location)
    }

    /// Returns the message and severity of the finding about a call that handles a container's failure. If the severity
    /// is nil, the finding has the rule's severity. Returns nil if a different rule reports the call.
    ///
    /// - Parameter event: a clause about the failure.
    private static func message(
        _ failure: ContainerDeclaration.Failure, _ event: String
    ) -> (Finding.Message, severity: Finding.Severity?)? {
        switch failure.kind {
        case .deletesStore:
            (
                .init(
                    what: "\(failure.call) deletes the store if \(event)",
                    affected: "users whose migration fails. They lose all data",
                    fix: "Keep the store, or move the store aside with its -wal and -shm"), nil
            )
        case .mayDeleteStore(let file):
            (
                .init(
                    what:
                        "\(failure.call) is called for \(file) if \(event). It deletes the store if "
                        + "\(file) is the store's file",
                    affected: "users whose migration fails, if it is the store. They lose all data",
                    fix: "Keep the store, or move the store aside with its -wal and -shm"), .warning
            )
        case .endsApp:
            (
                .init(
                    what: "\(failure.call) ends the app if \(event)",
                    affected: "users whose migration fails. The app ends at every launch",
                    fix: "Explain what happened, and continue without the store"), .warning
            )
        case .continuesInMemory:
            (
                .init(
                    what:
                        "If the container can't be made, the code continues with a container in memory and doesn't "
                        + "show the failure",
                    affected:
                        "users whose migration fails. The app looks empty, and what they enter is lost when it ends. This "
                        + "assumes that no other code shows the failure",
                    fix: "Keep the error, and explain in the app what happened"), .warning
            )
        case .continuesWithoutStore:
            (
                .init(
                    what: "If \(event), the code continues without a store and only logs the failure",
                    affected:
                        "users whose store can't be loaded or migrated. The app looks empty, and nothing that they enter is "
                        + "saved. This assumes that no other code shows the failure",
                    fix: "Keep the error, and explain in the app what happened"), .warning
            )
        case .handlesOtherFile, .retriesWithoutPlan: nil
        }
    }
}
