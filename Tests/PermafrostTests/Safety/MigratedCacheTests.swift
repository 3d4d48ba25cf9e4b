import Foundation
import PermafrostModel
import PermafrostStore
import PermafrostTestSupport
import SwiftData
import Testing

@testable import Permafrost

/// Stores in the form that Apple's framework leaves after a migration, as users have them.
@Suite struct MigratedCacheTests {
    @Test(arguments: FrozenStore.all)
    func anExampleIsMigratedLikeANewStore(_ example: FrozenStore) throws {
        let (folder, store) = try example.copy()
        defer { withExtendedLifetime(folder) {} }
        let last = try #require(example.plan.schemas.last)
        let original = try SafeModelContainer.dryRun(for: last, plan: example.plan, storeURL: store)
        try MigratedCache.reduce(store.path)
        #expect(try drift(example.version, store).changes.isEmpty)
        #expect(try drift(example.version, store).isRecognised)
        let report = try SafeModelContainer.dryRun(for: last, plan: example.plan, storeURL: store)
        #expect(report.passed, "\(report)")
        #expect(report.preservation == original.preservation)
        #expect(report.rows == original.rows)
        let container = try SafeModelContainer.make(for: last, plan: example.plan, storeURL: store)
        defer { withExtendedLifetime(container) {} }
        #expect(try drift(last, store).isRecognised)
    }

    /// A version that doesn't match the store differs only in what the versions differ in.
    @Test(arguments: FrozenStore.all)
    func theDifferencesFromAnotherVersionAreTheSame(_ example: FrozenStore) throws {
        let (folder, store) = try example.copy()
        defer { withExtendedLifetime(folder) {} }
        let last = try #require(example.plan.schemas.last)
        let original = try drift(last, store)
        try MigratedCache.reduce(store.path)
        #expect(try drift(last, store).changes == original.changes)
        #expect(!original.changes.isEmpty)
    }

    private func drift(_ version: any VersionedSchema.Type, _ store: URL) throws -> StoreDiff {
        func drift<V: VersionedSchema>(_ version: V.Type) throws -> StoreDiff {
            try detectDrift(declared: version, at: store)
        }
        return try drift(version)
    }
}
