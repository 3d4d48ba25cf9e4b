import Testing

@testable import PermafrostModel

/// The routes through a graph of versions, and its problems.
@Suite struct VersionGraphTests {
    typealias Stage = (from: VersionGraph.End, to: VersionGraph.End, kind: PlanStage.Kind)

    /// Returns a version such as `V1` with the name `1.0.0`. Its checksum is its own number, or the number of another
    /// version.
    private static func version(_ number: Int, hashesOf other: Int? = nil) -> SchemaVersion {
        SchemaVersion(
            schema: "V\(number)", name: "\(number).0.0", identifier: "\(number).0.0", origin: .live,
            content: content("\(other ?? number)"))
    }

    private static func content(_ checksum: String) -> ModelContent {
        ModelContent(checksum: checksum, versionChecksum: checksum) { [] }
    }

    private static func stage(_ from: Int, _ to: Int, _ kind: PlanStage.Kind = .lightweight) -> Stage {
        (("V\(from)", nil), ("V\(to)", nil), kind)
    }

    private static func graph(
        _ versions: [SchemaVersion], _ stages: [Stage] = [], _ kind: VersionGraph.Kind = .plan
    ) -> VersionGraph { VersionGraph(kind, versions: versions, stages: stages) }

    private static let three = [version(1), version(2), version(3)]

    // MARK: Routes

    struct RouteCase: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let graph: VersionGraph
        let from: Int
        let to: Int
        let manner: Route.Manner
        let expected: String

