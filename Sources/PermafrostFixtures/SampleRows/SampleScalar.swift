import Foundation
import PermafrostModel
import PermafrostStore

/// Functions that return sample values for attributes with one column, in SwiftData's encoding.
enum SampleScalar {
    /// Returns a sample value for an attribute with one column. The value is NULL only if the attribute's type is
    /// undefined or an object ID.
    static func value(of attribute: Attribute, _ given: SampleCase) -> SQLiteValue {
        var sample = given.present
        let raws = rawValues(of: attribute)
        if !raws.isEmpty { return raws[sample.number % raws.count] }
        switch attribute.type {
        case .int16, .int32, .int64: return .integer(integer(in: bounds(of: attribute), sample))
        case .boolean: return .integer(sample.number.isMultiple(of: 2) ? 0 : 1)
        case .double: return .real(double(&sample, greatest: .greatestFiniteMagnitude, least: .leastNonzeroMagnitude))
        case .float:
            let value = double(
                &sample, greatest: Double(Float.greatestFiniteMagnitude), least: Double(Float.leastNonzeroMagnitude))
            return .real(Double(Float(value)))
        case .decimal: return .real(decimal(sample))
        case .date: return .real(date(&sample))
        case .string: return .text(string(attribute.name, sample))
        case .uri: return .text(url(sample))
        case .uuid: return .blob(uuid(&sample))
        case .binary: return .blob(binary(attribute, &sample))
        case .transformable: return .blob(transformable(attribute, &sample))
        case .undefined, .objectID, .composite: return .null
        }
    }

    /// Returns the raw values if the attribute stores an enum's raw values, or an empty array if it doesn't. If the raw
    /// values are computed and therefore unknown, these are the most likely ones: the cases' names or indexes.
    static func rawValues(of attribute: Attribute) -> [SQLiteValue] {
        guard case .enumeration(let cases) = attribute.shape else { return [] }
        var raws = cases.compactMap(\.rawValue)
        if raws.isEmpty {
            let isText = attribute.type == .string
            raws = cases.enumerated().filter { $1.associatedValues.isEmpty }.map { isText ? $1.name : String($0) }
        }
        return raws.compactMap { raw -> SQLiteValue? in
            switch attribute.type {
            case .int16, .int32, .int64, .boolean: Int64(raw).map(SQLiteValue.integer)
            case .double, .float, .decimal: Double(raw).map(SQLiteValue.real)
            default: .text(raw)
            }
        }
    }

    /// Returns a range of integers that both the attribute's column and its Swift type can represent.
    static func bounds(of attribute: Attribute) -> ClosedRange<Int64> {
        if case .scalar(let name) = attribute.shape {
            switch name {
            case "Int8": return -128...127
            case "UInt8": return 0...255
            case "UInt16": return 0...Int64(Int16.max)
            case "UInt32": return 0...Int64(Int32.max)
            case "UInt", "UInt64": return 0...Int64.max
            default: break
            }
        }
        switch attribute.type {
        case .int16: return Int64(Int16.min)...Int64(Int16.max)
        case .int32: return Int64(Int32.min)...Int64(Int32.max)
        default: return Int64.min...Int64.max
        }
    }

    private static func integer(in bounds: ClosedRange<Int64>, _ sample: SampleCase) -> Int64 {
        let number = Int64(sample.number)
        return switch sample.kind {
        case .empty: 0
        case .extreme where sample.isLimit: bounds.lowerBound
        case .otherExtreme where sample.isLimit: bounds.upperBound
        case .extreme: bounds.contains(-1) ? max(-1000 - number, bounds.lowerBound / 2) : 3
        case .otherExtreme: min(999_999 - number % 1000, bounds.upperBound / 2)
        case .special: bounds.contains(-1) ? -1 : 1
        default: 2 + number % (bounds.upperBound - 2)
        }
    }

    private static func double(_ sample: inout SampleCase, greatest: Double, least: Double) -> Double {
        let number = Double(sample.number)
        return switch sample.kind {
        case .empty: 0
        case .extreme: sample.isLimit ? -greatest : -1000.25 - number
        case .otherExtreme: sample.isLimit ? greatest : 900_000.75 - number
        case .special: sample.isLimit ? least : 0.01
        case .unusual: -0.1 - number
        case .random: Double(sample.generator.next() % 1_000_000) / 1024
        case .plain, .absent: number + 0.5
        }
    }

