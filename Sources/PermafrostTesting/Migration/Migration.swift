import Foundation
import PermafrostStore
import SwiftData

/// A migration that was carried out on a copy of a store: the container that it ended in, the store before and after,
/// and the time it took.
public struct Migration: Sendable {
    /// The container over the migrated store.
    public let container: ModelContainer
    /// The store as it was.
    public let before: MigratedStore
    /// The store that was migrated.
    public let after: MigratedStore
    /// How long opening the container took, migration included.
    public let duration: Duration
    /// The versions that the store was opened as, one after the other.
    let versions: [any VersionedSchema.Type]
    /// The plan; nil for inference alone.
    let plan: (any SchemaMigrationPlan.Type)?
    /// The last of them.
    let last: any VersionedSchema.Type
    /// The copies of the store.
    let rehearsal: StoreRehearsal

    /// What the migration was from and to: `1.0.0 → 3.0.0`.
    public var description: String { "\(before.version) → \(after.version)" }

    init(
        container: ModelContainer, _ rehearsal: StoreRehearsal, from version: String, duration: Duration,
        through versions: [any VersionedSchema.Type], to last: any VersionedSchema.Type,
        plan: (any SchemaMigrationPlan.Type)?
    ) {
        self.container = container
        self.rehearsal = rehearsal
        before = MigratedStore(url: rehearsal.before, version: version)
        after = MigratedStore(url: rehearsal.after, version: last.versionIdentifier.description)
        self.duration = duration
        self.versions = versions
        self.last = last
        self.plan = plan
    }
}
