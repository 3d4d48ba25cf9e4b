/// The Swift type of a stored value, where its storage does not show it: other behaviour behind the same bytes.
///
/// A shape is absent if the storage has its usual Swift type (`Int` in an `int64`, `String` in a `string`). Names of
/// enums and structs do not enter, since renaming one changes nothing that is stored. A change is silent drift.
package indirect enum ValueShape: Sendable, Hashable {
    /// A type of the standard library or a framework, or one that the project's sources do not declare.
    case scalar(String)
    case optional(ValueShape)
    case array(ValueShape)
    case set(ValueShape)
    case dictionary(key: ValueShape, value: ValueShape)
    /// An enum: its cases sorted by name, since their order is stored nowhere.
    case enumeration([EnumerationCase])
    /// A struct kept as one encoded value: its stored properties sorted by name.
    case structure([Field])
    /// A type that contains itself: how many types further out it was opened, 0 for the innermost.
    case recursion(Int)

    /// One case of an enum.
    package struct EnumerationCase: Sendable, Hashable {
        /// The case's name.
        package var name: String
        /// The raw value as source text without quotes (`grid`, `1`); nil for an enum without raw values.
        package var rawValue: String?
        /// The associated values, in order.
        package var associatedValues: [Field]

        /// A case.
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

        /// A field.
        package init(name: String, shape: ValueShape) {
            self.name = name
            self.shape = shape
        }
    }
}
