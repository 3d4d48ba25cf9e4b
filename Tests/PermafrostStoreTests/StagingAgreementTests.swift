import Foundation
import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostFixtures
@testable import PermafrostStore

/// The same two versions in a plan with a lightweight stage and in a plan without stages. A store migrates in the same
/// way in both. The rules differ only in the problems that begin with a plan's first stage.
@Suite struct StagingAgreementTests {
    private typealias StageValue = (from: VersionGraph.End, to: VersionGraph.End, kind: PlanStage.Kind)

    private static func group(_ models: [SchemaModel], hasStages: Bool) -> RuleGroup {
        let versions = models.enumerated().map { index, model in
            SchemaVersion(
                schema: "V\(index + 1)", name: "\(index + 1).0.0", identifier: "\(index + 1).0.0", origin: .live,
                content: ModelContent(model))
        }
        let names = versions.map { $0.schema ?? "" }
        let stages: [StageValue] = zip(names, names.dropFirst()).map { (($0, nil), ($1, nil), .lightweight) }
        let graph = VersionGraph(.plan, versions: versions, stages: hasStages ? stages : [])
        let ruleStages = (hasStages ? stages : []).map { stage in
            RuleGroup.Stage(
                from: stage.from.schema, to: stage.to.schema, name: "\(stage.from.schema) → \(stage.to.schema)",
                effects: StageEffects([]), uses: [])
        }
        return RuleGroup(
            name: "Plan", plan: RuleGroup.Plan(name: "Plan", isComplete: true), graph: graph, stages: { ruleStages })
    }

    /// Returns the findings as text, without the texts that depend on the stages.
    private static func findings(_ group: RuleGroup) -> (own: [String], ofStages: [String: Finding.Severity]) {
        let all = RuleRun(gate: .lint, over: RuleContext(groups: [group])).findings
        let codes = ["PF0202", "PF0217", "PF0218"]
        let own = all.filter { !codes.contains($0.code) }.map { finding in
            "\(finding.code) \(finding.severity) \(finding.what)"
                .replacing("as long as every stage is lightweight", with: "in one migration")
                .replacing("as long as the plan has no stage", with: "in one migration")
        }
        let rest = all.filter { codes.contains($0.code) }.map { ($0.code, $0.severity) }
        return (own.sorted(), Dictionary(rest) { first, _ in first })
    }

    /// Migrates a store along a route. Returns the contents of its tables, or the error's code.
    private static func migrate(_ path: String, _ models: [SchemaModel], _ group: RuleGroup) throws -> String {
        let copy = path + (group.graph.stages.isEmpty ? "-unstaged" : "-staged")
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        let route: Route
        do { route = try group.graph.route(from: 0, to: models.count - 1) } catch { return "\(error)" }
        do {
            for leg in route.legs { try ModelMigration(path: copy).run(from: models[leg.from], to: models[leg.to]) }
        } catch let error as CoreDataError { return "fails with \(error.code)" }
        let reader = try StoreReader(path: copy)
        return try reader.tableNames().sorted().map { table in
            table.hasPrefix("Z_METADATA") ? table : "\(table) \(try reader.rows("SELECT * FROM \"\(table)\""))"
        }.joined(separator: "\n")
    }

    @Test func withAndWithoutAStage() throws {
        var outcomes: [String: Int] = [:]
        for seed in UInt64(1)...100 {
            let three = RandomModels.versions(3, seed: seed)
            // A pair, and the same pair with a later version, so that the store skips a version.
            for models in [Array(three.prefix(2)), three] {
                let (staged, unstaged) = (
                    Self.group(models, hasStages: true), Self.group(models, hasStages: false)
                )
                #expect(staged.graph.staging == .staged && unstaged.graph.staging == .noStages)
                let (with, without) = (Self.findings(staged), Self.findings(unstaged))
                #expect(with.own == without.own, "seed \(seed)")
                // No stage is missing, and equal hashes affect nobody.
                #expect(without.ofStages["PF0218"] == nil && with.ofStages["PF0218"] == nil, "seed \(seed)")
                let areEqual = Set(models.map(\.versionChecksum)).count < models.count
                #expect(with.ofStages["PF0202"] == (areEqual ? .error : nil), "seed \(seed)")
                #expect(without.ofStages["PF0202"] == (areEqual ? .warning : nil), "seed \(seed)")
                #expect(with.ofStages["PF0217"] == without.ofStages["PF0217"], "seed \(seed)")

                let folder = try TemporaryFolder(for: "test")
                let path = folder.url.appendingPathComponent("before.sqlite").path
                try StoreWriter(model: models[0], seed: [UInt8(truncatingIfNeeded: seed)]).write(to: path)
                let (first, second) = (
                    try Self.migrate(path, models, staged), try Self.migrate(path, models, unstaged)
                )
                guard !areEqual else {
                    #expect(first.contains("equalHashes") && !second.contains("equalHashes"), "seed \(seed)")
                    outcomes["equal", default: 0] += 1
                    continue
                }
                #expect(first == second, "seed \(seed)")
                outcomes[first.hasPrefix("fails") ? "fails" : "migrates", default: 0] += 1
            }
        }
        // Every kind of outcome occurs.
        for outcome in ["equal", "fails", "migrates"] { #expect(outcomes[outcome, default: 0] > 5, "\(outcomes)") }
    }
}
