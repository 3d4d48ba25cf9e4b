/// PF0221: a synced field that is removed, renamed or retyped. The effect is assumed, not verified.
struct CloudKitChange: StepRule {
    static let page = RulePage(
        code: "PF0221", name: "CloudKitChange", severity: .error,
        summary: "With --cloudkit: a version removes, renames or changes the type of something that is synced.",
        failure: """
            When a schema is in production, CloudKit only allows adding record types and fields. A renamed field starts \
            empty, and devices with an older version keep writing the old field.
            """,
        fix: """
            Keep the old property unchanged and unused, and add a new one. For a schema that isn't in production yet: \
            // permafrost:ignore PF0221 because …
            """)

    func findings(in context: RuleContext) -> [Finding] {
        guard context.checksCloudKit else { return [] }
        return context.groups.flatMap { group in group.steps.flatMap { findings(in: $0, of: group) } }
    }

    func findings(in step: UpgradeStep, of group: RuleGroup) -> [Finding] {
        step.changes(.removedModel, .removedProperty, .renamed, .changedType, .widenedInteger).map { judged in
            let change = judged.change
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
                        "users with a device that still runs \(step.from.name). Their other devices no longer receive its changes",
                    fix: "Keep it unchanged, and add a new property"),
                in: group, about: step.to, at: place)
        }
    }
}
