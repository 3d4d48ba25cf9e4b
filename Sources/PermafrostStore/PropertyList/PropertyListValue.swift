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
    /// A dictionary's entries. They keep the order of the file, so that the same bytes are written again.
    case dictionary([Entry])
    /// The number of an object in a keyed archive.
    case reference(Int)

    /// One entry of a dictionary.
    package struct Entry: Sendable, Hashable {
        /// The key. Property lists of this kind have only string keys.
        package var key: String
        /// The value of the entry.
        package var value: PropertyListValue

        package init(_ key: String, _ value: PropertyListValue) {
            self.key = key
            self.value = value
        }
    }

    /// The value of a dictionary's entry; nil if there is no such entry, or if this isn't a dictionary.
    package subscript(key: String) -> PropertyListValue? {
        guard case .dictionary(let entries) = self else { return nil }
        return entries.first { $0.key == key }?.value
    }

    /// The string, if this is a string.
    package var string: String? {
        if case .string(let string) = self { string } else { nil }
    }

    /// The integer, if this is an integer.
    package var integer: Int64? {
        if case .integer(let integer) = self { integer } else { nil }
    }

    /// The bytes, if this is data.
    package var data: [UInt8]? {
        if case .data(let bytes) = self { bytes } else { nil }
    }

    /// The elements, if this is an array.
    package var array: [PropertyListValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The entries, if this is a dictionary.
    package var entries: [Entry]? {
        if case .dictionary(let entries) = self { entries } else { nil }
    }
}
