import Foundation
import PermafrostModel
import PermafrostTestSupport
import SwiftData
import Testing

@testable import CartographerExample
@testable import Permafrost
@testable import PermafrostProject
@testable import PostsExample
@testable import TripsExample
@testable import UsersExample

/// A plan gives the same results from its source and from its types: its problems, the path between any two of its
/// versions, the effects of its stages on rows, and the findings of `lint` and `validate()`.
@Suite struct AgreementTests {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The plans, with the folders that declare them, relative to the project's folder.
    static let plans: [(folder: String, types: [any SchemaMigrationPlan.Type])] = [
        ("Tests/PermafrostAgreementTests", AgreementPlans.all),
        ("Examples/Posts", [PostsMigrationPlan.self]),
        ("Examples/Trips", [TripsMigrationPlan.self]),
        ("Examples/Users", [UsersMigrationPlan.self]),
        ("Examples/Cartographer", [CartographerMigrationPlan.self]),
    ]

    static func project(_ folder: String) throws -> Project {
        var options = ProjectOptions(directory: root.appending(path: folder).path, includesTests: true)
        options.readsCode = true
        return try Project(options: options, reader: UncachedReader())
    }

    private static func route(_ graph: VersionGraph, _ from: Int, _ to: Int, _ manner: Route.Manner) -> String {
        do { return "\(try graph.route(from: from, to: to, manner))" } catch .plan(let problems) {
            return "refused: \(problems)"
        } catch { return "refused: \(error)" }
    }

    @Test func thePlansCoverEveryKindOfProblem() throws {
        #expect(AgreementPlans.all.count >= 40)
        let kinds = AgreementPlans.all.flatMap { LivePlan(MigrationPlan($0)).graph.problems }.map { problem in
            "\(problem)".prefix { $0 != "(" }
        }
        #expect(
            Set(kinds) == [
                "listedTwice", "equalHashes", "notIncreasing", "unlisted", "backward", "outOfOrder",
                "repeatedStart", "skips", "noStage",
            ])
    }

    @Test(arguments: plans.indices)
    func graphsHaveEqualVersionsProblemsAndRoutes(index: Int) throws {
        let (folder, types) = Self.plans[index]
        let project = try Self.project(folder)
        for type in types {
            let live = LivePlan(MigrationPlan(type)).graph
            let read = try #require(project.groups.first { $0.name == "\(type)" }?.graph, "\(type)")
            #expect(read.versions.map(\.schema) == live.versions.map(\.schema), "\(type)")
            #expect(read.versions.map(\.identifier) == live.versions.map(\.identifier), "\(type)")
            #expect(read.versions.map(\.checksum) == live.versions.map(\.checksum), "\(type)")
            #expect(read.problems == live.problems, "\(type)")
            for from in live.versions.indices {
                for to in live.versions.indices {
                    for manner in [Route.Manner.framework, .stepByStep] {
                        #expect(
                            Self.route(read, from, to, manner) == Self.route(live, from, to, manner),
                            "\(type) from \(from) to \(to)")
                    }
                }
            }
        }
    }

    // MARK: Findings

    /// Returns what `lint` finds by the rules that `validate()` applies, in that form, each with its severity and
    /// stage.
    private static func findings(_ group: RuleGroup) -> [PlanFinding] {
        RuleRun(gate: .plan, over: RuleContext(groups: [group])).findings.map { PlanFinding($0) }
    }

    /// Returns the findings without source locations, which live types don't have.
    private static func sorted(_ findings: [PlanFinding]) -> [String] {
        findings.map { "[\($0.kind)] \($0)".replacing(#/ \([^ )]+:\d+:\d+\)/#, with: "") }.sorted()
    }

    /// Both report the same findings, in the same words.
    @Test(arguments: plans.indices)
    func lintFindsWhatValidateFinds(index: Int) throws {
        let (folder, types) = Self.plans[index]
        let project = try Self.project(folder)
        let groups = ProjectFacts(project).groups.map(\.rules)
        for type in types {
            let group = try #require(groups.first { $0.name == "\(type)" }, "\(type)")
            #expect(
                Self.sorted(MigrationPlan(type).validate()) == Self.sorted(Self.findings(group)), "\(type)")
        }
    }

    @Test func commandsFindWhatValidateFinds() {
        let commands = Set(ProjectLint.pages + ProjectCheck.pages)
        // The source of a plan doesn't show whether the type that a closure returns can be encoded.
        #expect(Set(RuleRun.pages(of: .plan)).subtracting(commands).map(\.code) == ["PF0253"])
    }
}
