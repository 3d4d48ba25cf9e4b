import PermafrostModel

/// The result of rehearsing a migration on a copy of a store.
package struct RehearsalResult: Sendable {
    /// An entity's number of rows before and after the migration.
    package struct Rows: Sendable, Hashable, Encodable {
        package let entity: String
        /// The number of rows before the migration. Nil if the store didn't have the entity, or if the rows can't be
        /// counted.
        package let before: Int?
        /// The number of rows after the migration. Nil if the migrated copy doesn't exist or doesn't have the entity,
        /// or if the rows can't be counted.
        package let after: Int?

        private enum CodingKeys: String, CodingKey {
            case entity = "model"
            case before, after
        }
    }

    /// The inspection of the original store.
    package let before: StoreInspection
    /// The inspection of the migrated copy. Nil if the migration failed, or if there was nothing to migrate.
    package internal(set) var after: StoreInspection?
    /// The migration's error. Nil if the migration succeeded, or if there was nothing to migrate.
    package internal(set) var error: (any Error)?
    /// The duration of the migration, or zero if there was nothing to migrate.
    package internal(set) var duration: Duration = .zero
    /// The entities and properties that the migration drops, each with its number of rows, values or links.
    package internal(set) var dropped: [DroppedPart] = []
    /// At most ten problems that SQLite finds in the migrated copy. Empty if it finds none, or if the copy wasn't
    /// migrated.
    package internal(set) var integrityProblems: [String] = []
    /// The comparison of the migrated copy with the original store, or nil if the migrated copy doesn't exist.
    package internal(set) var preservation: DataDiff?

    /// Creates a result that contains only the inspection of the original store.
    package init(before: StoreInspection) { self.before = before }

    /// The number of each entity's rows before and after the migration, sorted by entity name.
    package var rows: [Rows] {
        Set(before.rowCounts.keys).union(after?.rowCounts.keys ?? [:].keys).sortedByCodeUnit().map { entity in
            Rows(entity: entity, before: before.rowCounts[entity], after: after?.rowCounts[entity])
        }
    }

    /// The duration of the migration in seconds.
    package var seconds: Double {
        Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    }

    /// The size of the original store, including its `-wal` and its large values, in bytes.
    package var bytesBefore: Int { before.bytes }
    /// The size in bytes of the migrated copy, or of the original store if there isn't a migrated copy.
    package var bytesAfter: Int { after?.bytes ?? before.bytes }
    /// Whether the migration drops an entity or property that contains data, and no stage declares the loss.
    package var losesValues: Bool { dropped.contains { $0.count > 0 && $0.reason == nil } }
}

extension StoreInspection {
    /// The size of the store in bytes, including its `-wal` and its large values.
    fileprivate var bytes: Int { files.bytes + files.walBytes + (externalData?.bytes ?? 0) }
}
