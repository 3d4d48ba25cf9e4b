/// A JSON value with one text: keys sorted, numbers in their shortest exact form, no escapes that are not needed.
package indirect enum CanonicalJSON: Sendable, Hashable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case double(Double)
    case string(String)
    case array([CanonicalJSON])
    /// The members, sorted by key.
    case object([Member])

    /// A key and its value.
    package struct Member: Sendable, Hashable {
        /// The key.
        package var key: String
        /// The value.
        package var value: CanonicalJSON
    }

    /// An object of the given members, sorted here; those without a value are left out.
    package static func object(_ members: [(String, CanonicalJSON?)]) -> CanonicalJSON {
        .object(
            members.compactMap { key, value in value.map { Member(key: key, value: $0) } }
                .sorted { CodeUnitOrder.isBefore($0.key, $1.key) })
    }

    /// An array of strings.
    package static func strings(_ strings: some Sequence<String>) -> CanonicalJSON {
        .array(strings.map { .string($0) })
    }

    /// The member of that key, for an object.
    package subscript(key: String) -> CanonicalJSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// How the text is laid out.
    package enum Layout: Sendable {
        /// Without any white space: what checksums are taken over.
        case compact
        /// For review: each object that stands in an array on a line of its own.
        case lines
        /// Each element and each member on a line of its own: what a line-by-line comparison is made of.
        case members
    }

    /// The text in UTF-8; unless ``Layout/compact`` it ends with a newline.
    package func bytes(_ layout: Layout) -> [UInt8] {
        var writer = CanonicalJSONWriter(layout: layout)
        writer.write(self, indentation: 0)
        if layout != .compact { writer.bytes.append(UInt8(ascii: "\n")) }
        return writer.bytes
    }
}

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
