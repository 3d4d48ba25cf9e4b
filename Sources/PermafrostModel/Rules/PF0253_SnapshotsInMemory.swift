/// PF0253: a transform that keeps the snapshots of all rows in memory, because the snapshots can't be encoded.
struct SnapshotsInMemory: StepRule {
    static let needs: Set<Fact> = [.steps]
    static let page = RulePage(
        code: "PF0253", name: "SnapshotsInMemory", severity: .warning, gates: [.plan],
        summary: "A Transform from model to model makes snapshots that aren't Codable.",
        failure: """
            Permafrost keeps the snapshots of all rows in memory at the same time. If the store is large, the system \
            can end the app on a device. Only MigrationPlan.validate() reports this: the source doesn't show whether a \
            closure's result can be encoded.
            """,
        fix: """
            Conform the snapshot to Codable. Snapshots that don't fit in memory are then written to a temporary file.
            """,
        reads: ["the operations of the stage"],
        source: .inference,
        assumption: "It assumes that a store has many rows.")

    func findings(in step: UpgradeStep, of group: RuleGroup) -> [Finding] {
        step.effects.entitiesInMemory.map { entity in
            finding(
                .init(
                    what: "A Transform keeps a snapshot of every \(entity) in memory",
                    affected:
                        "users whose \(step.from.name) store has many rows of \(entity). The migration may run out of memory",
                    fix: "Conform the snapshot to Codable"),
                in: group, about: step.to, stage: step.name, at: nil)
        }
    }
}
