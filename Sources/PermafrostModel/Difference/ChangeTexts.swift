// Short texts for the old and new values of a change.

extension Property {
    /// A short description of the property, such as `optional String` or `to-many Comment`.
    package var summary: String {
        switch self {
        case .attribute(let attribute): attribute.summary
        case .relationship(let relationship): "\(relationship.cardinality) \(relationship.destination)"
        case .fetched: "fetched property"
        }
    }
}

extension Attribute {
    package var summary: String {
        let base = type == .composite ? compositeSort : swiftTypeText
        return "\(isOptional ? "optional" : "required") \(base)"
    }

    /// The kind of Swift type that a composite attribute stores: `struct`, `enum with raw values` or
    /// `enum without raw values`. For any other attribute, this is the name of its attribute type.
    package var compositeSort: String {
        guard type == .composite else { return type.name }
        if !isEnumeration { return "struct" }
        return enumerationCases == nil ? "enum with raw values" : "enum without raw values"
    }

    /// The attribute's Swift type as text: its shape, its value class, the usual Swift type of its attribute type, or
    /// the attribute type's name, whichever is known first.
    var swiftTypeText: String {
        if let shape { return shape.text }
        return valueClassName ?? type.usualSwiftType ?? type.name
    }
}

extension AttributeType {
    /// The Swift type that an attribute of this type usually has, such as `Int` for `int64`. Nil if there is no usual
    /// type. An attribute with its usual Swift type doesn't need a shape.
    var usualSwiftType: String? {
        switch self {
        case .int16: "Int16"
        case .int32: "Int32"
        case .int64: "Int"
        case .decimal: "Decimal"
        case .double: "Double"
        case .float: "Float"
        case .string: "String"
        case .boolean: "Bool"
        case .date: "Date"
        case .binary: "Data"
        case .uuid: "UUID"
        case .uri: "URL"
        case .undefined, .transformable, .objectID, .composite: nil
        }
    }
}

extension Attribute.Derivation {
    var text: String { filter.map { "\(expression) where \($0)" } ?? expression }
}

extension Relationship {
    var cardinality: String { isToMany ? "to-many" : "to-one" }
    var maximumText: String { maximumCount == 0 ? "unbounded" : "\(maximumCount)" }
}

extension ValueShape {
    /// The shape in Swift syntax, with enums and structs expanded, such as `[enum { case grid, case list }]`.
    package var text: String {
        switch self {
        case .scalar(let name): name
        case .optional(let inner): inner.text + "?"
        case .array(let element): "[\(element.text)]"
        case .set(let element): "Set<\(element.text)>"
        case .dictionary(let key, let value): "[\(key.text): \(value.text)]"
        case .enumeration(let cases): "enum { \(cases.map(\.text).joined(separator: ", ")) }"
        case .structure(let fields): "struct { \(fields.map(\.text).joined(separator: ", ")) }"
        case .recursion: "Self"
        }
    }
}

extension ValueShape.EnumerationCase {
    var text: String {
        let values = associatedValues.isEmpty ? "" : "(\(associatedValues.map(\.text).joined(separator: ", ")))"
        return "case \(name)\(values)" + (rawValue.map { " = \($0)" } ?? "")
    }
}

extension ValueShape.Field {
    fileprivate var text: String { "\(name): \(shape.text)" }
}

extension DefaultValue {
    /// The value as text, such as `"new"` or `[1, 2]`. For data, this is the number of bytes and the first 8 bytes in
    /// hexadecimal.
    package var text: String {
        switch self {
        case .boolean(let boolean): "\(boolean)"
        case .integer(let integer): "\(integer)"
        case .double(let double): "\(double)"
        case .decimal(let text), .expression(let text): text
        case .string(let string): "\"\(string)\""
        case .date(let seconds): "\(seconds) s since 2001-01-01 UTC"
        case .data(let bytes): bytes.isEmpty ? "empty data" : "\(bytes.count) bytes \(Digest.hex(bytes.prefix(8)))"
        case .uuid(let bytes): Digest.hex(bytes)
        case .array(let elements): "[\(elements.map(\.text).joined(separator: ", "))]"
        case .dictionary(let members):
            "{\(members.sorted { CodeUnitOrder.isBefore($0.key, $1.key) }.map { "\($0.key): \($0.value.text)" }.joined(separator: ", "))}"
        }
    }
}

extension [String: String] {
    /// The entries as text, such as `a=1, b=2`, sorted by key. Nil if the dictionary is empty.
    var text: String? {
        isEmpty
            ? nil
            : sorted { CodeUnitOrder.isBefore($0.key, $1.key) }.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")
    }
}

extension Bool {
    var optionality: String { self ? "optional" : "required" }

    func word(_ word: String) -> String? { self ? word : nil }
}
