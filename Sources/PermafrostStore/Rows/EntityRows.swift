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
    package var cells: [SQLiteValue] {
        if let readCells { return readCells }
        let cells = columns.columns.indices.map { statement.value(at: $0 + Self.ownColumns) }
        readCells = cells
        return cells
    }

    /// The columns that are selected in front of the properties': key and count of saves.
    private static let ownColumns = 2

    /// ``cells``, once they were asked for; none if there is no current row.
    private var readCells: [SQLiteValue]? = []
    private let statement: SQLiteStatement
    private let decoder: StoredValueDecoder
    private let path: String

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

    /// Goes to the next row; false if there is none.
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

    /// Whether a property's cells in the current row are of its type, as far as that shows without decoding them.
    ///
    /// - Returns: false if ``value(of:)`` must be asked: for a value that is missing or unexpected, and for some sound ones.
    func isPlainlySound(_ property: EntityColumns.StoredProperty) -> Bool {
        let column = property.columns.lowerBound + Self.ownColumns
        switch property.property {
        case .attribute(let attribute): return statement.isPlainlySound(at: column, as: attribute)
        case .relationship: return statement.kind(at: column) == .null || statement.kind(at: column) == .integer
        case .fetched: return false
        }
    }

    /// The key in a to-one relationship's cell in the current row; nil for NULL, and 0, which no row has, for no key.
    func key(of property: EntityColumns.StoredProperty) -> Int64? {
        let column = property.columns.lowerBound + Self.ownColumns
        return statement.kind(at: column) == .integer
            ? statement.integer(at: column) : statement.isNull(at: column) ? nil : 0
    }

    private func entityName(_ cell: SQLiteValue?) -> String? {
        guard case .integer(let number)? = cell else { return nil }
        return columns.entityNames[number]
    }
}
