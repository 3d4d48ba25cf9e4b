import PermafrostModel

/// An `encode(to:)` or `init(from:)` that a type or extension declares, or the code of its raw value. The code isn't
/// evaluated.
package struct ParsedCoder: Sendable, Hashable {
    package enum Direction: Sendable, Hashable {
        case encoding, decoding
        /// A `rawValue`, `stringValue` or `intValue`, or the initializer with this label.
        case representation
    }

    /// A member that encodes itself with the function's encoder, as in `try values.encode(to: encoder)`.
    package struct Delegate: Sendable, Hashable {
        var member: String
        var offset: Int32
    }

    var direction: Direction
    /// A digest of the function's tokens.
    var digest: String
    var conditions: [Condition]
    /// The requested containers, in source order.
    var containers: [CoderContainer] = []
    var delegates: [Delegate] = []
    /// The byte offset of the first use of the encoder or decoder that can't be analyzed, or nil if there isn't one.
    var unfollowed: Int32?
    /// The names of the members that are passed to an `encode` call unchanged.
    var encodedMembers: Set<String> = []
    /// The way that the decoder reads each key, such as `required`, keyed by the name of the key's case.
    var readings: [String: ValueDecoding.Reading] = [:]
    /// Whether ``readings`` contains every key that the decoder reads.
    var readingsAreKnown = true
    /// The types that the decoder reads, as written, keyed by the name of the property and of its key. Nil if the code
    /// does anything else than to assign what it reads to the property of the same name.
    var plainTypes: [String: String]?
    /// The literals that an enum's own `rawValue` returns, keyed by case name. Nil if this isn't the code of a
    /// `rawValue` property.
    var rawLiterals: [String: String]?
}
