/// The value of a property in one row, decoded according to the model.
package indirect enum StoredValue: Sendable, Hashable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case double(Double)
    /// A decimal number as a string. The column may be less precise than the saved value.
    case decimal(String)
    case string(String)
    /// Seconds since 2001-01-01 UTC.
    case date(Double)
    /// The 16 bytes of a UUID.
    case uuid([UInt8])
    /// A URL as a string.
    case url(String)
    case data([UInt8])
    /// The JSON of a value that is stored in encoded form, such as an array.
    case encoded(String)
    /// The name of an enum case without associated values. The value of an enum with raw values is decoded as its raw
    /// value instead.
    case enumerationCase(String)
    /// A struct's elements in the order of their columns, or an enum's case with its associated values.
    case composite([Element])
    /// The name of the file that contains a large value, and the file's size in bytes. The size is nil if the file
    /// doesn't exist.
    case externalData(file: String, bytes: Int?)
    /// The destination row of a to-one relationship.
    case row(entity: String, key: Int64)
    /// The destination rows of a to-many relationship. If `isCut` is true, there are more rows than the listed keys.
    case rows(entity: String, keys: [Int64], isCut: Bool)
    /// A cell whose content isn't a value of the property's type. Only a damaged store contains such a cell.
    case unexpected(SQLiteValue)

    /// An element of a struct, or the case of an enum.
    package struct Element: Sendable, Hashable {
        package var name: String
        package var value: StoredValue

        package init(name: String, value: StoredValue) {
            self.name = name
            self.value = value
        }
    }
}
