import PermafrostModel

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
    package internal(set) var dropped: [RehearsalResult.DroppedPart] = []
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

extension RehearsalResult {
    /// An entity or a property that no part of the newer version continues, with what it holds in a store.
    package struct DroppedPart: Sendable, Hashable {
        /// What is counted.
        package enum Unit: String, Sendable, Hashable {
            case rows
            case values
            case links
        }

        /// `Post`, or `Post.subtitle`.
        package let path: String
        /// What is counted.
        package let unit: Unit
        /// How many there are.
        package let count: Int

        /// Counts what a migration drops.
        ///
        /// - Parameters:
        ///   - between: the models that the store has between its own and the last one, oldest first.
        ///   - destination: the last one.
        /// - Throws: `StoreError` if the store cannot be read.
        static func all(
            of store: ComparedStore, between: [SchemaModel], to destination: SchemaModel
        ) throws -> [DroppedPart] {
            let continuity = ModelContinuity(path: [store.model] + between + [destination])
            let keptEntities = Set(continuity.entitySource.values)
            let keptProperties = Set(continuity.propertySource.values)
            var places: Set<[String]> = []
            for place in keptProperties {
                guard let relationship = store.model.relationship(at: place) else { continue }
                if let place = linkPlace(relationship, place.entity, store) { places.insert(place.location) }
            }
            var dropped: [DroppedPart] = []
            for entity in store.model.entities {
                guard keptEntities.contains(entity.name) else {
                    dropped.append(
                        DroppedPart(path: entity.name, unit: .rows, count: try store.rowCount(of: entity.name)))
                    continue
                }
                for property in store.model.properties(of: entity.name) {
                    let place = ModelContinuity.Place(entity: entity.name, property: property.name)
                    guard !property.isTransient, !keptProperties.contains(place) else { continue }
                    switch property {
                    case .attribute:
                        dropped.append(
                            DroppedPart(path: place.path, unit: .values, count: try values(of: property, entity, store))
                        )
                    case .relationship(let relationship):
                        // A relationship and its inverse are one thing.
                        guard let links = linkPlace(relationship, entity.name, store),
                            places.insert(links.location).inserted
                        else { continue }
                        dropped.append(
                            DroppedPart(path: place.path, unit: .links, count: try count(store.links(links))))
                    case .fetched: continue
                    }
                }
            }
            return dropped
        }

        /// The rows of exactly one entity that have anything in one of the property's columns.
        private static func values(of property: Property, _ entity: Entity, _ store: ComparedStore) throws -> Int {
            let columns = store.layout.columns(of: property, entity: entity.name)
            let rows = try store.rows(of: entity.name, columns)
            var count = 0
            while try rows.step() {
                if columns.indices.contains(where: { !rows.isNull(at: $0 + 1) }) { count += 1 }
            }
            return count
        }

        private static func linkPlace(
            _ relationship: Relationship, _ entity: String, _ store: ComparedStore
        ) -> LinkPlace? {
            let line = [entity] + store.model.superentities(of: entity).map(\.name)
            let declaring = line.first { store.model.entity(named: $0)?.property(named: relationship.name) != nil }
            return LinkPlace(of: relationship, entity: declaring ?? entity, in: store.layout)
        }

        private static func count(_ rows: SQLiteStatement) throws -> Int {
            var count = 0
            while try rows.step() { count += 1 }
            return count
        }
    }
}
