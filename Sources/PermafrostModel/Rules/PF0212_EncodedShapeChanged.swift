/// PF0212: an encoded value whose Swift type changes.
struct EncodedShapeChanged: Rule {
    static let page = RulePage(
        code: "PF0212", name: "EncodedShapeChanged", severity: .error,
        summary:
            "A value that is stored encoded (an array, a nested Codable) has another Swift type than the rows hold.",
        failure: """
            The encoded bytes and the version hash stay as they were: the store opens, no migration runs, and the app crashes when \
            it reads a row of the old shape.
            """,
        fix: """
            Put the new shape into a new property beside the old one, and convert the values in a custom stage; or decode both \
            shapes in init(from:).
            """)

    func findings(in context: RuleContext) -> [Finding] {
        context.groups.flatMap { group in
            (group.steps.filter(\.runsNoCode) + group.edits).flatMap { step in
                step.changes(.changedEncodedShape).map { judged in
                    finding(
                        .init(
                            what:
                                "\(judged.change.subject) is stored encoded, was \(judged.change.before ?? "another type") in "
                                + "\(step.from.schema == step.to.schema ? "its fixture" : step.from.title) and is "
                                + "\(judged.change.after ?? "another type")",
                            affected:
                                "Users with rows of \(judged.change.entity ?? "it"): the app crashes when it reads them",
                            fix: "Add a property of the new type beside it, and convert the values in a custom stage"),
                        in: group, about: step.to, at: step.place(of: judged.change))
                }
            }
        }
    }
}
