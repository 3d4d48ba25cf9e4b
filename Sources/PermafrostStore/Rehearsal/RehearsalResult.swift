/// What a rehearsed migration did to a copy of a store.
package struct RehearsalResult: Sendable {
    /// The rows of an entity before and after.
    package struct Rows: Sendable, Hashable {
        /// The entity's name.
        package let entity: String
        /// The rows before; nil if the store had no such entity.
        package let before: Int?
        /// The rows after; nil if the migrated copy has no such entity, or if the migration failed.
        package let after: Int?
    }

    /// The store as it was.
    package let before: StoreInspection
    /// The migrated copy; nil if the migration failed, or if there was nothing to migrate.
    package internal(set) var after: StoreInspection?
    /// Why the migration failed; nil if it did not.
    package internal(set) var error: (any Error)?
    /// How long the migration took.
    package internal(set) var duration: Duration = .zero
    /// What has no place in the newer version, with what it held.
    package internal(set) var dropped: [DroppedPart] = []
    /// What SQLite finds wrong with the migrated copy; empty if it is sound.
    package internal(set) var integrityProblems: [String] = []
    /// The comparison of the migrated copy with the store as it was; nil if there is no such copy.
    package internal(set) var preservation: PreservationReport?

    /// The result for a store that was not migrated.
    package init(before: StoreInspection) { self.before = before }

    /// The rows by entity, sorted by name.
    package var rows: [Rows] {
        Set(before.rowCounts.keys).union(after?.rowCounts.keys ?? [:].keys).sortedByCodeUnit().map { entity in
            Rows(entity: entity, before: before.rowCounts[entity], after: after?.rowCounts[entity])
        }
    }

    /// How long the migration took, in seconds.
    package var seconds: Double {
        Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    }

    /// The size of the store before, its -wal and its large values included, in bytes.
    package var bytesBefore: Int { before.bytes }
    /// The size of the migrated copy; that of the store if there is none.
    package var bytesAfter: Int { after?.bytes ?? before.bytes }
    /// Whether anything that is dropped held values.
    package var losesValues: Bool { dropped.contains { $0.count > 0 } }
}

extension StoreInspection {
    /// The size of the store with its -wal and its large values.
    fileprivate var bytes: Int { files.bytes + files.walBytes + (externalData?.bytes ?? 0) }
}
