/// PF0218: problems in a plan's lists of versions and stages, such as missing, misordered, or backward stages.
struct StagesOutOfOrder: Rule {
    static let needs: Set<Fact> = [.stages]
    static let page = RulePage(
        code: "PF0218", name: "StagesOutOfOrder", severity: .error, gates: [.freeze, .lint, .plan],
        summary: "A plan's stages don't migrate each version to the next, in the order of the versions.",
        failure: """
            Stages run in the plan's order. If a plan has stages but none starts at a version, the version's stores \
            can't be migrated. A stage that migrates to an older version fails with \
            \(CoreDataFailure.backwardMigration.quotation). If a plan has no stage at all, SwiftData infers every \
            migration, so no stage is missing.
            """,
        fix: "Declare one stage from each version to the next, oldest first.",
        reads: ["the plan's versions and stages"],
        source: .contract("a plan migrates each version to the next, oldest first"),
        assumption: """
            An identifier that doesn't increase and a stage that skips versions are warnings, because they may be \
            intended.
            """,
        examples: (
            reported: .app(
                """
                enum OtherPlan: SchemaMigrationPlan {
                    static var schemas: [any VersionedSchema.Type] { [AppV1.self, AppV2.self] }
                    static var stages: [MigrationStage] {
                        [.lightweight(fromVersion: AppV2.self, toVersion: AppV1.self)]
                    }
                }
                """),
            accepted: .app(
                """
                enum OtherPlan: SchemaMigrationPlan {
                    static var schemas: [any VersionedSchema.Type] { [AppV1.self, AppV2.self] }
                    static var stages: [MigrationStage] {
                        [.lightweight(fromVersion: AppV1.self, toVersion: AppV2.self)]
                    }
                }
                """)
        ))

    func findings(in context: RuleContext) -> [Finding] {
        // The versions of a Core Data model don't need stages. Changes without a mapping model are inferred.
        context.groups.flatMap { group in
            group.plan.map { plan in group.graph.problems.compactMap { finding($0, in: group, of: plan) } } ?? []
        }
    }

    private func finding(_ problem: PlanProblem, in group: RuleGroup, of plan: RuleGroup.Plan) -> Finding? {
        let message = group.message(of: problem)
        let severity = problem.severity(in: group.graph.staging)
        switch problem {
        // Other rules report these problems.
        case .equalHashes: return nil
        case .noStage where !plan.isComplete: return nil
        case .listedTwice, .noStage:
            return Finding(
                Self.page, message, severity: severity, subject: .plan(problem), group: group.name, at: plan.location)
        case .notIncreasing(let index):
            let version = group.graph.versions[index]
            return finding(
                message, severity: severity, subject: .plan(problem), in: group, about: version,
                at: version.versionLocation)
        case .unlisted(let stage, _), .backward(let stage), .outOfOrder(let stage), .repeatedStart(let stage, _),
            .skips(let stage, _):
            return Finding(
                Self.page, message, severity: severity, subject: .plan(problem), group: group.name,
                stage: group.stages[stage].name, at: group.stages[stage].location)
        }
    }
}
