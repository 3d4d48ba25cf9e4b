import Foundation
import PermafrostDeclarations
import PermafrostModel
import PermafrostSource
import PermafrostTestSupport
import SwiftData
import Testing

@testable import CartographerExample
@testable import Permafrost
@testable import PermafrostProject
@testable import PostsExample
@testable import TripsExample
@testable import UsersExample

/// A plan is the same whether it is read from its source or asked of its types: what is wrong with it, the way between any two
/// of its versions, what its stages do to rows, and what `lint` and `validate()` find.
@Suite struct AgreementTests {
    /// Reads sources in this process, without a cache.
    private struct DirectReader: DeclarationReader {
        func declarations(_ request: SourceRequest) throws -> ArchivedDeclarations {
            try ArchivedDeclarations(SourceReader(request: request).read())
        }
    }

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The plans with the folders that declare them, relative to the project's.
    private static let plans: [(folder: String, types: [any SchemaMigrationPlan.Type])] = [
        ("Tests/PermafrostAgreementTests", AgreementPlans.all),
        ("Sources/Examples/Posts", [PostsMigrationPlan.self]),
        ("Sources/Examples/Trips", [TripsMigrationPlan.self]),
        ("Sources/Examples/Users", [UsersMigrationPlan.self]),
        ("Sources/Examples/Cartographer", [CartographerMigrationPlan.self]),
    ]

    private static func project(_ folder: String) throws -> Project {
        var options = ProjectOptions(directory: root.appending(path: folder).path, includesTests: true)
        options.readsCode = true
        return try Project(options: options, reader: DirectReader())
    }

    /// A name without the module's, which the source does not have.
    private static func short(_ name: String) -> String {
        name.split(separator: ".").dropFirst().joined(separator: ".")
    }

    /// A problem by names that both readings have.
    private static func shared(_ problem: PlanProblem) -> PlanProblem {
        guard case .unlisted(let stage, let schema) = problem else { return problem }
        return .unlisted(stage: stage, schema: schema.split(separator: ".").last.map(String.init) ?? schema)
    }

    private static func route(_ graph: VersionGraph, _ from: Int, _ to: Int, _ manner: Route.Manner) -> String {
        do { return "\(try graph.route(from: from, to: to, manner))" } catch .plan(let problems) {
            return "refused: \(problems.map(shared))"
        } catch { return "refused: \(error)" }
    }

    @Test func theyAreEnough() throws {
        #expect(AgreementPlans.all.count >= 40)
        let kinds = AgreementPlans.all.flatMap { LivePlan(MigrationPlan($0)).graph.problems }.map { problem in
            "\(problem)".prefix { $0 != "(" }
        }
        #expect(
            Set(kinds) == [
                "listedTwice", "equalHashes", "sharedIdentifier", "notIncreasing", "unlisted", "backward", "outOfOrder",
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
            #expect(read.versions.map(\.schema) == live.versions.map { Self.short($0.schema) }, "\(type)")
            #expect(read.versions.map(\.identifier) == live.versions.map(\.identifier), "\(type)")
            #expect(read.versions.map(\.checksum) == live.versions.map(\.checksum), "\(type)")
            #expect(read.problems.map(Self.shared) == live.problems.map(Self.shared), "\(type)")
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

    /// The rules that find what `validate()` finds, by its kinds. What is wrong with the order of versions and stages is compared
    /// with the graphs.
    private static let kinds: [String: PlanFinding.Kind] = [
        "PF0208": .missingDefault, "PF0209": .notInferable, "PF0210": .missingDefault, "PF0213": .lostValues,
        "PF0214": .notInferable, "PF0216": .wrongVersion, "PF0217": .chainDoesNotCompose, "PF0219": .newUniqueness,
        "PF0227": .lostValues,
    ]

    /// PF0215 finds links that go with their relationship, and relationships that keep less of them.
    private static func kind(_ finding: Finding) -> PlanFinding.Kind? {
        guard finding.code == "PF0215" else { return kinds[finding.code] }
        return FindingWording(finding).what.contains("made room for") ? .lostValues : .notInferable
    }

    @Test(arguments: plans.indices)
    func lintFindsWhatValidateFinds(index: Int) throws {
        let (folder, types) = Self.plans[index]
        let lint = try ProjectLint(Self.project(folder))
        for type in types {
            let live = MigrationPlan(type).validate().filter { Self.kinds.values.contains($0.kind) }
            let read = lint.findings.filter { $0.groups.contains("\(type)") }
            #expect(
                Set(read.compactMap { finding in Self.kind(finding).map { "\($0) \(finding.severity)" } })
                    == Set(live.map { "\($0.kind) \($0.severity)" }),
                "\(type): \(live) and \(read.map { FindingWording($0).what })")
        }
    }
}
