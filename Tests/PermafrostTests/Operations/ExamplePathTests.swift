import Foundation
import PermafrostStore
import SwiftData
import Testing

@testable import CartographerExample
@testable import Permafrost
@testable import PostsExample
@testable import TripsExample
@testable import UsersExample

/// The first versions of a plan, up to a number of stages.
private enum Prefix<Plan: SchemaMigrationPlan, Length: PrefixLength>: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { Array(Plan.schemas.prefix(Length.stages + 1)) }
    static var stages: [MigrationStage] { Array(Plan.stages.prefix(Length.stages)) }
}

private protocol PrefixLength {
    static var stages: Int { get }
}

private enum One: PrefixLength { static let stages = 1 }
private enum Two: PrefixLength { static let stages = 2 }
private enum Three: PrefixLength { static let stages = 3 }

@Suite struct ExamplePathTests {
    private static var fixtures: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Fixtures")
    }

    private static func prefixes<Plan: SchemaMigrationPlan>(of plan: Plan.Type) -> [MigrationPlan] {
        let all = [
            MigrationPlan(Prefix<Plan, One>.self), MigrationPlan(Prefix<Plan, Two>.self),
            MigrationPlan(Prefix<Plan, Three>.self),
        ]
        return Array(all.prefix(Plan.schemas.count - 1))
    }

    /// Makes a store from the fixture of the oldest version, ready to migrate.
    private func store(_ group: String, _ plan: any SchemaMigrationPlan.Type) throws -> PlanStore {
        let store = try PlanStore()
        try FileManager.default.copyItem(
            at: Self.fixtures.appendingPathComponent("\(group)/1.0.0/App-1_0_0.sqlite"), to: store.url)
        return store
    }

    /// Returns every row of every entity and every link, without the column that counts writes.
    private func content(_ store: PlanStore) throws -> [String: [[SQLiteValue]]] {
        let tables = try store.column(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'Z*' AND name NOT IN "
                + "('Z_METADATA', 'Z_MODELCACHE', 'Z_PRIMARYKEY')")
        var content: [String: [[SQLiteValue]]] = [:]
        for table in tables {
            let columns = try store.column("SELECT name FROM pragma_table_info('\(table)') WHERE name <> 'Z_OPT'")
                .sorted().joined(separator: ", ")
            content["\(table) (\(columns))"] = try store.rows("SELECT \(columns) FROM \(table) ORDER BY \(columns)")
        }
        return content
    }

    private func check<Plan: SchemaMigrationPlan>(_ plan: Plan.Type) throws {
        let jumping = try store("\(plan)", plan)
        try jumping.migrate(MigrationPlan(plan))
        let stepping = try store("\(plan)", plan)
        for prefix in Self.prefixes(of: plan) { try stepping.migrate(prefix) }
        let (jumped, stepped) = (try content(jumping), try content(stepping))
        #expect(jumped == stepped)
        #expect(jumped.values.contains { !$0.isEmpty })
    }

    @Test func directAndStepwiseMigrationsAgree() throws {
        try check(UsersMigrationPlan.self)
        try check(PostsMigrationPlan.self)
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) { try check(TripsMigrationPlan.self) }
        try check(CartographerMigrationPlan.self)
    }
}
