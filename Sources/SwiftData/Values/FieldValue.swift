/// Functions for values whose types are only known at run time.
enum FieldValue {
    /// Returns the value inside nested optionals, or nil if one of them is nil. Returns any other value unchanged.
    static func unwrapped<Value>(_ value: Value) -> Any? {
        // A cast would search all conformances in the process when it's first used with a type.
        guard TypeFieldKind(Value.self) == .optional else { return value }
        guard let optional = value as? any OptionalType else { return nil }
        return optional.unwrappedValue
    }

    /// Returns a value as the given type, or nil if it has a different type. If the value is nil and the type is an
    /// optional, returns an optional of that type that contains nil.
    static func typed<Value>(_ value: Any?, as type: Value.Type) -> Value? {
        if let value { return value as? Value }
        return (type as? any ExpressibleByNilLiteral.Type).flatMap { $0.init(nilLiteral: ()) as? Value }
    }
}

extension Optional: OptionalType {
    static var wrappedType: Any.Type { Wrapped.self }

    var unwrappedValue: Any? {
        switch self {
        case .none: nil
        case .some(let wrapped): FieldValue.unwrapped(wrapped)
        }
    }
}

extension Array: CollectionType {
    static var kind: CollectionKind { .array(Element.self) }
}

extension Set: CollectionType {
    static var kind: CollectionKind { .set(Element.self) }
}

extension Dictionary: CollectionType {
    static var kind: CollectionKind { .dictionary(key: Key.self, value: Value.self) }
}
