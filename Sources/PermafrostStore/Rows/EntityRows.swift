import PermafrostModel

/// The rows of one entity, one at a time, in the order of their keys. Rows of its subentities are not among them.
package final class EntityRows {
    /// Where the values stand.
    package let columns: EntityColumns
    /// The current row's key (`Z_PK`), which is its own within the entity's whole family.
    package private(set) var key: Int64 = 0
    /// How many times the current row has been saved (`Z_OPT`).
    package private(set) var saveCount: Int64 = 0
    /// The cells of the current row, in the order of ``EntityColumns/columns``.
    package private(set) var cells: [SQLiteValue] = []

    private let statement: SQLiteStatement
    private let decoder: StoredValueDecoder
    private let path: String

    init(_ columns: EntityColumns, connection: SQLiteConnection, path: String) throws(StoreError) {
        self.columns = columns
        self.path = path
        decoder = StoredValueDecoder(externalStorage: StoreFile(path: path).externalStorage)
        let names = ["Z_PK", "Z_OPT"] + columns.columns
        let list = names.map(SQLiteConnection.quoted).joined(separator: ", ")
        do {
            statement = try connection.prepare(
                "SELECT \(list) FROM \(SQLiteConnection.quoted(columns.table)) WHERE Z_ENT = ? ORDER BY Z_PK")
            try statement.bind(.integer(columns.number), at: 1)
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// Goes to the next row; false if there is none.
    package func next() throws(StoreError) -> Bool {
        do {
            guard try statement.step() else { return false }
        } catch {
            throw StoreError(error, path: path)
        }
        key = statement.integer(at: 0) ?? 0
        saveCount = statement.integer(at: 1) ?? 0
        cells = (0..<columns.columns.count).map { statement.value(at: $0 + 2) }
        return true
    }

    /// The value of a property in the current row.
    package func value(of property: EntityColumns.StoredProperty) -> StoredValue {
        let own = cells[property.columns]
        switch property.property {
        case .attribute(let attribute): return decoder.value(of: attribute, own)
        case .relationship(let relationship):
            switch own.first {
            case .integer(let key):
                return .row(entity: entityName(own.dropFirst().first) ?? relationship.destination, key: key)
            case .null, nil: return .null
            case .some(let cell): return .unexpected(cell)
            }
        case .fetched: return .null
        }
    }

    private func entityName(_ cell: SQLiteValue?) -> String? {
        guard case .integer(let number)? = cell else { return nil }
        return columns.entityNames[number]
    }
}
