import PermafrostModel

/// PF0211: an enum that loses a raw value, or gains a case that is a column.
struct EnumerationRule: Rule {
    static let page = RulePage(
        code: "PF0211", name: "EnumChanged", severity: .error,
        summary: "A raw value of a stored enum disappears, or an enum without raw values changes after the freeze.",
        failure: """
            Raw values are in no hash: the store opens, and the app crashes when it reads a row that holds the one that is gone. \
            An enum without raw values has a column for each case, so that a new case in a version that shipped makes stores of \
            it unknown (134504).
            """,
        fix: """
            Keep the case, or rewrite the rows that hold it in a custom stage before the version without it. For an enum without \
            raw values, nest a copy in each version that shipped and add the case in a new one.
            """)

    func findings(in context: RuleContext) -> [Finding] {
        context.groups.flatMap { group in
            let steps = group.steps.filter { !$0.isCustom }.flatMap { lost(in: $0, of: group, since: $0.from.title) }
            let edits = group.edits.flatMap { edit in
                lost(in: edit, of: group, since: "its freeze") + gained(in: edit, of: group)
            }
            return steps + edits
        }
    }

    private func lost(in step: UpgradeStep, of group: RuleGroup, since: String) -> [Finding] {
        step.changes(.removedEnumerationCase).map { judged in
            let change = judged.change
            let verb = change.after == nil ? "is gone" : "has another raw value"
            return finding(
                .init(
                    what:
                        "\(change.subject) (\(change.before ?? "a case")) \(verb) in \(step.to.title), since \(since)",
                    affected: "Users with a row that holds it: the app crashes when it reads the row",
                    fix: "Keep the case with its raw value, or rewrite the rows in a custom stage first"),
                in: group, about: step.to, at: step.place(of: change))
        }
    }

    private func gained(in edit: UpgradeStep, of group: RuleGroup) -> [Finding] {
        edit.inference.changes.filter { judged in
            guard judged.change.aspect == .added, !judged.change.element.isEmpty, let entity = judged.change.entity,
                let name = judged.change.property,
                case .attribute(let attribute)? = edit.new.entity(named: entity)?.property(named: name)
            else { return false }
            return attribute.isEnumeration && attribute.enumerationCases != nil
        }.map { judged in
            finding(
                .init(
                    what:
                        "\(judged.change.subject) is a new \(judged.change.element.count == 1 ? "case" : "associated value") "
                        + "of an enum without raw values, since \(edit.to.title) was frozen: a new column",
                    affected: "Every user whose store is at \(edit.to.name): it is of an unknown version",
                    fix: "Nest the enum as it was in \(edit.to.typeName), and change it in a new version"),
                in: group, about: edit.to, at: edit.place(of: judged.change))
        }
    }
}
