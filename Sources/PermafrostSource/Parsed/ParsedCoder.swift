import PermafrostModel

/// An `encode(to:)` or `init(from:)` that a type or extension declares. The code isn't evaluated.
package struct ParsedCoder: Sendable, Hashable {
    package enum Direction: Sendable, Hashable {
        case encoding, decoding
    }

    /// A request for a container. A literal that encodes itself, as in `try [x, y].encode(to: encoder)`, and a standard
    /// type that is decoded, as in `try String(from: decoder)`, also request one.
    package struct Container: Sendable, Hashable {
        package enum Kind: Sendable, Hashable {
            case keyed, unkeyed, singleValue
        }

        var kind: Kind
        var offset: Int32
    }

    /// A member that encodes itself with the function's encoder, as in `try values.encode(to: encoder)`.
    package struct Delegate: Sendable, Hashable {
        var member: String
        var offset: Int32
    }

    var direction: Direction
    var conditions: [Condition]
    /// The requested containers, in source order.
    var containers: [Container] = []
    var delegates: [Delegate] = []
    /// The offset of the first use of the encoder or decoder that can't be followed. Nil if all uses can be followed.
    var unfollowed: Int32?
    /// The names of the members that are passed to an `encode` call unchanged.
    var encodedMembers: Set<String> = []
    /// The way that the decoder reads each key, keyed by the name of the key's case.
    var readings: [String: ValueDecoding.Reading] = [:]
    /// Whether ``readings`` contains every key that the decoder reads.
    var readingsAreKnown = true
}
