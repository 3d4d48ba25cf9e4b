/// How one Swift type without parts of its own is stored. The table is the only one: every reader asks it.
package struct ScalarMapping: Sendable, Hashable {
    /// The attribute type that stores it.
    package let type: AttributeType
    /// Whether it is the usual Swift type of that storage, so that a model need not name it.
    package let isUsual: Bool
    /// Whether the mapping is proven by stores of Apple's framework (marked V or H in the mapping's specification).
    package let isVerified: Bool

    /// The mapping of the Swift type of that plain name, if it is a scalar.
    package static func named(_ name: String) -> ScalarMapping? { table[name] }

    private static let table: [String: ScalarMapping] = [
        "String": usual(.string), "Bool": usual(.boolean), "Int": usual(.int64), "Double": usual(.double),
        "Float": usual(.float), "Date": usual(.date), "Data": usual(.binary), "UUID": usual(.uuid),
        "Decimal": usual(.decimal), "Int16": usual(.int16), "Int32": usual(.int32), "Int64": other(.int64),
        "UInt8": other(.int16), "UInt16": other(.int16), "UInt32": other(.int32), "UInt64": other(.int64),
        "CGFloat": other(.float), "URL": usual(.uri, isVerified: false), "Int8": other(.int16, isVerified: false),
        "UInt": other(.int64, isVerified: false),
    ]

    private static func usual(_ type: AttributeType, isVerified: Bool = true) -> ScalarMapping {
        ScalarMapping(type: type, isUsual: true, isVerified: isVerified)
    }

    private static func other(_ type: AttributeType, isVerified: Bool = true) -> ScalarMapping {
        ScalarMapping(type: type, isUsual: false, isVerified: isVerified)
    }

    /// Names that Foundation and the standard library give to types of the table.
    package static let aliases = [
        "TimeInterval": "Double", "CFTimeInterval": "Double", "CLLocationDegrees": "Double",
        "CLLocationDistance": "Double", "CLLocationAccuracy": "Double", "CLLocationDirection": "Double",
        "CLLocationSpeed": "Double", "Float32": "Float", "Float64": "Double", "NSDecimalNumber": "Decimal",
    ]
}
