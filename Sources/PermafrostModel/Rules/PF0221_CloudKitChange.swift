/// PF0221: a synced model or property that is removed or renamed, or a synced property whose type changes. The effect
/// isn't verified with CloudKit.
struct CloudKitChange: Rule {
    static let needs: Set<Fact> = [.steps, .syncedStores]
    static let page = RulePage(
        code: "PF0221", name: "CloudKitChange", severity: .error,
        summary: "A version removes or renames a synced model or property, or changes the type of a synced property.",
        failure: """
            When a schema is in production, CloudKit only allows adding record types and fields. A renamed field starts \
            empty, and devices with an older version keep writing the old field. A Core Data store that syncs doesn't \
            open if an entity was renamed. With --cloudkit, Permafrost assumes that every \
            store syncs, except with cloudKitDatabase: .none. A removal is only a warning, because the old field stays in CloudKit.
            """,
        fix: """
            Keep the old property unchanged and unused, and add a new one. If the schema isn't in production yet, \
            explain this in a comment: // permafrost:ignore PF0221 because …
            """,
        reads: ["the models of both versions", "the configurations of the store", "the entitlements"],
        source: .cloudKitSchema,
        assumption: """
            A removal is a warning, because the field stays in CloudKit. A store that syncs only in debug builds is \
            a warning, too.
            """,
        examples: (
            reported: .change(
                from: "var title: String?", to: "@Attribute(originalName: \"title\") var heading: String?",
                app: RuleExample.syncedStore(of: "AppV2")),
            accepted: .change(
                from: "var title: String?", to: "var title: String?\nvar heading: String?",
                app: RuleExample.syncedStore(of: "AppV2"))
        ))

    func findings(in context: RuleContext) -> [Finding] {
        guard !context.syncedStores.isEmpty else { return [] }
        return context.groups.flatMap { group in
            group.steps.flatMap { step in
                findings(in: step, of: group) { context.syncedStore(of: $0, in: group) }
            }
        }
    }

    private func findings(
        in step: UpgradeStep, of group: RuleGroup, syncedStore: (String) -> SyncedStore?
    ) -> [Finding] {
        step.changes(.removedModel, .removedProperty, .renamed, .changedType, .widenedInteger).compactMap { judged in
            let change = judged.change
            guard let store = change.entity.flatMap(syncedStore) else { return nil }
            if group.isModelFile, judged.rule == .renamed, change.property == nil {
                return refusal(of: change, in: step, of: group, store)
            }
            let isRemoval = judged.rule == .removedModel || judged.rule == .removedProperty
            let verb =
                switch judged.rule {
                case .renamed: "was renamed to \(change.after ?? "something else")"
                case .removedModel, .removedProperty: "was removed"
                default: "changed its type"
                }
            let place =
                judged.rule == .renamed && change.property != nil
                ? step.to.place(entity: change.entity, property: change.after) : step.place(of: change)
            return finding(
                .init(
                    what: "\(change.subject) is synced, but \(verb) in \(step.to.title)",
                    affected:
                        "users with a device that still uses \(step.from.name). Changes on that device no longer reach their other "
                        + "devices"
                        + (store.reason.map { ". \($0)" } ?? ""),
                    fix: Self.fix(change, isRemoval: isRemoval)),
                severity: isRemoval || store.isForDevelopment ? .warning : nil, in: group, about: step.to, at: place)
        }
    }

    /// Returns the finding about a renamed entity in a store that an `NSPersistentCloudKitContainer` opens.
    private func refusal(
        of change: ModelChange, in step: UpgradeStep, of group: RuleGroup, _ store: SyncedStore
    ) -> Finding {
        let new = change.after ?? "something else"
        return finding(
            .init(
                what: "\(change.subject) is synced, but was renamed to \(new) in \(step.to.title)",
                affected: "users with a \(step.from.name) store. Core Data refuses to migrate a store that syncs with "
                    + "CloudKit if an entity is renamed, so the migration fails "
                    + "(\(CoreDataFailure.migrationFailed.code), \"CloudKit integration forbids renaming\")"
                    + (store.reason.map { ". \($0)" } ?? ""),
                fix: "Keep the entity's name \(change.subject). The class of its objects can have another name"),
            severity: store.isForDevelopment ? .warning : nil, in: group, about: step.to,
            at: step.to.place(entity: change.after, property: nil))
    }

    private static func fix(_ change: ModelChange, isRemoval: Bool) -> String {
        if isRemoval { return "Keep the declaration unchanged, and don't use it" }
        return change.property == nil
            ? "Keep the model unchanged, and add a new model" : "Keep the property unchanged, and add a new property"
    }
}
