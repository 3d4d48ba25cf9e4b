import Foundation
import PermafrostModel

/// The allowed content of a new property's cell.
package enum DefaultCell: Sendable, Hashable {
    /// The declared default, or NULL if the property has no default.
    case value(ComparedValue)
    /// Any value except NULL. Allowed if the default isn't known, for example because it is evaluated for each row,
    /// such as `UUID()`.
    case any

    package func allows(_ stored: ComparedValue) -> Bool {
        switch self {
        case .value(let value): value.means(stored)
        case .any: stored != .null
        }
    }

    /// A description of the default for reports.
    package var text: String {
        switch self {
        case .value(let value): "\(value)"
        case .any: "the default, which is evaluated each time"
        }
    }

    /// Creates the allowed content for a leaf attribute with the given default.
    package init(_ value: DefaultValue?, of attribute: Attribute) {
        guard let value else {
            self = .value(.null)
            return
        }
        self = Self.stored(value, attribute).map(DefaultCell.value) ?? .any
    }

    private static func stored(_ value: DefaultValue, _ attribute: Attribute) -> ComparedValue? {
        if attribute.type == .transformable || (attribute.type == .binary && !value.isData) {
            return EncodedDefault.json(value).flatMap(ComparedValue.json).map(
                ComparedValue.json)
        }
        switch (attribute.type, value) {
        case (.boolean, .boolean(let boolean)): return .boolean(boolean)
        case (.boolean, .integer(let number)): return .boolean(number != 0)
        case (.int16, .integer(let number)), (.int32, .integer(let number)), (.int64, .integer(let number)):
            return .integer(number)
        case (.double, .double(let number)), (.decimal, .double(let number)): return .double(number)
        case (.float, .double(let number)): return .double(Double(Float(number)))
        case (.double, .integer(let number)), (.float, .integer(let number)), (.decimal, .integer(let number)):
            return .double(Double(number))
        case (.decimal, .decimal(let text)): return Double(text).map(ComparedValue.double)
        case (.date, .date(let seconds)): return .date(seconds)
        case (.string, .string(let text)), (.uri, .string(let text)): return .string(text)
        case (.uuid, .uuid(let bytes)) where bytes.count == 16:
            return .uuid(bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
        case (.binary, .data(let bytes)): return .data(bytes)
        default: return nil
        }
    }
}
