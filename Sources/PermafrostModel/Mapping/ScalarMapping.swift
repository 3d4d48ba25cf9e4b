/// The mapping of a scalar Swift type, such as `Int` or `URL`, to an attribute type. The mappings are the same for
/// types read from source code and from runtime metadata.
package struct ScalarMapping: Sendable, Hashable {
    /// The attribute type that stores values of the Swift type.
    package let type: AttributeType
    /// Whether the Swift type is the usual type for its attribute type. If it isn't, the attribute's shape contains
    /// the Swift type.
    package let isUsual: Bool
    /// The rule that the mapping follows if it wasn't verified against stores that Apple's framework wrote.
    package let assumption: HashRule?

    /// Returns the mapping of the Swift type with the given unqualified name, or nil if the type isn't a scalar.
    package static func named(_ name: String) -> ScalarMapping? { table[name] }

    private static let table: [String: ScalarMapping] = [
        "String": usual(.string), "Bool": usual(.boolean), "Int": usual(.int64), "Double": usual(.double),
        "Float": usual(.float), "Date": usual(.date), "Data": usual(.binary), "UUID": usual(.uuid),
        "Decimal": usual(.decimal), "Int16": usual(.int16), "Int32": usual(.int32), "Int64": other(.int64),
        "UInt8": other(.int16), "UInt16": other(.int16), "UInt32": other(.int32), "UInt64": other(.int64),
        "CGFloat": other(.float), "URL": usual(.uri, assumed: .url), "Int8": other(.int16, assumed: .int8),
        "UInt": other(.int64, assumed: .uint),
    ]

    private static func usual(_ type: AttributeType, assumed rule: HashRule? = nil) -> ScalarMapping {
        ScalarMapping(type: type, isUsual: true, assumption: rule)
    }

    private static func other(_ type: AttributeType, assumed rule: HashRule? = nil) -> ScalarMapping {
        ScalarMapping(type: type, isUsual: false, assumption: rule)
    }

    /// Other names of mapped types, such as `TimeInterval` for `Double`. The values are the names that
    /// ``named(_:)`` expects.
    package static let aliases = [
        "TimeInterval": "Double", "CFTimeInterval": "Double", "CLLocationDegrees": "Double",
        "CLLocationDistance": "Double", "CLLocationAccuracy": "Double", "CLLocationDirection": "Double",
        "CLLocationSpeed": "Double", "Float32": "Float", "Float64": "Double", "NSDecimalNumber": "Decimal",
    ]
}
