/// The storage type of an attribute. The raw values are Core Data's, and are part of version hashes.
package enum AttributeType: UInt32, Sendable, Hashable, CaseIterable {
    /// No declared type. This is allowed for transient attributes.
    case undefined = 0
    case int16 = 100
    case int32 = 200
    case int64 = 300
    case decimal = 400
    case double = 500
    case float = 600
    case string = 700
    case boolean = 800
    case date = 900
    case binary = 1000
    case uuid = 1100
    case uri = 1200
    case transformable = 1800
    case objectID = 2000
    case composite = 2100

    /// The name in canonical JSON and in reports.
    package var name: String {
        switch self {
        case .undefined: "undefined"
        case .int16: "int16"
        case .int32: "int32"
        case .int64: "int64"
        case .decimal: "decimal"
        case .double: "double"
        case .float: "float"
        case .string: "string"
        case .boolean: "boolean"
        case .date: "date"
        case .binary: "binary"
        case .uuid: "uuid"
        case .uri: "uri"
        case .transformable: "transformable"
        case .objectID: "objectID"
        case .composite: "composite"
        }
    }

    /// Creates the type with the given ``name``. Returns nil if no type has this name.
    package init?(name: String) {
        guard let type = Self.byName[name] else { return nil }
        self = type
    }

    private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

    /// The type that represents this type and related types in comparisons. For example, it is `int64` for all integer
    /// types.
    package var family: AttributeType {
        switch self {
        case .int16, .int32, .int64: .int64
        case .float, .double, .decimal: .double
        default: self
        }
    }

    /// The name that a model archive contains for the class of this type's values, such as `NSNumber`. Nil if the class
    /// depends on the attribute.
    package var valueClassName: String? {
        switch self {
        case .int16, .int32, .int64, .double, .float, .boolean: "NSNumber"
        case .decimal: "NSDecimalNumber"
        case .string: "NSString"
        case .date: "NSDate"
        case .binary: "NSData"
        case .uuid: "NSUUID"
        case .uri: "NSURL"
        case .composite: "NSDictionary"
        case .undefined, .transformable, .objectID: nil
        }
    }
}

/// The initial value in a property's declaration. It is never part of a hash, so changing it in a frozen version is
/// silent drift.
package indirect enum DefaultValue: Sendable, Hashable {
    case boolean(Bool)
    case integer(Int64)
    case double(Double)
    /// A decimal number, as text.
    case decimal(String)
    case string(String)
    /// Seconds since 2001-01-01 UTC.
    case date(Double)
    case data([UInt8])
    /// The 16 bytes of a UUID.
    case uuid([UInt8])
    case array([DefaultValue])
    case dictionary([String: DefaultValue])
    /// A value that differs between processes or can't be evaluated, such as `UUID()` or `Date.now`. The string is the
    /// source text. Two expressions are equal if their source texts are equal.
    case expression(String)
}

extension DefaultValue {
    /// Whether any part of the value is known only as source text.
    package var holdsExpression: Bool {
        switch self {
        case .expression: true
        case .array(let elements): elements.contains(where: \.holdsExpression)
        case .dictionary(let entries): entries.values.contains(where: \.holdsExpression)
        default: false
        }
    }
}
