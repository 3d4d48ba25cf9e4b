import Testing

@testable import PermafrostModel

/// Plans with and without stages: their problems, the severity of these problems, and the routes of stores.
@Suite struct StagingTests {
    private static func version(_ number: Int, hashesOf other: Int? = nil) -> SchemaVersion {
        SchemaVersion(
            schema: "V\(number)", name: "\(number).0.0", identifier: "\(number).0.0", origin: .live,
            content: ModelContent(checksum: "\(other ?? number)", versionChecksum: "\(other ?? number)") { [] })
    }

    private static let partly = Staging.partlyStaged(on: ["iOS", "tvOS"], not: ["macOS"])

    /// Returns a graph of three versions. The third one has the second one's hashes if `hasTwins` is true.
    private static func graph(_ staging: Staging, hasTwins: Bool = false) -> VersionGraph {
        let versions = [version(1), version(2), version(3, hashesOf: hasTwins ? 2 : nil)]
        let hasStages = staging.isStaged
        return VersionGraph(
            staging == .noPlan ? .inference : .plan, versions: versions,
            stages: hasStages
                ? [(("V1", nil), ("V2", nil), .lightweight), (("V2", nil), ("V3", nil), .lightweight)] : [],
            staging: staging)
    }

    @Test func thePlansStagesDetermineTheStaging() {
        let stages: [(from: VersionGraph.End, to: VersionGraph.End, kind: PlanStage.Kind)] = [
            (("V1", nil), ("V2", nil), .lightweight)
        ]
        #expect(VersionGraph(.plan, versions: [], stages: []).staging == .noStages)
        #expect(VersionGraph(.plan, versions: [], stages: stages).staging == .staged)
        #expect(VersionGraph(.inference, versions: [], stages: stages).staging == .noPlan)
    }

    @Test(
        arguments: [
            (.staged, .error, true, "all users. The app crashes at launch"),
            (partly, .error, true, "all users on iOS and tvOS. The app crashes at launch"),
            (.unknown, .warning, false, "all users, if the plan has a stage"),
            (.noStages, .warning, false, "no users yet. The first stage you add to the plan ends every launch"),
            (.noPlan, .warning, false, "no users yet. If a migration plan with stages lists both"),
        ] as [(Staging, Finding.Severity, Bool, String)])
    func equalHashes(_ staging: Staging, _ severity: Finding.Severity, _ isFatal: Bool, _ affected: String) throws {
        let graph = Self.graph(staging, hasTwins: true)
        let problem = try #require(graph.problems.first)
        #expect(problem == .equalHashes(2, earlier: 1))
        #expect(problem.severity(in: staging) == severity)
        #expect(graph.fatalProblems(upTo: 2).isEmpty == !isFatal)
        #expect(graph.message(of: problem, plan: "Plan").affected?.hasPrefix(affected) == true)
        #expect(
            graph.message(of: problem, plan: "Plan").affected?.contains("crashes at launch")
                == (staging != .noStages && staging != .noPlan))
    }

    /// A stage is missing only if the plan has others.
    @Test func missingStages() {
        let versions = [Self.version(1), Self.version(2), Self.version(3)]
        let gap = VersionGraph(.plan, versions: versions, stages: [(("V2", nil), ("V3", nil), .lightweight)])
        #expect(gap.problems == [.noStage(from: 0)])
        for staging in [Staging.noStages, .unknown, .noPlan] {
            #expect(Self.graph(staging).problems.isEmpty, "\(staging)")
        }
    }

    @Test(
        arguments: [
            (.staged, 0, 2, .framework, "[0, 1, 2] 0-2 stages 2"),
            (partly, 0, 2, .framework, "[0, 1, 2] 0-2 stages 2"),
            (.noStages, 0, 2, .framework, "[0, 2] 0-2 stages 0"),
            (.noStages, 0, 2, .stepByStep, "[0, 1, 2] 0-1 1-2 stages 0"),
            (.noStages, 2, 0, .framework, "[2, 0] 2-0 stages 0"),
            (.noStages, 1, 1, .framework, "[1]  stages 0"),
            (.staged, 2, 0, .framework, "newer"),
            (.unknown, 0, 2, .framework, "unknownStages"),
            (.unknown, 2, 2, .framework, "[2]  stages 0"),
        ] as [(Staging, Int, Int, Route.Manner, String)])
    func routes(_ staging: Staging, _ from: Int, _ to: Int, _ manner: Route.Manner, _ expected: String) {
        let found: String
        do {
            let route = try Self.graph(staging).route(from: from, to: to, manner)
            found =
                "\(route.stops) \(route.legs.map { "\($0.from)-\($0.to)" }.joined(separator: " ")) stages \(route.stages.count)"
        } catch { found = "\(error)" }
        #expect(found == expected)
    }

    /// Equal hashes don't prevent the route of a plan without stages.
    @Test func aRouteWithEqualHashes() throws {
        #expect(try Self.graph(.noStages, hasTwins: true).route(from: 0, to: 2).legs.count == 1)
        #expect(throws: Route.Refusal.self) { try Self.graph(.staged, hasTwins: true).route(from: 0, to: 2) }
    }

    @Test(
        arguments: [
            (.staged, "It is gone, so the app fails to launch with \"Cannot use staged"),
            (partly, "on iOS and tvOS. On macOS, it opens today by inference, because the plan has no stage."),
            (
                .noStages,
                "It is gone. It opens today by inference, because the plan has no stage. The first stage you add locks "
                    + "these users out (134504)"
            ),
            (.unknown, "Permafrost can't determine whether the plan has a stage."),
        ] as [(Staging, String)])
    func effectOnUnknownStores(_ staging: Staging, _ part: String) throws {
        #expect(try #require(staging.effectOnUnknownStore("It is gone")).contains(part))
        #expect(Staging.noPlan.effectOnUnknownStore("It is gone") == nil)
    }

    @Test func platforms() {
        #expect(Self.partly.isStaged(on: ["iOS"]) && Self.partly.isStaged(on: []))
        #expect(!Self.partly.isStaged(on: ["macOS"]))
        #expect(Staging.staged.isStaged(on: ["macOS"]) && !Staging.noStages.isStaged(on: ["macOS"]))
    }
}
