/// PF0212: a change to the Swift type of an encoded value that prevents existing rows from being decoded.
struct EncodedShapeChanged: Rule {
    static let needs: Set<Fact> = [.edits, .steps]
    static let page = RulePage(
        code: "PF0212", name: "EncodedShapeChanged", severity: .error,
        summary:
            "The Swift type of an encoded value, such as an array, changed, and existing rows don't decode.",
        failure: """
            The version hash doesn't change, so the store opens without a migration, and the app crashes when it reads \
            a row that was encoded with the old type. A decoder that Swift synthesizes requires every field that isn't \
            optional, even if the property has a default. A new optional field and a removed field are harmless. If \
            init(from:) contains code that Permafrost can't follow, the finding is a warning.
            """,
        fix: """
            Make a new field optional, or decode it with decodeIfPresent in init(from:). For any other change, add a property of \
            the new type next to the old one, and convert the values in a custom stage. Or decode both types in init(from:).
            """,
        reads: [
            "the types of the encoded values, in both versions or in the fixture and the declaration",
            "their own decoders",
        ],
        source: .reports([
            "https://github.com/wdm0006/python-skills/pull/44",
            "https://github.com/AndrewBennet/PersistedPropertyWrapper/issues/6",
        ]),
        assumption: """
            If a decoder contains code that can't be followed, the finding is a warning that assumes that the \
            decoder rejects existing rows.
            """,
        examples: (
            reported: .change(from: "var tags: [Int] = []", to: "var tags: [String] = []"),
            accepted: .change(from: "var tags: [Int] = []", to: "var tags: [Int] = []\nvar names: [String] = []")
        ))

    func findings(in context: RuleContext) -> [Finding] {
        let transformers = context.groups.flatMap { group in
            group.steps.filter(\.runsNoCode).flatMap { step in
                step.changes(.changedTransformer).map { transformer(of: $0.change, in: step, of: group) }
            }
        }
        // In a Core Data model, the class is only for generated code. A transformer determines the stored bytes.
        let shapes = context.groups.filter { !$0.isModelFile }.flatMap { group in
            (group.steps.filter(\.runsNoCode) + group.edits).flatMap { step in
                let isEdit = step.from.schema == step.to.schema
                // The migration to another type of the property fails before a row is read.
                let retyped = isEdit ? [] : step.changes(.changedType, .widenedInteger).map(\.change.subject)
                return step.changes(.changedEncodedShape).filter { !retyped.contains($0.change.subject) }.map {
                    finding(about: $0.change, in: step, of: group)
                }
            }
        }
        return transformers + shapes
    }

    private func finding(about change: ModelChange, in step: UpgradeStep, of group: RuleGroup) -> Finding {
        let obstacles = step.obstacles(to: change)
        // A value whose types aren't recorded has no obstacles, but its type did change.
        let isCertain = obstacles.isEmpty || obstacles.contains(where: \.isCertain)
        let rows = "users whose store has a row of \(change.entity ?? "the model")"
        let isEdit = step.from.schema == step.to.schema
        return finding(
            .init(
                what:
                    "The encoded type of \(change.subject) changed from \(change.before ?? "a different type") in "
                    + "\(isEdit ? "the fixture" : step.from.title) to "
                    + "\(change.after ?? "a different type") in \(step.to.title)",
                affected: isCertain
                    ? "\(rows). The app crashes when it reads the row"
                    : "\(rows). The app may crash when it reads the row. Permafrost can't read from source whether the type's "
                        + "own decoder accepts the row",
                fix: Self.fix(obstacles, isEdit: isEdit)),
            severity: isCertain ? .error : .warning, in: group, about: step.to, at: step.place(of: change))
    }

    private func transformer(of change: ModelChange, in step: UpgradeStep, of group: RuleGroup) -> Finding {
        let (before, after) = (change.before ?? "none", change.after ?? "none")
        let message = Finding.Message(
            what:
                "The value transformer of \(change.subject) changed from \(before) in \(step.from.title) to \(after) in "
                + step.to.title,
            affected:
                "users whose store has a row of \(change.entity ?? "the model"). Values that the old transformer wrote "
                + "may no longer decode. Permafrost doesn't know what a transformer reads",
            fix:
                "Let the new transformer also read the old values, or add a property with the new transformer next to the "
                + "old one, and convert the values in a custom stage")
        return finding(
            message, severity: .warning, in: group, about: step.to, stage: step.name, at: step.place(of: change))
    }

    private static func fix(_ obstacles: [DecodingObstacle], isEdit: Bool) -> String {
        let added = obstacles.filter { $0.reason == .addedField }.compactMap(\.path.last)
        guard added.isEmpty || added.count < obstacles.count else {
            return
                "Make \(added.unique.listed) optional and let the compiler write the decoder, or use decodeIfPresent "
                + "in init(from:)"
        }
        return (isEdit ? "Revert the type. In a new version, add" : "Add")
            + " a property of the new type next to the old one, and convert the values in a custom stage"
    }
}
