import Foundation

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
        let data = Data(bytes)
        guard data.count <= Self.sizeLimit else {
            throw ModelDocumentError.tooLarge(what: "bytes", found: data.count, limit: Self.sizeLimit)
        }
        let extent = Self.extent(of: data)
        guard extent.values <= Self.valueLimit else {
            throw ModelDocumentError.tooLarge(what: "values", found: extent.values, limit: Self.valueLimit)
        }
        // The decoder notes its way down for each value: a text that nests hundreds deep takes it seconds.
        guard extent.depth <= Self.depthLimit else {
            throw ModelDocumentError.notJSON("It nests deeper than \(Self.depthLimit) levels.")
        }
        do {
            self = try JSONDecoder().decode(CanonicalJSON.self, from: data)
        } catch let error as DecodingError {
            throw ModelDocumentError.notJSON(error.reason)
        }
    }

    /// How deep the brackets outside of strings nest, and how many values there are at most. Of a text that is not JSON it says
    /// nothing.
    private static func extent(of data: Data) -> (depth: Int, values: Int) {
        var depth = 0
        var deepest = 0
        var values = 1
        var isString = false
        var isEscaped = false
        for byte in data {
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

extension CanonicalJSON: Decodable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Reads any JSON value; whole numbers become ``integer(_:)``.
    package init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: Key.self) {
            self = .object(
                try container.allKeys.map { ($0.stringValue, try container.decode(CanonicalJSON.self, forKey: $0)) })
            return
        }
        if var container = try? decoder.unkeyedContainer() {
            var elements: [CanonicalJSON] = []
            while !container.isAtEnd { elements.append(try container.decode(CanonicalJSON.self)) }
            self = .array(elements)
            return
        }
        let container = try decoder.singleValueContainer()
        if let string = try? container.decode(String.self) {
            self = .string(string)
        } else if let boolean = try? container.decode(Bool.self) {
            self = .boolean(boolean)
        } else if let integer = try? container.decode(Int64.self) {
            self = .integer(integer)
        } else if container.decodeNil() {
            self = .null
        } else {
            self = .double(try container.decode(Double.self))
        }
    }
}

extension DecodingError {
    /// What is wrong, in the decoder's words.
    fileprivate var reason: String {
        switch self {
        case .dataCorrupted(let context): context.debugDescription
        case .keyNotFound(_, let context), .typeMismatch(_, let context), .valueNotFound(_, let context):
            context.debugDescription
        @unknown default: "it cannot be decoded"
        }
    }
}
