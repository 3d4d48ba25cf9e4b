import Foundation
import PermafrostModel
import PermafrostStore
import PermafrostTestSupport
import PermafrostTesting
import Testing

@testable import SwiftData

/// Stores in the form that Apple's framework leaves after a migration. A container opens and migrates them like new ones.
@Suite struct MigratedCacheTests {
    /// Every combination of an enum with raw values, an enum without, a struct, a transformable attribute, and an entity
    /// with all of these and a uniqueness constraint.
    static let combinations: [[Int]] = (1..<32).map { bits in (0..<5).filter { bits >> $0 & 1 == 1 } }

    enum Opening: CaseIterable, Sendable {
        case inference
        case plan
        case customPlan

        var plan: (any SchemaMigrationPlan.Type)? {
            switch self {
            case .inference: nil
            case .plan: MigratedForms.Plan.self
            case .customPlan: MigratedForms.CustomPlan.self
            }
        }
    }

    private func withStore(_ chosen: [Int], _ body: (URL) throws -> Void) throws {
        try MigratedForms.$chosen.withValue(chosen) {
            try Places.withFolder { folder in
                let url = folder.appendingPathComponent("App.store")
                try writeStore(chosen, url)
                try MigratedCache.reduce(url.path)
                try body(url)
            }
        }
    }

    private func writeStore(_ chosen: [Int], _ url: URL) throws {
        let context = ModelContext(try container(MigratedForms.V1.self, url))
        for index in chosen { context.insert(MigratedForms.Old.object(index)) }
        try context.save()
    }

    private func container(
        _ version: any VersionedSchema.Type, _ url: URL, _ plan: (any SchemaMigrationPlan.Type)? = nil
    ) throws -> ModelContainer {
        try ModelContainer(
            for: Schema(versionedSchema: version), migrationPlan: plan, configurations: ModelConfiguration(url: url))
    }

    @Test(arguments: combinations, Opening.allCases)
    func isMigratedLikeANewStore(_ chosen: [Int], _ opening: Opening) throws {
        try withStore(chosen) { url in
            do {
                let context = ModelContext(try container(MigratedForms.V1.self, url))
                for index in chosen { try expectOldRow(index, context) }
            }
            let context = ModelContext(try container(MigratedForms.V2.self, url, opening.plan))
            for index in chosen { try expectNewRow(index, context) }
            // The migration writes a complete model cache.
            #expect(
                try StoreReader(path: url.path).model()
                    == Schema(versionedSchema: MigratedForms.V2.self).recordedModel().model)
        }
    }

    /// A user's store is a fixture for tests of migrations. Its rows and the tests' reports are the same whether or not
    /// Apple's framework has migrated it before.
    @Test(arguments: combinations, Opening.allCases)
    func aFixtureGivesTheReportOfANewStore(_ chosen: [Int], _ opening: Opening) throws {
        let reports = try [false, true].map { isReduced in
            try MigratedForms.$chosen.withValue(chosen) {
                try Places.withFolder { folder in
                    let url = folder.appendingPathComponent("App.store")
                    try writeStore(chosen, url)
                    if isReduced { try MigratedCache.reduce(url.path) }
                    return try report(Fixture(storeAt: url), opening)
                }
            }
        }
        #expect(reports[0] == reports[1])
        #expect(reports[0].rows == chosen.count)
    }

    /// What a test of a migration says about a fixture.
    private struct MigrationReport: Equatable {
        var before: [String: Int]
        var after: [String: Int]
        var differences: [String]
        var rows: Int
        var values: Int
    }

    private func report(_ fixture: Fixture, _ opening: Opening) throws -> MigrationReport {
        let migration =
            switch opening {
            case .inference: try migrate(fixture, to: MigratedForms.V2.self)
            case .plan: try migrate(fixture, to: MigratedForms.V2.self, plan: MigratedForms.Plan.self)
            case .customPlan: try migrate(fixture, to: MigratedForms.V2.self, plan: MigratedForms.CustomPlan.self)
            }
        let preserved = try verifyDataPreserved(migration)
        return MigrationReport(
            before: try migration.before.rowCounts(), after: try migration.after.rowCounts(),
            differences: preserved.differences.map(\.description), rows: preserved.rows, values: preserved.values)
    }

    private func expectOldRow(_ index: Int, _ context: ModelContext) throws {
        typealias Old = MigratedForms.Old
        switch index {
        case 0: #expect(try context.fetch(FetchDescriptor<Old.Moody>()).map(\.mood) == [.wild])
        case 1: #expect(try context.fetch(FetchDescriptor<Old.Stateful>()).map(\.state) == [.off])
        case 2: #expect(try context.fetch(FetchDescriptor<Old.Placed>()).map(\.place?.city) == ["Ulm"])
        case 3: #expect(try context.fetch(FetchDescriptor<Old.Wordy>()).map(\.words) == [["a", "b"]])
        default: #expect(try context.fetch(FetchDescriptor<Old.Single>()).map(\.mood) == [.calm])
        }
    }

    private func expectNewRow(_ index: Int, _ context: ModelContext) throws {
        typealias New = MigratedForms.New
        switch index {
        case 0: #expect(try context.fetch(FetchDescriptor<New.Moody>()).map(\.temper) == [.wild])
        case 1: #expect(try context.fetch(FetchDescriptor<New.Stateful>()).map(\.state) == [.off])
        case 2: #expect(try context.fetch(FetchDescriptor<New.Placed>()).map(\.place?.city) == ["Ulm"])
        case 3: #expect(try context.fetch(FetchDescriptor<New.Wordy>()).map(\.words) == [["a", "b"]])
        default:
            let row = try #require(try context.fetch(FetchDescriptor<New.Single>()).first)
            #expect(row.mood == .calm && row.state == .on && row.words == ["c"])
            #expect(row.place == MigratedForms.Place(city: nil, zip: "89"))
        }
    }

    /// The metadata names version 1, and the model cache contains version 2, without the keys that a migration omits.
    @Test(arguments: Opening.allCases)
    func aModelCacheOfAnotherVersionIsIgnored(_ opening: Opening) throws {
        try withStore([0, 1, 2, 3, 4]) { url in
            do {
                let connection = try SQLiteConnection(path: url.path, mode: .create)
                let newer = ModelArchive.encode(Schema(versionedSchema: MigratedForms.V2.self).model)
                try connection.prepare("UPDATE Z_MODELCACHE SET Z_CONTENT = ?").run([.blob(newer)])
                try MigratedCache.reduce(connection)
            }
            if opening == .inference {
                // Core Data needs the model to infer a migration.
                #expect(throws: SwiftDataError.self) { try container(MigratedForms.V2.self, url) }
            } else {
                let context = ModelContext(try container(MigratedForms.V2.self, url, opening.plan))
                for index in 0..<5 { try expectNewRow(index, context) }
            }
        }
    }
}
