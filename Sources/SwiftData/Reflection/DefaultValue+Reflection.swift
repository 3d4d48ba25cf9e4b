import Foundation
import PermafrostModel

extension DefaultValue {
    /// Creates the model's representation of a property's default value. Returns nil if the value is nil.
    ///
    /// The result is an expression if a model can't represent the value, or if the value differs each time it's
    /// computed, such as the current date. The expression is the source text, or the value's description if `text` is
    /// nil.
    init?(reflecting make: () -> Any, text: String?, type: SwiftType, property: String) {
        guard let value = FieldValue.unwrapped(make()) else { return nil }
        let reflection = DefaultReflection()
        let first = reflection.encode(value, as: type, property)
        if let first, FieldValue.unwrapped(make()).map({ reflection.encode($0, as: type, property) }) == .some(first) {
            self = first
        } else {
            self = .expression(text ?? String(describing: value))
        }
    }
}

/// A converter from Swift values to ``DefaultValue``.
private struct DefaultReflection {
    func encode(_ value: Any, as type: SwiftType, _ property: String) -> DefaultValue? {
        switch type {
        case .scalar: return scalar(value)
        case .optional(let inner): return FieldValue.unwrapped(value).flatMap { encode($0, as: inner, property) }
        case .array(let element), .set(let element):
            guard let elements = value as? any Collection else { return nil }
            let encoded = elements.map {
                FieldValue.unwrapped($0).flatMap { encode($0, as: element.unwrapped.type, "") }
            }
            let values = encoded.compactMap { $0 }
            return values.count == encoded.count ? .array(values) : nil
        case .dictionary(_, let valueType): return dictionary(value, valueType)
        case .enumeration(let enumeration): return self.case(of: value, enumeration, property)
        case .structure(let structure): return self.structure(value, structure)
        case .recursion, .opaque: return nil
        }
    }

    private func scalar(_ value: Any) -> DefaultValue? {
        switch value {
        case let value as String: .string(value)
        case let value as Bool: .boolean(value)
        case let value as any FixedWidthInteger: Int64(exactly: value).map { .integer($0) }
        case let value as Double: .double(value)
        case let value as Float: .double(Double(value))
        case let value as CGFloat: .double(Double(value))
        case let value as Decimal: .decimal(value.description)
        case let value as Date: .date(value.timeIntervalSinceReferenceDate)
        case let value as Data: .data(Array(value))
        case let value as UUID: .uuid(withUnsafeBytes(of: value.uuid) { Array($0) })
        default: nil
        }
    }

    private func dictionary(_ value: Any, _ type: SwiftType) -> DefaultValue? {
        var entries: [(String, Any)] = []
        switch value {
        case let value as [String: Any]: entries = value.map { ($0, $1) }
        case let value as [Int: Any]: entries = value.map { (String($0), $1) }
        default: return nil
        }
        var values: [String: DefaultValue] = [:]
        for (key, value) in entries {
            guard let encoded = encode(value, as: type.unwrapped.type, "") else { return nil }
            values[key] = encoded
        }
        return .dictionary(values)
    }

    /// Returns the representation of an enum value. Returns nil if the case has associated values, or if a model can't
    /// represent the raw value.
    ///
    /// If the enum has raw values, the result contains the raw value, such as `["rank": 2]` for the property `rank`. If
    /// the property's name is empty, the result is the raw value itself. If the enum has no raw values, the result
    /// contains the case's name twice, such as `["high": "high"]`. Apple's framework is assumed to use the same form.
    private func `case`(of value: Any, _ enumeration: SwiftType.Enumeration, _ property: String) -> DefaultValue? {
        if enumeration.rawType != nil, let value = value as? any RawRepresentable {
            guard let raw = scalar(value.rawValue) else { return nil }
            // An element of a collection or a struct has no property name.
            return property.isEmpty ? raw : .dictionary([property: raw])
        }
        let isPlain = enumeration.cases.allSatisfy(\.associatedValues.isEmpty)
        func open<Value>(_ value: Value) -> Int { isPlain ? EnumCases.index(of: value) : EnumValues.index(of: value) }
        let index = _openExistential(value, do: open)
        guard enumeration.cases.indices.contains(index), enumeration.cases[index].associatedValues.isEmpty else {
            return nil
        }
        let name = enumeration.cases[index].name
        return .dictionary([name: .string(name)])
    }

    private func structure(_ value: Any, _ structure: SwiftType.Structure) -> DefaultValue? {
        guard let fields = TypeField.fields(ofStruct: Swift.type(of: value)), fields.count == structure.members.count
        else { return nil }
        var values: [String: DefaultValue] = [:]
        for (field, member) in zip(fields, structure.members) {
            func read<Value>(_ value: Value) -> Any? {
                withUnsafeBytes(of: value) { bytes in
                    bytes.baseAddress.flatMap { base in
                        func open<Field>(_ type: Field.Type) -> Any? {
                            FieldValue.unwrapped((base + field.offset).assumingMemoryBound(to: Field.self).pointee)
                        }
                        return _openExistential(field.type, do: open)
                    }
                }
            }
            guard let content = _openExistential(value, do: read) else { continue }
            let type = member.type.unwrapped.type
            guard let kept = encode(content, as: type, "")?.asMember(of: type) else { return nil }
            values[member.name] = kept
        }
        return .dictionary(values)
    }
}
