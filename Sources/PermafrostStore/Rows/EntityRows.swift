import PermafrostModel

/// An iterator over the rows of one entity, without rows of subentities, sorted by key.
package final class EntityRows {
    /// The columns that the rows are read from.
    package let columns: EntityColumns
    /// The current row's key (`Z_PK`), which is unique in the entity's hierarchy.
    package private(set) var key: Int64 = 0
    /// The number of times that the current row was saved (`Z_OPT`).
    package private(set) var saveCount: Int64 = 0
    /// The cells of the current row, in the order of ``EntityColumns/columns``.
    package var cells: [SQLiteValue] {
        if let readCells { return readCells }
        let cells = columns.columns.indices.map { statement.value(at: $0 + Self.ownColumns) }
        readCells = cells
        return cells
    }

    /// The number of columns that precede the properties' columns: the key and the save count.
    private static let ownColumns = 2

    /// The cells of the current row, or nil if they haven't been accessed. Empty before the first and after the last
    /// row.
    private var readCells: [SQLiteValue]? = []
    private let statement: SQLiteStatement
    private let decoder: StoredValueDecoder
    private let path: String
    /// The column and the content of each property's first cell, in the order of ``EntityColumns/properties``. Copying
    /// these values is faster than copying the properties, because it doesn't count references.
    private lazy var expectedCells = columns.properties.map { stored in
        (column: stored.columns.lowerBound + Self.ownColumns, content: CellContent(stored.property))
    }

    init(
        _ columns: EntityColumns, _ decoder: StoredValueDecoder, connection: SQLiteConnection, path: String
    ) throws(StoreError) {
        self.columns = columns
        self.path = path
        self.decoder = decoder
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

    /// Advances to the next row. Returns false after the last one.
    package func next() throws(StoreError) -> Bool {
        readCells = nil
        do {
            guard try statement.step() else {
                readCells = []
                return false
            }
        } catch {
            throw StoreError(error, path: path)
        }
        key = statement.integer(at: 0) ?? 0
        saveCount = statement.integer(at: 1) ?? 0
        return true
    }

    /// Returns the value of a property in the current row.
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

    /// Returns whether a property's cells in the current row are known to be valid without decoding them. If false,
    /// decode the property with ``value(of:)`` to find out.
    package func isKnownValid(propertyAt index: Int) -> Bool {
        let (column, content) = expectedCells[index]
        return statement.isKnownValid(at: column, as: content)
    }

    /// Returns the key of a to-one relationship's destination in the current row, or nil if the cell is NULL. Returns
    /// 0, which isn't the key of any row, if the cell doesn't contain an integer.
    package func key(of property: EntityColumns.StoredProperty) -> Int64? {
        let column = property.columns.lowerBound + Self.ownColumns
        return statement.kind(at: column) == .integer
            ? statement.integer(at: column) : statement.isNull(at: column) ? nil : 0
    }

    private func entityName(_ cell: SQLiteValue?) -> String? {
        guard case .integer(let number)? = cell else { return nil }
        return columns.entityNames[number]
    }
}