    /// Returns a decimal as a floating-point number, as Core Data binds it.
    private static func decimal(_ sample: SampleCase) -> Double {
        switch sample.kind {
        case .empty: 0
        case .extreme: sample.isLimit ? -99_999_999.99 : -9_999.99
        case .otherExtreme: sample.isLimit ? 99_999_999.99 : 899_999.99
        case .special: 0.01
        default: Double(sample.number) + 10.11
        }
    }

    /// Returns a date in seconds since 2001. A plausible date is in the years 2017 to 2025.
    private static func date(_ sample: inout SampleCase) -> Double {
        switch sample.kind {
        case .empty: sample.values == .extreme ? 0 : 504_921_600
        case .extreme: sample.isLimit ? Date.distantPast.timeIntervalSinceReferenceDate : 599_529_599.5
        case .otherExtreme: sample.isLimit ? Date.distantFuture.timeIntervalSinceReferenceDate : 756_864_000
        case .special: sample.isLimit ? -Date.timeIntervalBetween1970AndReferenceDate : 604_627_200
        case .random: 550_000_000 + Double(sample.generator.next() % 200_000_000) + 0.125
        case .plain, .unusual, .absent:
            700_000_000 + Double(sample.number % 800) * 86_400 + Double(sample.number / 800)
        }
    }

    private static func string(_ name: String, _ sample: SampleCase) -> String {
        let number = String(sample.number)
        switch sample.kind {
        case .empty: return ""
        case .extreme: return String(repeating: "0123456789 ", count: 40) + number
        case .otherExtreme: return "Grüße, 日本語, 🏔️❄️ " + number
        case .special: return "first line\nsecond \"line\"\t'quoted' \\ " + number
        case .unusual: return "cafe\u{301} שלום " + number
        case .plain, .random, .absent: return name + " " + number
        }
    }

    private static func url(_ sample: SampleCase) -> String {
        switch sample.kind {
        case .extreme: "file:///Volumes/Sample/\(sample.number)"
        case .otherExtreme: "https://example.invalid/%C3%BC/\(sample.number)?query=1&other=%20#part"
        default: "https://example.invalid/\(sample.number)"
        }
    }

    private static func uuid(_ sample: inout SampleCase) -> [UInt8] {
        switch sample.kind {
        case .extreme where sample.isLimit: [UInt8](repeating: 0, count: 16)
        case .otherExtreme where sample.isLimit: [UInt8](repeating: 0xFF, count: 16)
        default: sample.generator.uuid()
        }
    }

    private static func binary(_ attribute: Attribute, _ sample: inout SampleCase) -> [UInt8] {
        // A collection is stored as JSON.
        if let shape = attribute.shape, !shape.isScalar { return Array(SampleJSON.text(of: shape, &sample).utf8) }
        let bytes: [UInt8] =
            switch sample.kind {
            case .empty: []
            case .extreme: Array(0...255)
            case .otherExtreme: sample.generator.bytes(2000)
            case .special: [0]
            default: sample.generator.bytes(16)
            }
        return attribute.isExternalStorage ? LargeValueCell.inline(bytes).bytes : bytes
    }

    /// Returns a keyed archive whose root is the value's JSON. The root is empty if the value's type isn't known, or if
    /// the app has its own transformer, because its output is unknown.
    private static func transformable(_ attribute: Attribute, _ sample: inout SampleCase) -> [UInt8] {
        let isUsual = attribute.valueTransformerName == "NSSecureUnarchiveFromData"
        let shape = attribute.shape ?? attribute.valueClassName.flatMap(ValueShape.init(typeText:))
        let json = isUsual ? shape.map { SampleJSON.text(of: $0, &sample) } : nil
        var writer = KeyedArchiveWriter()
        let root = writer.scalar(.data(Array((json ?? "").utf8)))
        return BinaryPropertyListWriter.encode(writer.archive(root: root))
    }
}
