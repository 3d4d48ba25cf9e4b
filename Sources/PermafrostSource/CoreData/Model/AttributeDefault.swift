import Foundation
import PermafrostModel

/// The default value of an attribute in a model file.
///
/// Xcode keeps a default as written when the attribute's type changes. An integer may therefore have a default such as
/// `NO` or `0.0`. Defaults aren't part of a version hash.
enum AttributeDefault {
    /// The error for a default that isn't a value of the attribute's type.
    struct Invalid: Error {
        let text: String
    }

    /// Returns an attribute's default value. Returns nil if the attribute has no default, or if the default is blank
    /// and the attribute isn't a string. Throws ``Invalid`` if the default isn't a value of the type.
    static func value(of element: MarkupElement, type: AttributeType) throws(Invalid) -> DefaultValue? {
        // The default of a date is a number of seconds since 2001-01-01 UTC. Older files also contain a formatted date.
        if type == .date, let text = element.text("defaultDateTimeInterval") {
            guard let seconds = finite(text) else { throw Invalid(text: text) }
            return .date(seconds)
        }
        guard let text = element["defaultValueString"] else { return nil }
        if type == .string { return .string(text) }
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !trimmed.isEmpty else { return nil }
        guard let value = value(trimmed, type: type) else { throw Invalid(text: text) }
        return value
    }

    private static func value(_ text: String, type: AttributeType) -> DefaultValue? {
        switch type {
        case .int16: integer(text, as: Int16.self)
        case .int32: integer(text, as: Int32.self)
        case .int64: integer(text, as: Int64.self)
        case .double, .float: (finite(text) ?? truth(text).map { $0 ? 1 : 0 }).map { .double($0) }
        case .decimal: decimal(text)
        case .boolean: (truth(text) ?? finite(text).map { $0 != 0 }).map { .boolean($0) }
        case .uuid: UUID(uuidString: text).map { uuid in .uuid(withUnsafeBytes(of: uuid.uuid) { Array($0) }) }
        case .uri: .string(text)
        default: nil
        }
    }

    /// Parses an integer. Also accepts a number whose fraction is zero, such as `0.0`, and a Boolean. Assumes that
    /// `YES` means 1. Returns nil for any other text.
    private static func integer<Integer: FixedWidthInteger>(_ text: String, as type: Integer.Type) -> DefaultValue? {
        let number = Integer(text) ?? finite(text).flatMap(Integer.init(exactly:)) ?? truth(text).map { $0 ? 1 : 0 }
        return number.map { .integer(Int64($0)) }
    }

    private static func decimal(_ text: String) -> DefaultValue? {
        if let value = truth(text) { return .decimal(value ? "1" : "0") }
        // `Decimal` parses the digits before the first letter and ignores everything after them.
        guard finite(text) != nil, Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) != nil else {
            return nil
        }
        return .decimal(text)
    }

    private static func finite(_ text: String) -> Double? {
        Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    private static func truth(_ text: String) -> Bool? {
        ["yes": true, "no": false, "true": true, "false": false][text.lowercased()]
    }
}
