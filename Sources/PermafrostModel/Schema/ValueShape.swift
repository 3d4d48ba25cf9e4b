/// The Swift type of a stored value if the storage type doesn't determine it. Values of different shapes can have the
/// same bytes but behave differently.
///
/// An attribute has no shape if its Swift type is the usual one for its storage type, such as `Int` for `int64` or
/// `String` for `string`. A shape doesn't contain the type names of enums and structs, because renaming a type doesn't
/// change stored values. A changed shape is silent drift.
package indirect enum ValueShape: Sendable, Hashable, Codable {
    /// A type of the standard library or a framework, or a type that the project's sources don't declare.
    case scalar(String)
    case optional(ValueShape)
    case array(ValueShape)
    case set(ValueShape)
    case dictionary(key: ValueShape, value: ValueShape)
    /// The cases of an enum. They are sorted by name, because their order isn't stored.
    case enumeration([EnumerationCase])
    /// The stored properties of a struct that is stored as one encoded value, sorted by name.
    case structure([Field])
    /// A reference to an enclosing enum or struct, for a type that contains itself. The value is the position in the
    /// list of enclosing enums and structs, innermost first. It is 0 for the innermost one.
    case recursion(Int)

    package struct EnumerationCase: Sendable, Hashable, Codable {
        package var name: String
        /// The explicit or implied raw value without quotes, such as `grid` or `1`. Nil if the enum has no raw values,
        /// or if its declaration doesn't contain them.
        package var rawValue: String?
        /// The associated values, in order.
        package var associatedValues: [Field]

        package init(name: String, rawValue: String? = nil, associatedValues: [Field] = []) {
            self.name = name
            self.rawValue = rawValue
            self.associatedValues = associatedValues
        }

        /// Raw values are compared by their bytes, as SQLite does. Two Unicode forms of a text are different.
        package static func == (first: EnumerationCase, second: EnumerationCase) -> Bool {
            first.name == second.name && first.rawValue?.byteKey == second.rawValue?.byteKey
                && first.associatedValues == second.associatedValues
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(name)
            hasher.combine(rawValue?.byteKey)
            hasher.combine(associatedValues)
        }
    }

    /// A stored property or an associated value.
    package struct Field: Sendable, Hashable, Codable {
        /// The name of the property, or the label of the associated value (`_0` if it has none).
        package var name: String
        package var shape: ValueShape

        package init(name: String, shape: ValueShape) {
            self.name = name
            self.shape = shape
        }
    }
    /// Whether the shape is a single value without parts.
    package var isScalar: Bool {
        if case .scalar = self { true } else { false }
    }
}
