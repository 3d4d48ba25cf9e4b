import Foundation
import PermafrostFiles
import PermafrostStore
import SwiftData

/// A migration that was carried out on a copy of a store: the container that it ended in, the store before and after,
/// and the time it took.
///
/// ## Topics
/// - Use the migrated store: ``container``, ``after``
/// - Compare: ``before``, ``after``, ``assertDataPreserved(_:expecting:fileID:file:line:column:)``
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
    private let folder: TemporaryFolder

    /// What the migration was from and to: `1.0.0 → 3.0.0`.
    public var description: String { "\(before.version) → \(after.version)" }

    init(
        container: ModelContainer, before: MigratedStore, after: MigratedStore, duration: Duration,
        versions: [any VersionedSchema.Type], plan: (any SchemaMigrationPlan.Type)?, folder: TemporaryFolder
    ) {
        self.container = container
        self.before = before
        self.after = after
        self.duration = duration
        self.versions = versions
        self.plan = plan
        self.folder = folder
    }
}
