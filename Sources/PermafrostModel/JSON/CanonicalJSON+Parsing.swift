extension CanonicalJSON {
    /// Arrays and objects nest at most this deep; those of frozen models nest 5 deep, and 2 more for each struct in a struct.
    package static let depthLimit = 64
    /// A text has at most this many bytes; a frozen model of 100 entities has about 1 MB.
    package static let sizeLimit = 32 << 20
    /// A text has at most this many values, members of objects and elements of arrays counted.
    package static let valueLimit = 300_000

    /// Reads a JSON text. Throws ``ModelDocumentError/notJSON(_:)`` if it is not JSON, or nests beyond ``depthLimit``, and
    /// ``ModelDocumentError/tooLarge(what:found:limit:)`` before it reads anything beyond the other limits.
    package init(parsing bytes: some Sequence<UInt8>) throws {
        let bytes = Array(bytes)
        guard bytes.count <= Self.sizeLimit else {
            throw ModelDocumentError.tooLarge(what: "bytes", found: bytes.count, limit: Self.sizeLimit)
        }
        let extent = Self.extent(of: bytes)
        guard extent.values <= Self.valueLimit else {
            throw ModelDocumentError.tooLarge(what: "values", found: extent.values, limit: Self.valueLimit)
        }
        // The parser calls itself for each level.
        guard extent.depth <= Self.depthLimit else {
            throw ModelDocumentError.notJSON("It nests deeper than \(Self.depthLimit) levels.")
        }
        do { self = try CanonicalJSONParser.value(of: bytes) } catch {
            throw ModelDocumentError.notJSON("The given data was not valid JSON.")
        }
    }

    /// How deep the brackets outside of strings nest, and how many values there are at most. Of a text that is not JSON it says
    /// nothing.
    private static func extent(of bytes: [UInt8]) -> (depth: Int, values: Int) {
        var depth = 0
        var deepest = 0
        var values = 1
        var isString = false
        var isEscaped = false
        for byte in bytes {
            if isString {
                (isString, isEscaped) = (
                    isEscaped || byte != UInt8(ascii: "\""), !isEscaped && byte == UInt8(ascii: "\\")
                )
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                deepest = max(deepest, depth)
                values += 1
            case UInt8(ascii: ","): values += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
        }
        return (deepest, values)
    }
}
