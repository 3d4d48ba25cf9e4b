/// PF0246: a stored enum that gains a case while its stores are synced. [A]
struct SyncedCaseAdded: Rule {
    static let page = RulePage(
        code: "PF0246", name: "SyncedCaseAdded", severity: .warning,
        summary: "With CloudKit: a stored enum with raw values gains a case.",
        failure: """
            Every existing row still decodes, so the version needs no successor. But a device with an older version of the app \
            receives rows with the new case, and the older enum doesn't accept the value: the app crashes when it reads the row.
            """,
        fix: """
            First ship a version that stores the raw value and maps an unknown one to a default. Add the case later. If every \
            device already maps unknown values: // permafrost:ignore PF0246 because …
            """)

    func findings(in context: RuleContext) -> [Finding] {
        guard context.checksCloudKit else { return [] }
        let steps = context.groups.flatMap { group in
            group.steps.flatMap { step in
                step.changes(.addedEnumerationCase).map { judged in
                    finding(
                        Self.words(
                            judged.change.subject, judged.change, "in \(step.to.title) (since \(step.from.title))",
                            older: step.from.name),
                        in: step, of: group, about: judged)
                }
            }
        }
        let edits = EditedPart.edits(context.edits { $0.changes(.addedEnumerationCase).map(\.change) }).map { edit in
            edit.finding(
                Self.page,
                Self.words(
                    edit.name, edit.change, "in \(edit.titles) \(edit.since)\(edit.stored)", older: nil))
        }
        return steps + edits
    }

    private static func words(
        _ name: String, _ change: ModelChange, _ versions: String, older: String?
    ) -> Finding.Words {
        .init(
            what: "\(name) (\(change.after ?? "a case")) is synced and was added \(versions)",
            affected:
                "users with a device that still runs \(older.map { "\($0)" } ?? "an older release"). The app crashes there "
                + "when it reads a row with the new case",
            fix: "First ship a version that stores the raw value and maps an unknown one to a default")
    }
}
