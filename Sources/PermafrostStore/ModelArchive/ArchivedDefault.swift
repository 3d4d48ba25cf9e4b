import Foundation
import PermafrostModel

/// Functions that convert the default values of attributes to and from their form in an archive.
package enum ArchivedDefault {
    /// Returns the default value that an archive contains for an attribute, or nil if it contains none.
    ///
    /// - Parameter origin: the names of the entity, the property, and any nested composite elements. They determine the
    ///   values of dynamic defaults.
    package static func value(of attribute: Attribute, origin: [String]) -> DefaultValue? {
        guard let value = attribute.defaultValue else { return nil }
        if attribute.type == .composite { return compositeValue(value, of: attribute) }
        switch (attribute.type, value) {
        case (_, .expression(let text)): return evaluated(text, as: attribute.type, origin: origin)
        case (.date, .integer(let integer)): return .date(Double(integer))
        case (.date, .double(let seconds)): return .date(seconds)
        case (.decimal, .integer(let integer)): return decimal(String(integer))
        case (.decimal, .double(let double)): return decimal(double.description)
        case (.decimal, .decimal(let text)): return decimal(text)
        // Assume that the default of a collection that is stored as JSON is also JSON.
        case (.binary, .array), (.binary, .dictionary):
            return EncodedDefault.json(value).map(DefaultValue.data)
        default: return archivable(number(value, as: attribute.type))
        }
    }

    /// Returns a default with the form that its attribute's type has. In an archive, a default is a number whose form
    /// can be a different one: the default 0 of a Boolean attribute is `false`.
    static func number(_ value: DefaultValue, as type: AttributeType) -> DefaultValue {
        switch (type, value) {
        case (.boolean, .integer(let integer)): .boolean(integer != 0)
        case (.int16, .boolean(let boolean)), (.int32, .boolean(let boolean)), (.int64, .boolean(let boolean)):
            .integer(boolean ? 1 : 0)
        case (.double, .boolean(let boolean)), (.float, .boolean(let boolean)): .double(boolean ? 1 : 0)
        case (.double, .integer(let integer)), (.float, .integer(let integer)): .double(Double(integer))
        default: value
        }
    }

    /// Returns the default of a composite as a dictionary, or nil for any other default. For a struct, the dictionary
    /// contains the default of each element. For an enum, it contains one entry: the name of the case, or the raw
    /// value, keyed by the name of its element. The form for enums isn't verified with a store.
    private static func compositeValue(_ value: DefaultValue, of attribute: Attribute) -> DefaultValue? {
        switch value {
        case .dictionary: return archivable(value)
        case .string(let name) where attribute.enumerationCases != nil: return .dictionary([name: .string(name)])
        case .string, .integer:
            guard attribute.isEnumeration, let element = attribute.elements.first else { return nil }
            return .dictionary([element.name: value])
        default: return nil
        }
    }

    /// Returns the part of a value that an archive can contain, without other entries of dictionaries. Returns nil for
    /// an expression, for an invalid decimal, and for an array that contains one of these.
    private static func archivable(_ value: DefaultValue) -> DefaultValue? {
        switch value {
        case .expression: return nil
        case .decimal(let text): return decimal(text)
        case .array(let elements):
            let archived = elements.compactMap(archivable)
            return archived.count == elements.count ? .array(archived) : nil
        case .dictionary(let entries): return .dictionary(entries.compactMapValues(archivable))
        default: return value
        }
    }

    /// Returns a decimal in its shortest form, which is the same after archiving and reading. Returns nil if the text
    /// isn't a decimal.
    private static func decimal(_ text: String) -> DefaultValue? {
        Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")).map { .decimal(DecimalArchive.text($0)) }
    }

    /// Returns a fixed value for a default that is an expression, such as `UUID()` or `Date.now`. It depends only on
    /// the expression and the names in `origin`, so equal declarations have equal archives. Returns nil if the
    /// expression isn't supported.
    private static func evaluated(_ text: String, as type: AttributeType, origin: [String]) -> DefaultValue? {
        let call = text.filter { !$0.isWhitespace }
            .replacingOccurrences(of: "Foundation.", with: "").replacingOccurrences(of: ".init()", with: "()")
        let seed = Digest.sha256(Array(origin.joined(separator: "\0").utf8))
        switch (type, call) {
        case (.uuid, "UUID()"), (.uuid, "()"):
            return .uuid(DigestGenerator.uuid(from: seed))
        case (.date, "Date()"), (.date, "()"), (.date, "Date.now"), (.date, ".now"):
            // Use a whole number of seconds in the years 2001 to 2032.
            return .date(Double(DigestGenerator.number(from: seed) % 1_000_000_000))
        case (.date, "Date.distantPast"), (.date, ".distantPast"):
            return .date(Date.distantPast.timeIntervalSinceReferenceDate)
        case (.date, "Date.distantFuture"), (.date, ".distantFuture"):
            return .date(Date.distantFuture.timeIntervalSinceReferenceDate)
        default: return nil
        }
    }
}
