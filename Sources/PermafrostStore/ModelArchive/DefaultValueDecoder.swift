import Foundation
import PermafrostModel

/// A decoder for an archived attribute's default value. Limits the depth and number of values, because values can
/// be nested and refer to each other.
struct DefaultValueDecoder {
    private static let depthLimit = 32

    let reader: KeyedArchiveReader
    /// The number of values that can still be decoded. If it is 0, decoding another value fails with
    /// ``ModelArchiveError/tooLarge``.
    var remaining: Int

    /// Returns the referenced value as a default, or nil if the reference doesn't refer to a value. If the app
    /// defines the value's class, the default is an expression with the class name. Throws
    /// ``ModelArchiveError/tooLarge`` if values are nested too deeply or if there are too many.
    mutating func value(
        _ reference: PropertyListValue?, depth: Int = 0
    ) throws(ModelArchiveError) -> DefaultValue? {
        guard let object = reader.object(reference) else { return nil }
        guard depth < Self.depthLimit, remaining > 0 else { throw .tooLarge }
        remaining -= 1 + reader.count(reference)
        switch object {
        case .boolean(let boolean): return .boolean(boolean)
        case .integer(let integer): return .integer(integer)
        case .real(let real): return .double(real)
        case .date(let seconds): return .date(seconds)
        case .string(let string): return .string(string)
        case .data(let bytes): return .data(bytes)
        case .array, .reference: return nil
        case .dictionary: return try described(object, reference, depth: depth)
        }
    }

    private mutating func described(
        _ object: PropertyListValue, _ reference: PropertyListValue?, depth: Int
    ) throws(ModelArchiveError) -> DefaultValue? {
        let className = reader.className(of: object) ?? ""
        if let bytes = object["NS.uuidbytes"]?.data { return .uuid(bytes) }
        if case .real(let seconds) = object["NS.time"] { return .date(seconds) }
        if let decimal = DecimalArchive.text(of: object) { return .decimal(decimal) }
        if let url = reader.string(object["NS.relative"]) { return .string(url) }
        if let string = reader.string(reference) { return .string(string) }
        if let bytes = object["NS.data"]?.data ?? reader.object(object["NS.data"])?.data { return .data(bytes) }
        if object["NS.keys"] != nil {
            var entries: [String: DefaultValue] = [:]
            for entry in reader.entries(reference) {
                entries[entry.key] = try value(entry.value, depth: depth + 1)
            }
            return .dictionary(entries)
        }
        if object["NS.objects"] != nil {
            var elements: [DefaultValue] = []
            for element in reader.elements(reference) {
                if let element = try value(element, depth: depth + 1) { elements.append(element) }
            }
            return .array(elements)
        }
        return .expression(className)
    }
}
