/// The value of a property in one row, decoded with its model.
package indirect enum StoredValue: Sendable, Hashable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case double(Double)
    /// A decimal number as a string. The column's precision may be lower than that of the saved value.
    case decimal(String)
    case string(String)
    /// Seconds since 2001-01-01 UTC.
    case date(Double)
    /// The 16 bytes of a UUID.
    case uuid([UInt8])
    /// A URL as a string.
    case url(String)
    case data([UInt8])
    /// A value that is stored in encoded form, such as an array, as JSON.
    case encoded(String)
    /// The name of an enum's case, for an enum without raw values.
    case enumerationCase(String)
    /// A struct's elements in the order of their columns; for an enum, the row's case with its associated values.
    case composite([Element])
    /// Data in a file next to the store: the file's name, and its size in bytes if the file exists.
    case externalData(file: String, bytes: Int?)
    /// The destination row of a to-one relationship.
    case row(entity: String, key: Int64)
    /// The destination rows of a to-many relationship. The keys may be incomplete; `isCut` shows whether there are
    /// more.
    case rows(entity: String, keys: [Int64], isCut: Bool)
    /// A cell whose content isn't a value of the property's type. Only a damaged store has one.
    case unexpected(SQLiteValue)

    /// One element of a struct.
    package struct Element: Sendable, Hashable {
        /// The name of the element.
        package var name: String
        /// The value of the element.
        package var value: StoredValue

        package init(name: String, value: StoredValue) {
            self.name = name
            self.value = value
        }
    }
}
