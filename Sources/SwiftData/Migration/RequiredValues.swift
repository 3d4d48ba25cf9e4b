import PermafrostModel
import PermafrostStore

/// Checks that no row lacks a value which it must have by the newer model, where the older one allowed it to.
struct RequiredValues {
    let connection: SQLiteConnection
    let mapping: ModelMapping
    let entities: [EntityStorage]

    func check() throws {
        for storage in entities {
            guard let entity = mapping.destination.entity(named: storage.name), let former = mapping.source(of: entity)
            else { continue }
            for property in storage.properties where !property.columnNames.isEmpty {
                if let attribute = property.attribute, !attribute.isOptional {
                    let source = mapping.source(of: attribute, in: entity)
                    // A new one with a default has it in every row.
                    guard source?.isOptional ?? (property.makeDefault == nil) else { continue }
                    try check(storage, property, "attribute", former)
                } else if let relationship = property.relationship, !relationship.isToMany, !relationship.isOptional,
                    entity.property(named: property.name).flatMap({ mapping.source(of: $0, in: entity) })?.isOptional
                        ?? true
                {
                    try check(storage, property, "relationship", former)
                }
            }
        }
    }

    private func check(
        _ storage: EntityStorage, _ property: PropertyStorage, _ kind: String, _ former: PermafrostModel.Entity
    ) throws {
        let absent = property.columnNames.map { "\($0) IS NULL" }.joined(separator: " AND ")
        let rows = try connection.rows("SELECT Z_PK FROM \(storage.table) WHERE \(absent) LIMIT 1")
        guard let row = rows.first else { return }
        throw CoreDataError(
            code: 134110, text: "An error occurred during persistent store migration.",
            reason: "Validation error missing attribute values on mandatory destination \(kind): "
                + "\(storage.name).\(property.name) of row \(row[0]), which was one of \(former.name).")
    }
}
