import PermafrostStore

/// An attribute with the `preserveValueOnDeletion` option. When a row is deleted, the history preserves the attribute's
/// cell or, if the attribute has several cells, JSON. Core Data is assumed to use the same format.
struct KeptValue {
    private let property: PropertyStorage

    init(_ property: PropertyStorage) { self.property = property }

    /// Returns the cell that preserves a deleted row's value in the history. The cell is NULL if the value is nil, or
    /// if the file of a large value is missing.
    ///
    /// - Parameter cells: the attribute's cells in the deleted row.
    /// - Throws: `FileError` if the file of a large value exists but can't be read; `ValueError` if a value with
    ///   several cells can't be decoded or encoded.
    func cell(_ cells: [SQLiteValue], _ store: Store) throws -> SQLiteValue {
        if property.isExternal {
            guard case .blob(let bytes)? = cells.first else { return .null }
            return try bytes.withUnsafeBytes { try store.content(ofLarge: $0) }.map { .blob(Array($0)) } ?? .null
        }
        guard cells.count > 1 else { return cells.first ?? .null }
        guard let value = try property.codec?.decode(Cells(cells: cells), at: 0) as? any Encodable else { return .null }
        return .blob(try JSONValue.encode(value))
    }

    /// Returns the value that a cell of the history preserves. Returns nil if the cell is NULL, or if its content isn't
    /// a value of the attribute's current type.
    func value(_ cell: SQLiteValue) -> (any Sendable)? {
        guard let value = property.columnNames.count > 1 ? decoded(cell) : plain(cell) else { return nil }
        // The value was just decoded, so no other references to it exist.
        return unsafeBitCast(value as Any, to: (any Sendable).self)
    }

    private func plain(_ cell: SQLiteValue) -> Any? {
        (try? property.codec?.decode(Cells(cells: [cell]), at: 0)) ?? nil
    }

    private func decoded(_ cell: SQLiteValue) -> Any? {
        guard case .blob(let bytes) = cell,
            let type = ValueCodecs.unwrapped(type(of: property.keyPath).valueType) as? any Decodable.Type
        else { return nil }
        return try? JSONValue.decode(type, from: bytes)
    }

    private struct Cells: CellSource {
        let cells: [SQLiteValue]
        func cell(_ column: Int) -> SQLiteValue { cells.indices.contains(column) ? cells[column] : .null }
    }
}
