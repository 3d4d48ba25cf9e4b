/// PF0246: a stored enum that gains a case in a store that syncs. The effect isn't verified with CloudKit.
struct SyncedCaseAdded: Rule {
    static let needs: Set<Fact> = [.edits, .steps, .syncedStores]
    static let page = RulePage(
        code: "PF0246", name: "SyncedCaseAdded", severity: .warning,
        summary: "A stored enum with raw values gains a case in a store that syncs.",
        failure: """
            Every existing row still decodes, so no new version is needed. But a device with an older version of the app \
            receives rows with the new case, and the older enum doesn't accept the value: the app crashes when it reads the row. \
            With --cloudkit, Permafrost assumes that every store syncs, except with cloudKitDatabase: .none.
            """,
        fix: """
            First ship a version that stores the raw value and maps an unknown raw value to a default. Add the case in \
            a later release. If every device already maps unknown values, explain this in a comment: \
            // permafrost:ignore PF0246 because …
            """,
        reads: ["the enum in both versions", "the configurations of the store", "the entitlements"],
        source: .inference,
        assumption: "It assumes that a device with an older version of the app receives the new case.",
        examples: (
            reported: .change(
                from: "var kind: Kind = Kind.memo\nenum Kind: String, Codable { case memo }",
                to: "var kind: Kind = Kind.memo\nenum Kind: String, Codable { case memo, list }\nvar size: Int?",
                app: RuleExample.syncedStore(of: "AppV2")),
            accepted: .change(
                from: "var kind: Kind = Kind.memo\nenum Kind: String, Codable { case memo, list }",
                to: "var kind: Kind = Kind.memo\nenum Kind: String, Codable { case memo, list }\nvar size: Int?",
                app: RuleExample.syncedStore(of: "AppV2"))
        ))

    func findings(in context: RuleContext) -> [Finding] {
        guard !context.syncedStores.isEmpty else { return [] }
        let steps = context.groups.flatMap { group in
            group.steps.flatMap { step in
                step.changes(.addedEnumerationCase).compactMap { judged -> Finding? in
                    let change = judged.change
                    guard let store = Self.store(of: change, in: group, context) else { return nil }
                    return finding(
                        Self.message(
                            change.subject, change, in: store, "in \(step.to.title) (since \(step.from.title))",
                            older: step.from.name),
                        in: step, of: group, about: judged)
                }
            }
        }
        let reached = context.edits { $0.changes(.addedEnumerationCase).map(\.change) }
            .filter { Self.store(of: $0.change, in: $0.group, context) != nil }
        let edits = EditedPart.edits(reached).compactMap { edit -> Finding? in
            guard let store = Self.store(of: edit.change, in: edit.group, context) else { return nil }
            return edit.finding(
                Self.page,
                Self.message(
                    edit.name, edit.change, in: store, "in \(edit.titles) \(edit.since)\(edit.stored)", older: nil))
        }
        return steps + edits
    }

    private static func store(of change: ModelChange, in group: RuleGroup, _ context: RuleContext) -> SyncedStore? {
        change.entity.flatMap { context.syncedStore(of: $0, in: group) }
    }

    private static func message(
        _ name: String, _ change: ModelChange, in store: SyncedStore, _ versions: String, older: String?
    ) -> Finding.Message {
        .init(
            what: "\(name) (\(change.after ?? "a case")) is synced and was added \(versions)",
            affected:
                "users with a device that still runs \(older ?? "an older release"). The app on that device crashes "
                + "when it reads a row with the new case" + (store.reason.map { ". \($0)" } ?? ""),
            fix: "First ship a version that stores the raw value and maps an unknown raw value to a default")
    }
}
