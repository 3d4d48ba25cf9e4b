/// PF0211: an enum that loses a raw value, or an enum of a frozen version that gains a column for a case or associated
/// value.
struct EnumChanged: Rule {
    static let needs: Set<Fact> = [.edits, .steps]
    static let page = RulePage(
        code: "PF0211", name: "EnumChanged", severity: .error,
        summary: "A stored enum loses a raw value, or an enum without raw values changes after its version was frozen.",
        failure: """
            The version hash doesn't include raw values, so the store opens after a raw value was removed. The app \
            crashes when it reads a row with that value. An enum without raw values has a column for each case. If \
            such an enum in a shipped version gains a case, the version's stores no longer match a version \
            (\(CoreDataFailure.unknownModelVersion.code)).
            """,
        fix: """
            Keep the raw value. To remove it, first change the rows that contain it, in a custom stage. If the enum \
            has no raw values, nest a copy of the enum in each version that shipped, and add the case in a new \
            version.
            """,
        reads: ["the enum in both versions, or in the fixture and the declaration", "the stage between them"],
        source: .stores("a version hash has no raw values, and an enum without them has a column for each case"),
        examples: (
            reported: .change(
                from: "var kind: Kind\nenum Kind: String, Codable { case memo, list }",
                to: "var kind: Kind\nenum Kind: String, Codable { case memo }"),
            accepted: .change(
                from: "var kind: Kind\nenum Kind: String, Codable { case memo }",
                to: "var kind: Kind\nenum Kind: String, Codable { case memo, list }")
        ))

    func findings(in context: RuleContext) -> [Finding] {
        let steps = context.groups.flatMap { group in
            group.steps.filter(\.runsNoCode).flatMap { lost(in: $0, of: group) }
        }
        return steps
            + EditedPart.edits(
                context.edits { edit in
                    edit.changes(.removedEnumerationCase).map(\.change).filter { !edit.obstacles(to: $0).isEmpty }
                }
            ).map(Self.lost)
            + EditedPart.edits(context.edits(Self.columns)).map(Self.gained)
    }

    private func lost(in step: UpgradeStep, of group: RuleGroup) -> [Finding] {
        step.changes(.removedEnumerationCase).compactMap { judged in
            let change = judged.change
            let obstacles = step.obstacles(to: change)
            guard !obstacles.isEmpty else { return nil }
            let isCertain = obstacles.contains(where: \.isCertain)
            var message = Self.message(
                change, name: change.subject, "in \(step.to.title) (since \(step.from.title))",
                fix: "Keep the case and its raw value, or rewrite the rows in a custom stage first")
            if !isCertain {
                message.affected =
                    "users whose store has a row with this case, unless the enum's own init(rawValue:) or decoder accepts the "
                    + "value. Permafrost can't read this from source"
            }
            return finding(
                message, severity: isCertain ? .error : .warning, in: group, about: step.to,
                at: step.place(of: change))
        }
    }

    private static func lost(_ edit: EditedPart) -> Finding {
        edit.finding(
            page,
            message(
                edit.change, name: edit.name, "in \(edit.titles) \(edit.since)\(edit.stored)",
                fix:
                    "Keep the case and its raw value. To remove the case, nest a copy of the original enum in "
                    + "\(edit.typeNames), and rewrite the rows in a custom stage to a new version"))
    }

    private static func message(
        _ change: ModelChange, name: String, _ versions: String, fix: String
    ) -> Finding.Message {
        let verb = change.after == nil ? "was removed" : "has a different raw value"
        return .init(
            what: "\(name) (\(change.before ?? "a case")) \(verb) \(versions)",
            affected: "users whose store has a row with this case. The app crashes when it reads the row",
            fix: fix)
    }

    /// Returns the added cases of enums without raw values, and the added associated values.
    private static func columns(addedIn edit: UpgradeStep) -> [ModelChange] {
        edit.inference.changes.map(\.change).filter { change in
            guard change.aspect == .added, !change.element.isEmpty, let entity = change.entity,
                let name = change.property,
                case .attribute(let attribute)? = edit.new.entity(named: entity)?.property(named: name)
            else { return false }
            return attribute.isEnumeration && attribute.enumerationCases != nil
        }
    }

    private static func gained(_ edit: EditedPart) -> Finding {
        edit.finding(
            page,
            .init(
                what:
                    "\(edit.name) was added to an enum without raw values in \(edit.titles) \(edit.since)\(edit.stored). The "
                    + "new \(edit.change.element.count == 1 ? "case" : "associated value") needs its own column",
                affected: edit.affected,
                fix: "Nest a copy of the original enum in \(edit.typeNames), and change the enum in a new version"))
    }
}
