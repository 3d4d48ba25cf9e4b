/// A JSON value with a unique canonical form. In this form, keys are sorted, numbers have their shortest exact form,
/// and only necessary characters are escaped.
package indirect enum CanonicalJSON: Sendable, Hashable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case double(Double)
    case string(String)
    case array([CanonicalJSON])
    /// An object. Its members are sorted by key.
    case object([Member])

    /// A key and its value.
    package struct Member: Sendable, Hashable {
        package var key: String
        package var value: CanonicalJSON
    }

    /// Returns an object with the given members, sorted by key. Members without a value are omitted.
    package static func object(_ members: [(String, CanonicalJSON?)]) -> CanonicalJSON {
        .object(
            members.compactMap { key, value in value.map { Member(key: key, value: $0) } }
                .sorted { CodeUnitOrder.isBefore($0.key, $1.key) })
    }

    package static func strings(_ strings: some Sequence<String>) -> CanonicalJSON {
        .array(strings.map { .string($0) })
    }

    /// The value for a key, or nil if this value isn't an object with that key.
    package subscript(key: String) -> CanonicalJSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// The layout of JSON text.
    package enum Layout: Sendable {
        /// No white space between values. Used to embed JSON in web pages.
        case compact
        /// A layout for code review. Each object in an array starts on a new line.
        case lines
        /// Each element and each member is on its own line. Used for line-by-line comparisons.
        case members
    }

    /// Returns the JSON in UTF-8. It ends with a newline unless the layout is ``Layout/compact``.
    package func bytes(_ layout: Layout) -> [UInt8] {
        var writer = CanonicalJSONWriter(layout: layout)
        writer.write(self, indentation: 0)
        if layout != .compact { writer.bytes.append(UInt8(ascii: "\n")) }
        return writer.bytes
    }
}

extension CanonicalJSON {
    /// The maximum nesting depth of arrays and objects. For comparison, simple frozen models have 5 to 8 levels, and
    /// each struct inside a struct adds 2 levels.
    package static let depthLimit = 64
    /// The maximum size of a document in bytes. For comparison, a frozen model with 100 entities is about 1 MB.
    package static let sizeLimit = 32 << 20
    /// The maximum number of values in a document, including members of objects and elements of arrays.
    package static let valueLimit = 300_000

    /// Parses JSON. Throws ``ModelDocumentError/notJSON(_:)`` if the bytes aren't valid JSON or are nested deeper than
    /// ``depthLimit``. Throws ``ModelDocumentError/tooLarge(what:found:limit:)`` before parsing if the bytes exceed
    /// ``sizeLimit`` or ``valueLimit``.
    package init(parsing bytes: some Sequence<UInt8>) throws {
        let bytes = Array(bytes)
        guard bytes.count <= Self.sizeLimit else {
            throw ModelDocumentError.tooLarge(what: "bytes", found: bytes.count, limit: Self.sizeLimit)
        }
        let extent = Self.extent(of: bytes)
        guard extent.values <= Self.valueLimit else {
            throw ModelDocumentError.tooLarge(what: "values", found: extent.values, limit: Self.valueLimit)
        }
        // The parser calls itself for each level, so the depth must be limited.
        guard extent.depth <= Self.depthLimit else {
            throw ModelDocumentError.notJSON("It nests deeper than \(Self.depthLimit) levels.")
        }
        do { self = try CanonicalJSONParser.value(of: bytes) } catch {
            throw ModelDocumentError.notJSON("The given data was not valid JSON.")
        }
    }

    /// Returns the nesting depth of the arrays and objects, and an upper bound for the number of values. If the bytes
    /// aren't JSON, the result has no meaning.
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
