/// PF0210: a stored `Codable` struct that gets a required field without a default, or any new field if a frozen version
/// already contains the struct.
struct StructGainsField: Rule {
    static let needs: Set<Fact> = [.edits, .steps]
    static let page = RulePage(
        code: "PF0210", name: "StructGainsField", severity: .error, gates: [.freeze, .lint, .plan],
        summary: """
            A field was added to a Codable struct that is stored in a property, but existing rows have no value for the \
            field.
            """,
        failure: """
            A Codable struct is stored field by field, so a new field is a new attribute of every model that uses the \
            struct. If the field is required and has no default, the migration fails with error \
            \(CoreDataFailure.migrationFailed.code). If shipped versions use the same struct, the edit changes these \
            versions too, and their stores no longer match a version (\(CoreDataFailure.unknownModelVersion.code)).
            """,
        fix: """
            Make the field optional, or give the property that stores the struct a default that includes the field. If \
            shipped versions use the struct, nest a copy of the struct in each of them, so that they don't change.
            """,
        reads: ["the models of both versions", "the types that properties store", "the fixtures"],
        source: .stores("each field of a stored struct has a column, and is part of the version hash"),
        examples: (
            reported: .change(
                from: "var place: Place\nstruct Place: Codable { var x: Int }",
                to: "var place: Place\nstruct Place: Codable { var x: Int; var y: Int }"),
            accepted: .change(
                from: "var place: Place\nstruct Place: Codable { var x: Int }",
                to: "var place: Place\nstruct Place: Codable { var x: Int; var y: Int? }")
        ))

    func findings(in context: RuleContext) -> [Finding] {
        context.groups.flatMap { group in group.steps.flatMap { requiredFields(gainedIn: $0, of: group) } }
            + EditedPart.edits(context.edits(Self.fields)).map(Self.gained)
    }

    private func requiredFields(gainedIn step: UpgradeStep, of group: RuleGroup) -> [Finding] {
        let gained = step.changes(.addedWithoutDefault).filter { step.isField($0.change) }
        return gained.map { judged in
            let change = judged.change
            return finding(
                .init(
                    what: "The struct in \(Self.property(change)) gains the required field "
                        + "\(change.element.joined(separator: ".")) in \(step.to.title)",
                    affected:
                        "users with a \(step.from.name) store that contains a row of \(change.entity ?? "the model"). The migration "
                        + "fails with error \(CoreDataFailure.migrationFailed.code)",
                    fix: "Make the field optional, or give the property a default that includes the field"),
                in: step, of: group, about: judged)
        }
    }

    private static func fields(addedIn edit: UpgradeStep) -> [ModelChange] {
        edit.inference.changes.map(\.change).filter { $0.aspect == .added && edit.isField($0) }
    }

    private static func gained(_ edit: EditedPart) -> Finding {
        edit.finding(
            page,
            .init(
                what: "\(edit.name) was added to a struct in \(edit.titles) \(edit.since)\(edit.stored)",
                affected: edit.affected,
                fix: "Nest a copy of the original struct in \(edit.typeNames), and add the field in a new version"))
    }

    private static func property(_ change: ModelChange) -> String {
        [change.entity, change.property].compactMap { $0 }.joined(separator: ".")
    }
}
