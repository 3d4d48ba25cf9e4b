import PermafrostModel
import PermafrostStore

extension MigratedEntity {
    /// The entity of a class, whose properties know their defaults.
    init(_ storage: EntityStorage) {
        self.init(
            name: storage.name, number: storage.number, table: storage.table,
            sharesTable: storage.hasSuperentity || !storage.inheritors.isEmpty,
            properties: storage.properties.compactMap(MigratedEntity.MigratedProperty.init))
    }
}

extension MigratedEntity.MigratedProperty {
    /// The property of a class; nil if the model has none of it.
    fileprivate init?(_ storage: PropertyStorage) {
        if let attribute = storage.attribute {
            self.init(
                name: storage.name, content: .attribute(attribute), columnNames: storage.columnNames,
                requiredCells: storage.codec?.requiredCells ?? [],
                makeDefaultCells: storage.makeDefault.map { makeDefault in
                    { try storage.codec.flatMap { try Self.cells(of: makeDefault(), $0) } }
                })
        } else if let relationship = storage.relationship {
            self.init(
                name: storage.name,
                content: .relationship(isToMany: relationship.isToMany, isOptional: relationship.isOptional),
                columnNames: storage.columnNames)
        } else {
            return nil
        }
    }

    private static func cells(of value: Any, _ codec: any ValueCodec) throws -> [SQLiteValue]? {
        guard let value = FieldValue.unwrapped(value) else { return nil }
        var cells: [SQLiteValue] = []
        try codec.encode(value, into: &cells)
        return cells
    }
}
