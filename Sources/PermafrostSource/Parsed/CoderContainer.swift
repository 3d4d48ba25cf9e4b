/// A request for a container, such as `encoder.container(keyedBy: CodingKeys.self)`. Encoding a literal, as in `try
/// [x, y].encode(to: encoder)`, or decoding a standard type, as in `try String(from: decoder)`, implies a request.
package struct CoderContainer: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case keyed, unkeyed, singleValue
    }

    var kind: Kind
    var offset: Int32
}
