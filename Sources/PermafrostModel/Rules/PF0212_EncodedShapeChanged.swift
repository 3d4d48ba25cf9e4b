/// PF0212: an encoded value whose Swift type changes.
struct EncodedShapeChanged: Rule {
    static let page = RulePage(
        code: "PF0212", name: "EncodedShapeChanged", severity: .error,
        summary:
            "The Swift type of an encoded value (an array, a nested Codable) changed.",
        failure: """
            The encoded bytes and the version hash don't change: the store opens, no migration runs, and the app crashes when it \
            reads a row with the old type.
            """,
        fix: """
            Add a property of the new type next to the old one, and convert the values in a custom stage. Or decode both types \
            in init(from:).
            """)

    func findings(in context: RuleContext) -> [Finding] {
        context.groups.flatMap { group in
            (group.steps.filter(\.runsNoCode) + group.edits).flatMap { step in
                step.changes(.changedEncodedShape).map { judged in
                    finding(
                        .init(
                            what:
                                "The encoded type of \(judged.change.subject) changed from "
                                + "\(judged.change.before ?? "a different type") in "
                                + "\(step.from.schema == step.to.schema ? "the fixture" : step.from.title) to "
                                + "\(judged.change.after ?? "a different type")",
                            affected:
                                "users whose store has a row of \(judged.change.entity ?? "the model"). The app crashes when it reads the row",
                            fix: "Add a property of the new type next to it, and convert the values in a custom stage"),
                        in: group, about: step.to, at: step.place(of: judged.change))
                }
            }
        }
    }
}
