import SwiftData
import Testing

@testable import Permafrost

/// The stages of an app's own plan are examined in only one place, which knows two kinds of stages.
@Suite struct DeclaredStagesTests {
    private enum OwnPlan: SchemaMigrationPlan {
        static let schemas: [any VersionedSchema.Type] = [Items.First.self, Items.Noted.self, Items.Coded.self]
        // Stored, as apps declare them. This requires that stages are Sendable.
        static let toNoted = MigrationStage.lightweight(fromVersion: Items.First.self, toVersion: Items.Noted.self)
        static let toCoded = MigrationStage.custom(
            fromVersion: Items.Noted.self, toVersion: Items.Coded.self, willMigrate: nil, didMigrate: { _ in })
        static let stages = [toNoted, toCoded]
    }

    @Test func bothKindsOfStagesAreRead() throws {
        let stages = DeclaredStages(OwnPlan.self)
        try stages.check()
        #expect(stages.findings.isEmpty && stages.known.count == 2)
        #expect(stages.known[0].from == Items.First.self && stages.known[0].to == Items.Noted.self)
        #expect(stages.known[0].hooks == nil)
        #expect(stages.known[1].hooks != nil && stages.known[1].hooks?.willMigrate == nil)
        #expect(stages.known[1].hooks?.didMigrate != nil)
    }

    /// SwiftData's stages aren't a frozen enum, so a later version may add more kinds.
    @Test func aStageOfAnotherKindIsAFindingAndARefusal() throws {
        let stages = DeclaredStages(OwnPlan.self) { stage in
            if case .custom = stage { nil } else { DeclaredStage(stage) }
        }
        #expect(stages.unknown == ["custom"] && stages.known.count == 1)
        #expect(stages.findings.map(\.kind) == [.unknownStage] && stages.findings.map(\.severity) == [.error])
        #expect(stages.findings.first?.what.contains("has the kind custom") == true)
        let error = #expect(throws: MigrationError.self) { try stages.check() }
        #expect(error?.cause == .plan(.invalid(stages.problems)))
    }
}
