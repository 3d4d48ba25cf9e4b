import Foundation

extension CanonicalJSON {
    /// Reads a JSON text. Throws ``ModelDocumentError/notJSON(_:)`` where it is none.
    public init(parsing bytes: some Sequence<UInt8>) throws {
        do {
            self = try JSONDecoder().decode(CanonicalJSON.self, from: Data(bytes))
        } catch let error as DecodingError {
            throw ModelDocumentError.notJSON(error.reason)
        }
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
    public init(from decoder: any Decoder) throws {
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
