import Foundation
import PermafrostModel

/// Functions that convert a property's default to its `Codable` JSON form.
package enum EncodedDefault {
    /// Returns a default as JSON. Returns nil if a part of the default has no JSON form, such as an expression that
    /// only the app can evaluate.
    package static func json(_ value: DefaultValue) -> [UInt8]? {
        object(value).flatMap {
            try? JSONSerialization.data(
                withJSONObject: $0, options: [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes])
        }.map(Array.init)
    }

    private static func object(_ value: DefaultValue) -> Any? {
        switch value {
        case .boolean(let boolean): return boolean
        case .integer(let number): return number
        case .double(let number), .date(let number): return number
        case .decimal(let text): return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
        case .string(let text): return text
        case .data(let bytes): return Data(bytes).base64EncodedString()
        case .uuid(let bytes):
            guard bytes.count == 16 else { return nil }
            return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }.uuidString
        case .array(let elements):
            let values = elements.compactMap(object)
            return values.count == elements.count ? values : nil
        case .dictionary(let entries):
            let values = entries.compactMapValues(object)
            return values.count == entries.count ? values : nil
        case .expression: return nil
        }
    }
}
