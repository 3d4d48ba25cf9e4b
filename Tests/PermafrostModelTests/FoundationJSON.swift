import Foundation
import PermafrostModel

/// A JSON value as Foundation's decoder reads it, for comparison with the parser's results.
struct FoundationJSON: Decodable {
    let value: CanonicalJSON

    /// Returns the compact text of the value; nil if Foundation rejects the bytes.
    static func canonical(_ bytes: [UInt8]) -> String? {
        guard let read = try? JSONDecoder().decode(FoundationJSON.self, from: Data(bytes)) else { return nil }
        return String(decoding: read.value.bytes(.compact), as: UTF8.self)
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: Key.self) {
            value = .object(
                try container.allKeys.map {
                    ($0.stringValue, try container.decode(FoundationJSON.self, forKey: $0).value)
                })
            return
        }
        if var container = try? decoder.unkeyedContainer() {
            var elements: [CanonicalJSON] = []
            while !container.isAtEnd { elements.append(try container.decode(FoundationJSON.self).value) }
            value = .array(elements)
            return
        }
        let container = try decoder.singleValueContainer()
        if let string = try? container.decode(String.self) {
            value = .string(string)
        } else if let boolean = try? container.decode(Bool.self) {
            value = .boolean(boolean)
        } else if let integer = try? container.decode(Int64.self) {
            value = .integer(integer)
        } else if container.decodeNil() {
            value = .null
        } else {
            value = .double(try container.decode(Double.self))
        }
    }
}
