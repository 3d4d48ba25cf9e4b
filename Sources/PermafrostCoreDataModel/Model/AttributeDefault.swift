import Foundation
import PermafrostDeclarations
import PermafrostModel

/// The default value that a model file gives an attribute.
enum AttributeDefault {
    /// A default that is no value of the attribute's type.
    struct Invalid: Error {
        let problem: ModelFileProblem
    }

    /// The value; nil if there is none.
    static func value(of element: XMLElement, type: AttributeType) throws(Invalid) -> DefaultValue? {
        // A date's is in seconds since 2001-01-01 UTC; older files repeat it as a text for people.
        if type == .date, let text = element.text("defaultDateTimeInterval") {
            return try checked(Double(text).map { .date($0) }, text, "defaultDateTimeInterval")
        }
        guard let text = element["defaultValueString"] else { return nil }
        if type == .string { return .string(text) }
        guard !text.isEmpty else { return nil }
        let value: DefaultValue? =
            switch type {
            case .int16: Int16(text).map { .integer(Int64($0)) }
            case .int32: Int32(text).map { .integer(Int64($0)) }
            case .int64: Int64(text).map { .integer($0) }
            case .double, .float: Double(text).flatMap { $0.isFinite ? .double($0) : nil }
            case .decimal:
                Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")).map { _ in .decimal(text) }
            case .boolean: ["YES": true, "NO": false, "1": true, "0": false][text].map { .boolean($0) }
            case .uuid:
                UUID(uuidString: text).map { uuid in .uuid(withUnsafeBytes(of: uuid.uuid) { Array($0) }) }
            case .uri: .string(text)
            default: nil
            }
        return try checked(value, text, "defaultValueString")
    }

    private static func checked(
        _ value: DefaultValue?, _ text: String, _ attribute: String
    ) throws(Invalid) -> DefaultValue {
        guard let value else {
            throw Invalid(
                problem: .invalidValue(element: "attribute", attribute: attribute, value: String(text.prefix(100))))
        }
        return value
    }
}
