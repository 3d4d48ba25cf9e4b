import Foundation
import SwiftData

/// Probes of plans without stages, and of the first stage that such a plan gets. Developers report that SwiftData then
/// migrates every store by inference, as without a plan.
enum UnstagedProbes {
    static let all: [Probe] = [
        opening(
            "no-stages-edited-version", "The only version of a plan without stages was edited",
            rule: "plan: inferred, also for a store that matches no version (Staging, MigrationSteps)",
            expected: "done",
            plan: EditedPlan.self, LadderSchemaEdited.self),
        opening(
            "no-stages-older-version", "A plan without stages lists two versions with different hashes",
            rule: "plan: inferred, without a stage between the versions (Staging, MigrationSteps)", expected: "done",
            plan: UnstagedPlan.self, LadderSchemaV3.self),
        opening(
            "no-stages-equal-hashes", "A plan without stages lists two versions with equal hashes",
            rule: "plan: no exception (PF0202, Staging)", expected: "done", plan: UnstagedDuplicatePlan.self,
            LadderSchemaV3.self),
        opening(
            "no-stages-container-not-last", "The container's schema isn't the last version of a plan without stages",
            rule: "plan: inferred, directly to the container's schema (Staging, MigrationSteps)", expected: "done",
            plan: UnstagedPlan.self, LadderSchemaV2.self),
        .opening(
            "no-stages-newer-store", "An older plan without stages opens a newer store", theme: .plans,
            rule: "plan: inferred backward, so values are lost (Staging, MigrationSteps)",
            expected: [Fact("opening", "done")],
            make: { try $0.make(LadderSchemaV3.self) { $0.insert(LadderSchemaV3.Rung()) } },
            open: { try $0.open(LadderSchemaEdited.self, plan: EditedPlan.self) }),
        opening(
            "first-stage-edited-version", "A plan gets its first stage after its only version was edited",
            rule: "plan: 134504, because the store matches no version (PF0101, Staging)",
            expected: "refused with 134504", plan: FirstStagePlan.self, LadderSchemaV3.self),
        opening(
            "first-stage-after-inference", "A plan gets its first stage after the store was migrated by inference",
            rule: "plan: the store then matches the edited version (Staging, MigrationSteps)", expected: "done",
            plan: EditedPlan.self, LadderSchemaEdited.self
        ).followed(by: "opening with the first stage") {
            try $0.open(LadderSchemaV3.self, plan: FirstStagePlan.self)
        },
        opening(
            "first-stage-equal-hashes", "A plan with two versions of equal hashes gets its first stage",
            rule: "plan: uncatchable exception, Duplicate version checksums detected (PF0202)",
            expected: "ends the process: Duplicate version checksums detected.", plan: FirstStageDuplicatePlan.self,
            LadderSchemaV3.self,
            onLinux: [
                LinuxDifference(
                    fact: Fact("opening", "refused with 134504"),
                    reason: "SwiftData for Linux throws where Apple's framework raises an exception")
            ]),
    ]

    /// Returns the probe that opens a store of version 1 with a version and a plan.
    private static func opening(
        _ name: String, _ title: String, rule: String, expected: String, plan: any SchemaMigrationPlan.Type,
        _ version: any VersionedSchema.Type, onLinux: [LinuxDifference] = []
    ) -> Probe {
        .opening(
            name, title, theme: .plans, rule: rule, expected: [Fact("opening", expected)], onLinux: onLinux,
            make: { try $0.make(LadderSchemaV1.self) { $0.insert(LadderSchemaV1.Rung()) } },
            open: { try $0.open(version, plan: plan) })
    }
}

/// The version identifier of ``LadderSchemaV1`` with different models, as if this version had been edited.
enum LadderSchemaEdited: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Rung.self] }

    @Model
    final class Rung {
        var name: String = "first"
        var height: Int = 0

        init() {}
    }
}

private enum EditedPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [LadderSchemaEdited.self] }
    static var stages: [MigrationStage] { [] }
}

private enum UnstagedPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [LadderSchemaV1.self, LadderSchemaV2.self, LadderSchemaV3.self] }
    static var stages: [MigrationStage] { [] }
}

private enum UnstagedDuplicatePlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] {
        [LadderSchemaV1.self, LadderSchemaCopy.self, LadderSchemaV3.self]
    }
    static var stages: [MigrationStage] { [] }
}

private enum FirstStagePlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [LadderSchemaEdited.self, LadderSchemaV3.self] }
    static var stages: [MigrationStage] { [.light(from: LadderSchemaEdited.self, to: LadderSchemaV3.self)] }
}

private enum FirstStageDuplicatePlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] {
        [LadderSchemaV1.self, LadderSchemaCopy.self, LadderSchemaV3.self]
    }
    static var stages: [MigrationStage] { [.light(from: LadderSchemaCopy.self, to: LadderSchemaV3.self)] }
}
