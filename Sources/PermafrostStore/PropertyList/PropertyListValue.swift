/// A value of a property list, including the object references of a keyed archive.
package enum PropertyListValue: Sendable, Hashable {
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    /// Seconds since 2001-01-01 UTC.
    case date(Double)
    case string(String)
    case data([UInt8])
    case array([PropertyListValue])
    /// The entries of a dictionary, in the file's order. Writing the property list again keeps this order.
    case dictionary([Entry])
    /// The number of an object in a keyed archive.
    case reference(Int)

    package struct Entry: Sendable, Hashable {
        /// The key. Property lists in stores have only string keys.
        package var key: String
        package var value: PropertyListValue

        package init(_ key: String, _ value: PropertyListValue) {
            self.key = key
            self.value = value
        }
    }

    /// The value for a key. Nil if the dictionary doesn't have the key, or if this isn't a dictionary.
    package subscript(key: String) -> PropertyListValue? {
        guard case .dictionary(let entries) = self else { return nil }
        return entries.first { $0.key == key }?.value
    }

    /// The string, or nil if this isn't a string.
    package var string: String? {
        if case .string(let string) = self { string } else { nil }
    }

    /// The integer, or nil if this isn't an integer.
    package var integer: Int64? {
        if case .integer(let integer) = self { integer } else { nil }
    }

    /// The bytes, or nil if this isn't data.
    package var data: [UInt8]? {
        if case .data(let bytes) = self { bytes } else { nil }
    }

    /// The elements, or nil if this isn't an array.
    package var array: [PropertyListValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The entries, or nil if this isn't a dictionary.
    package var entries: [Entry]? {
        if case .dictionary(let entries) = self { entries } else { nil }
    }
}
