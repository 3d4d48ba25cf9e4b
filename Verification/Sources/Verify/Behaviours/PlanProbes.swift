import Foundation
import SwiftData

/// Probes of plans that contradict themselves, the store, or the container.
enum PlanProbes {
    static let all: [Probe] = [
        ladder(
            "stages-in-order", "A plan of custom stages in order", rule: "the control for the other probes of plans",
            expected: "done", plan: OrderedPlan.self),
        ladder(
            "stages-out-of-order", "The second stage is listed before the first",
            rule: "plan: 134506 (PlanProblem, StagedPlan)", expected: "refused with 134506",
            plan: SwappedPlan.self),
        ladder(
            "backward-stage", "A stage migrates from a newer version to an older one",
            rule: "plan: 134506 (PlanProblem, StagedPlan)", expected: "refused with 134506",
            plan: BackwardPlan.self),
        ladder(
            "equal-hashes", "Two listed versions have equal hashes",
            rule: "plan: uncatchable exception, Duplicate version checksums detected (PF0202)",
            expected: "ends the process: Duplicate version checksums detected.", plan: DuplicatePlan.self,
            onLinux: [
                LinuxDifference(
                    fact: Fact("opening", "refused with 134504"),
                    reason: "SwiftData for Linux throws where Apple's framework raises an exception")
            ]),
        ladder(
            "unlisted-store", "The store's version isn't in the plan", rule: "plan: 134504 (PF0114)",
            expected: "refused with 134504", plan: ForgetfulPlan.self),
        ladder(
            "unlisted-stage", "A stage uses a version that the plan doesn't list",
            rule: "plan: 134504 (PlanProblem, StagedPlan)", expected: "refused with 134504",
            plan: LeakyPlan.self),
        ladder(
            "missing-stage", "No stage migrates from the store's version",
            rule: "plan: 134504 (PlanProblem, StagedPlan)", expected: "refused with 134504",
            plan: GappyPlan.self),
        .opening(
            "container-not-last", "The container's schema isn't the plan's last version", theme: .plans,
            rule: "plan: migrated to the container's version, as developers report (PF0206, StagedPlan)",
            expected: [Fact("opening", "done")],
            make: { try $0.make(LadderSchemaV1.self) { $0.insert(LadderSchemaV1.Rung()) } },
            open: { try $0.open(LadderSchemaV2.self, plan: OrderedPlan.self) }),
        .opening(
            "container-not-last-newer-store",
            "The container's schema is older than the store, and both are in the plan",
            theme: .plans, rule: "plan: 134506 (PF0206, StagedPlan)",
            expected: [Fact("opening", "refused with 134506")],
            make: { try $0.make(LadderSchemaV3.self) { $0.insert(LadderSchemaV3.Rung()) } },
            open: { try $0.open(LadderSchemaV2.self, plan: OrderedPlan.self) }),
        .opening(
            "container-not-in-plan", "The container's schema isn't a version of the plan", theme: .plans,
            rule: "plan: 134504, unknown coordinator model version (PF0206)",
            expected: [Fact("opening", "refused with 134504")],
            make: { try $0.make(LadderSchemaV1.self) { $0.insert(LadderSchemaV1.Rung()) } },
            open: { try $0.open(LadderSchemaV3.self, plan: OlderPlan.self) }),
        .opening(
            "newer-store", "An older plan opens a newer store", theme: .plans,
            rule: "plan: 134504, because the newer version isn't in the plan (PF0114)",
            expected: [Fact("opening", "refused with 134504")],
            make: { try $0.make(LadderSchemaV3.self) { $0.insert(LadderSchemaV3.Rung()) } },
            open: { try $0.open(LadderSchemaV2.self, plan: OlderPlan.self) }),
        .opening(
            "store-without-plan", "A store of an older version is opened without the plan", theme: .plans,
            rule: "a container without a plan migrates only by inference (ModelMapping)",
            change: ("LadderSchemaV1", "LadderSchemaV3"),
            make: { try $0.make(LadderSchemaV1.self) { $0.insert(LadderSchemaV1.Rung()) } },
            open: { try $0.open(LadderSchemaV3.self) }),
    ]

    /// Returns the probe that opens a store of version 1 as version 3 with a plan.
    private static func ladder(
        _ name: String, _ title: String, rule: String, expected: String, plan: any SchemaMigrationPlan.Type,
        onLinux: [LinuxDifference] = []
    ) -> Probe {
        .opening(
            name, title, theme: .plans, rule: rule, expected: [Fact("opening", expected)], onLinux: onLinux,
            make: { try $0.make(LadderSchemaV1.self) { $0.insert(LadderSchemaV1.Rung()) } },
            open: { try $0.open(LadderSchemaV3.self, plan: plan) })
    }
}

private enum OrderedPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [LadderSchemaV1.self, LadderSchemaV2.self, LadderSchemaV3.self] }
    static var stages: [MigrationStage] {
        [
            .empty(from: LadderSchemaV1.self, to: LadderSchemaV2.self),
            .empty(from: LadderSchemaV2.self, to: LadderSchemaV3.self),
        ]
    }
}

private enum SwappedPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [LadderSchemaV1.self, LadderSchemaV2.self, LadderSchemaV3.self] }
    static var stages: [MigrationStage] {
        [
            .empty(from: LadderSchemaV2.self, to: LadderSchemaV3.self),
            .empty(from: LadderSchemaV1.self, to: LadderSchemaV2.self),
        ]
    }
}

private enum BackwardPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [LadderSchemaV1.self, LadderSchemaV2.self, LadderSchemaV3.self] }
    static var stages: [MigrationStage] {
        [
            .empty(from: LadderSchemaV1.self, to: LadderSchemaV3.self),
            .empty(from: LadderSchemaV3.self, to: LadderSchemaV2.self),
        ]
    }
}

private enum DuplicatePlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] {
        [LadderSchemaV1.self, LadderSchemaCopy.self, LadderSchemaV3.self]
    }
    static var stages: [MigrationStage] {
        [
            .empty(from: LadderSchemaV1.self, to: LadderSchemaCopy.self),
            .empty(from: LadderSchemaCopy.self, to: LadderSchemaV3.self),
        ]
    }
}

private enum ForgetfulPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [LadderSchemaV2.self, LadderSchemaV3.self] }
    static var stages: [MigrationStage] { [.empty(from: LadderSchemaV2.self, to: LadderSchemaV3.self)] }
}

private enum LeakyPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [LadderSchemaV1.self, LadderSchemaV3.self] }
    static var stages: [MigrationStage] {
        [
            .empty(from: LadderSchemaV1.self, to: LadderSchemaV2.self),
            .empty(from: LadderSchemaV2.self, to: LadderSchemaV3.self),
        ]
    }
}

private enum GappyPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [LadderSchemaV1.self, LadderSchemaV2.self, LadderSchemaV3.self] }
    static var stages: [MigrationStage] { [.empty(from: LadderSchemaV2.self, to: LadderSchemaV3.self)] }
}

private enum OlderPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [LadderSchemaV1.self, LadderSchemaV2.self] }
    static var stages: [MigrationStage] { [.empty(from: LadderSchemaV1.self, to: LadderSchemaV2.self)] }
}
