/// The Swift type of a stored value whose storage type doesn't determine it. Two shapes can have the same bytes and
/// behave differently.
///
/// The shape is nil if the storage has its usual Swift type (`Int` in an `int64`, `String` in a `string`). A shape
/// doesn't contain the names of enums and structs because renaming them doesn't change stored values. A changed shape
/// is silent drift.
package indirect enum ValueShape: Sendable, Hashable {
    /// A type of the standard library or a framework, or a type that the project's sources don't declare.
    case scalar(String)
    case optional(ValueShape)
    case array(ValueShape)
    case set(ValueShape)
    case dictionary(key: ValueShape, value: ValueShape)
    /// An enum's cases, sorted by name because their order isn't stored.
    case enumeration([EnumerationCase])
    /// The stored properties, sorted by name, of a struct that is stored as one encoded value.
    case structure([Field])
    /// A type that contains itself. The value is the number of enclosing types between this occurrence and the type,
    /// which is 0 for the innermost.
    case recursion(Int)

    /// A case of an enum.
    package struct EnumerationCase: Sendable, Hashable {
        /// The case's name.
        package var name: String
        /// The raw value as source text without quotes, such as `grid` or `1`; nil if the enum has no raw values.
        package var rawValue: String?
        /// The associated values, in order.
        package var associatedValues: [Field]

        package init(name: String, rawValue: String? = nil, associatedValues: [Field] = []) {
            self.name = name
            self.rawValue = rawValue
            self.associatedValues = associatedValues
        }
    }

    /// A stored property or an associated value.
    package struct Field: Sendable, Hashable {
        /// The property's name or the associated value's label (`_0` if it has none).
        package var name: String
        /// The value's shape.
        package var shape: ValueShape

        package init(name: String, shape: ValueShape) {
            self.name = name
            self.shape = shape
        }
    }
}
