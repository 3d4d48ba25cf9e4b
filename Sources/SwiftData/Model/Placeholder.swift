/// Values that stand for ones that a store no longer has, where a getter must return something.
enum Placeholder {
    /// Nil, the declared default, an empty value, or the type's simplest one.
    static func value<Value>(of type: Value.Type, default makeDefault: () -> Any?) -> Value {
        if let empty = FieldValue.typed(nil, as: type) { return empty }
        if let declared = makeDefault() as? Value { return declared }
        if let value = ValueCodecs.codec(of: type)?.placeholder as? Value { return value }
        // A type without any value to offer: an enum whose every case has associated values, or a type with a decoder of
        // its own. There is nothing to return, and nothing left to do but stop.
        fatalError("\(type) was read from an object whose row is gone from its store.")
    }
}