        init(
            _ name: String, _ graph: VersionGraph, _ from: Int, _ to: Int, _ expected: String,
            by manner: Route.Manner = .framework
        ) {
            testDescription = name
            (self.graph, self.from, self.to, self.manner, self.expected) = (graph, from, to, manner, expected)
        }
    }

    private static let routes = [
        RouteCase(
            "stages that are all lightweight are one leg", graph(three, [stage(1, 2), stage(2, 3)]), 0, 2,
            "[0, 1, 2] 0-2 between []"),
        RouteCase(
            "with a custom stage each stage is a leg",
            graph(three + [version(4)], [stage(1, 2), stage(2, 3, .custom), stage(3, 4)]), 0, 3,
            "[0, 1, 2, 3] 0-1 1-2 2-3 between [1, 2]"),
        RouteCase(
            "behind the custom stage all are one again",
            graph(three + [version(4)], [stage(1, 2, .custom), stage(2, 3), stage(3, 4)]), 1, 3,
            "[1, 2, 3] 1-3 between []"),
        RouteCase(
            "step by step", graph(three, [stage(1, 2), stage(2, 3)]), 0, 2, "[0, 1, 2] 0-1 1-2 between [1]",
            by: .stepByStep),
        RouteCase("nothing to do", graph(three, [stage(1, 2), stage(2, 3)]), 2, 2, "[2]  between []"),
        RouteCase(
            "a stage that skips a version", graph(three, [stage(1, 3, .custom), stage(2, 3)]), 0, 2,
            "[0, 2] 0-2 between []"),
        RouteCase(
            "equal hashes", graph([version(1), version(2, hashesOf: 1), version(3)], [stage(1, 2), stage(2, 3)]), 0, 2,
            "plan([equalHashes(1, earlier: 0)])"),
        RouteCase(
            "a backward stage elsewhere", graph(three, [stage(1, 2), stage(2, 3), stage(3, 1)]), 0, 2,
            "plan([backward(stage: 2)])"),
        RouteCase(
            "an end that is not listed", graph(three, [stage(1, 2), stage(2, 3), stage(3, 9)]), 0, 2,
            "plan([unlisted(stage: 2, schema: \"V9\")])"),
        RouteCase(
            "a version listed twice", graph([version(1), version(1), version(3)], [stage(1, 3)]), 0, 2,
            "plan([listedTwice(1, earlier: 0)])"),
        RouteCase(
            "stages out of order", graph(three, [stage(2, 3), stage(1, 2)]), 0, 2, "plan([outOfOrder(stage: 1)])"),
        RouteCase(
            "a newer store, a backward stage or not", graph(three, [stage(1, 2), stage(2, 3), stage(3, 1)]), 2, 0,
            "newer"),
        RouteCase(
            "the plan is cut off at the last version",
            graph([version(1), version(2), version(3, hashesOf: 1)], [stage(1, 2), stage(2, 3)]), 0, 1,
            "[0, 1] 0-1 between []"),
        RouteCase("a gap", graph(three, [stage(2, 3)]), 0, 2, "noStage(from: 0)"),
        RouteCase(
            "without a plan it is inferred at once", graph(three, [], .inference), 0, 2, "[0, 2] 0-2 between []"),
        RouteCase("without a plan, backward too", graph(three, [], .inference), 2, 0, "[2, 0] 2-0 between []"),
        RouteCase(
            "a mapping model from the first to the last", graph(three, [stage(1, 3, .custom)], .inference), 0, 2,
            "MappingModels(stages: [0])"),
        RouteCase(
            "past a mapping model, step by step", graph(three, [stage(1, 3, .custom)], .inference), 0, 2,
            "[0, 1, 2] 0-1 1-2 between [1]", by: .stepByStep),
    ]

    @Test(arguments: routes) func aRouteIsTheOneThatTheFrameworkUses(_ example: RouteCase) {
        let found: String
        do {
            let graph = example.graph
            let route =
                graph.kind == .plan
                ? try graph.route(from: example.from, to: example.to, example.manner)
                : try graph.inferredRoute(from: example.from, to: example.to, example.manner)
            let legs = route.legs.map { "\($0.from)-\($0.to)" }.joined(separator: " ")
            found = "\(route.stops) \(legs) between \(route.between)"
        } catch {
            found = "\(error)".replacing("PermafrostModel.", with: "").replacing("PlanProblem.", with: "").replacing(
                "Route.", with: "")
        }
        #expect(found == example.expected)
    }

    // MARK: Problems

    @Test(
        arguments: [
            ("in order", graph(three, [stage(1, 2), stage(2, 3)]), []),
            ("out of order", graph(three, [stage(2, 3), stage(1, 2)]), [.outOfOrder(stage: 1)]),
            (
                "two stages from one version", graph(three, [stage(1, 2), stage(1, 3), stage(2, 3)]),
                [.repeatedStart(stage: 1, earlier: 0), .skips(stage: 1, versions: [1])]
            ),
            (
                "identifiers that decrease", graph([version(2), version(1)], [stage(2, 1)]), [.notIncreasing(1)]
            ),
            (
                "an identifier twice",
                graph(
                    [
                        version(1),
                        SchemaVersion(
                            schema: "V2", name: "1.0.0", identifier: "1.0.0", origin: .live, content: content("2")),
                    ],
                    [stage(1, 2)]), []
            ),
            (
                "an end of equal hashes is listed",
                graph(Array(three.prefix(2)), [(("V1", nil), ("Other", "2"), .lightweight)]), []
            ),
            ("no stage at all", graph(three), []),
            ("a version without a stage", graph(three, [stage(1, 2)]), [.noStage(from: 1)]),
            (
                "no plan", graph([version(2), version(1), version(3, hashesOf: 2)], [], .inference),
                [.equalHashes(2, earlier: 0)]
            ),
        ] as [(String, VersionGraph, [PlanProblem])])
    func theProblemsOfAPlan(_ name: String, _ graph: VersionGraph, _ expected: [PlanProblem]) {
        #expect(graph.problems == expected, "\(name)")
    }

    @Test func theMessageOfAProblemNamesItsVersions() {
        let graph = Self.graph(Self.three, [Self.stage(1, 3), Self.stage(1, 2), Self.stage(2, 3)])
        let words = graph.problems.map { graph.message(of: $0, plan: "Plan").what }
        #expect(
            words == [
                "The stage from V1 to V3 skips V2",
                "The stage from V1 to V2 never runs, because the stage from V1 to V3 starts from the same version",
            ])
    }
}
