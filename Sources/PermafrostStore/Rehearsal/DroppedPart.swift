import PermafrostModel

/// An entity or property that the migration drops, and the number of its rows, values or links in the original
/// store.
package struct DroppedPart: Sendable, Hashable, Encodable {
    package enum Unit: String, Sendable, Hashable, Encodable {
        case rows
        case values
        case links
    }

    /// The path of the part, such as `Post` or `Post.subtitle`.
    package let path: String
    package let unit: Unit
    /// The number of rows, values or links that are dropped.
    package let count: Int
    /// The declared reason for the loss, or nil if the loss isn't declared.
    package let reason: String?

    /// Returns the entities and properties that a migration drops. A relationship and its inverse count as one
    /// part.
    ///
    /// - Parameters:
    ///   - between: the models between the store's model and the destination, oldest first.
    ///   - destination: the model that the store is migrated to.
    ///   - losses: the losses that the stages of the migration declare.
    /// - Throws: `StoreError` if the store can't be read.
    static func all(
        of store: ComparedStore, between: [SchemaModel], to destination: SchemaModel,
        accepting losses: AcceptedLosses
    ) throws -> [DroppedPart] {
        func part(_ entity: String, _ property: String?, _ unit: Unit, _ count: Int) -> DroppedPart {
            let part = DeclaredLoss.Part(entity: entity, property: property)
            return DroppedPart(
                path: part.path, unit: unit, count: count, reason: losses.reason(forLossOf: part))
        }
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
                dropped.append(part(entity.name, nil, .rows, try store.rowCount(of: entity.name)))
                continue
            }
            for property in store.model.properties(of: entity.name) {
                let place = ModelContinuity.Place(entity: entity.name, property: property.name)
                guard !property.isTransient, !keptProperties.contains(place) else { continue }
                switch property {
                case .attribute:
                    dropped.append(
                        part(entity.name, property.name, .values, try values(of: property, entity, store)))
                case .relationship(let relationship):
                    // A relationship and its inverse count as a single part.
                    guard let links = linkPlace(relationship, entity.name, store),
                        places.insert(links.location).inserted
                    else { continue }
                    dropped.append(part(entity.name, property.name, .links, try count(store.links(links))))
                case .fetched: continue
                }
            }
        }
        return dropped
    }

    /// Counts the rows of an entity that have a value in at least one of the property's columns. Rows of
    /// subentities aren't counted.
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
