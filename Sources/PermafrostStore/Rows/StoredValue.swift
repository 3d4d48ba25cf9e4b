/// The value of a property in one row, decoded as its model says.
package indirect enum StoredValue: Sendable, Hashable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case double(Double)
    /// A decimal number as text; what the column keeps of it, which may be less than was saved.
    case decimal(String)
    case string(String)
    /// Seconds since 2001-01-01 UTC.
    case date(Double)
    /// The 16 bytes of a UUID.
    case uuid([UInt8])
    /// A URL as text.
    case url(String)
    case data([UInt8])
    /// A value that is kept encoded, such as an array: its JSON.
    case encoded(String)
    /// The name of an enum's case, for an enum without raw values.
    case enumerationCase(String)
    /// A struct's elements in the order of their columns; of an enum, the case that the row has, with its associated values.
    case composite([Element])
    /// Data in a file beside the store: the file's name, and its size in bytes where the file is there.
    case externalData(file: String, bytes: Int?)
    /// A row that a to-one relationship leads to.
    case row(entity: String, key: Int64)
    /// The rows that a to-many relationship leads to: some of their keys, and whether there are more.
    case rows(entity: String, keys: [Int64], isCut: Bool)
    /// A cell that holds no value of the property's type, as only a damaged store has.
    case unexpected(SQLiteValue)

    /// One element of a struct.
    package struct Element: Sendable, Hashable {
        /// The element's name.
        package var name: String
        /// Its value.
        package var value: StoredValue

        /// An element.
        package init(name: String, value: StoredValue) {
            self.name = name
            self.value = value
        }
    }
}
