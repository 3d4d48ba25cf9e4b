/// PF0221: a synced field that is removed, renamed or retyped. [A]
struct CloudKitChange: StepRule {
    static let page = RulePage(
        code: "PF0221", name: "CloudKitChange", severity: .error,
        summary: "With --cloudkit: a version removes, renames or retypes something that is synced.",
        failure: """
            After a schema is in production, CloudKit's record types and fields can only be added. What is renamed arrives as \
            something new and empty, and devices with an older version keep writing the old field.
            """,
        fix: """
            Leave the old property as it is, unused, and add a new one beside it. For a schema that is not in production yet: \
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
                default: "has another type"
                }
            let place =
                judged.rule == .renamed && change.property != nil
                ? step.to.place(entity: change.entity, property: change.after) : step.place(of: change)
            return finding(
                .init(
                    what: "\(change.subject) is synced and \(verb) in \(step.to.title)",
                    affected:
                        "Users with a device at \(step.from.name): what they sync is lost to the other devices",
                    fix: "Leave it as it is, and add a new property beside it"),
                in: group, about: step.to, at: place)
        }
    }
}
