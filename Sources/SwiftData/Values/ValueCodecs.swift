/// Chooses the codec of a type, as ``PermafrostModel/AttributeMapping`` chooses its attribute.
enum ValueCodecs {
    /// The codec of a property's type, optional or not; nil where no store can hold the type.
    static func codec(of type: Any.Type) -> (any ValueCodec)? {
        let inner = unwrapped(type)
        if ScalarTypes.name(of: inner) != nil || inner is any CollectionType.Type {
            return scalar(inner) ?? archived(inner)
        }
        return structured(inner) ?? archived(inner)
    }

    /// The codec of a member of a struct.
    private static func member(_ type: Any.Type) -> (any ValueCodec)? {
        let inner = unwrapped(type)
        return scalar(inner) ?? (inner is any CollectionType.Type ? nil : structured(inner)) ?? json(inner)
    }

    /// The type inside any number of optionals.
    static func unwrapped(_ type: Any.Type) -> Any.Type {
        (type as? any OptionalType.Type).map { unwrapped($0.wrappedType) } ?? type
    }

    private static func scalar(_ type: Any.Type) -> (any ValueCodec)? {
        func open<Value: _ColumnValue>(_ type: Value.Type) -> any ValueCodec { ScalarCodec<Value>() }
        return (type as? any _ColumnValue.Type).map { open($0) }
    }

    private static func json(_ type: Any.Type) -> (any ValueCodec)? {
        func open<Value: Codable>(_ type: Value.Type) -> any ValueCodec { JSONCodec<Value>() }
        return (type as? any Codable.Type).map { open($0) }
    }

    private static func archived(_ type: Any.Type) -> (any ValueCodec)? {
        func open<Value: Codable>(_ type: Value.Type) -> any ValueCodec { ArchiveCodec<Value>() }
        return (type as? any Codable.Type).map { open($0) }
    }

    private static func structured(_ type: Any.Type) -> (any ValueCodec)? {
        if let cases = EnumCases(of: type) { return enumeration(type, cases) }
        guard let fields = TypeField.fields(ofStruct: type), !fields.isEmpty, !isRecursive(type, []) else { return nil }
        func open<Value>(_ type: Value.Type) -> (any ValueCodec)? {
            let members = fields.compactMap { field in
                member(field.type).map {
                    StructCodec<Value>.Member(
                        field: field, codec: $0, isOptional: field.type is any OptionalType.Type)
                }
            }
            return members.count == fields.count ? StructCodec<Value>(members: members) : nil
        }
        return _openExistential(type, do: open)
    }

    private static func enumeration(_ type: Any.Type, _ cases: EnumCases) -> (any ValueCodec)? {
        if cases.isPlain, let raw = type as? any RawRepresentable.Type {
            func open<Value: RawRepresentable>(_ type: Value.Type) -> (any ValueCodec)? {
                scalar(Value.RawValue.self).map { codec in
                    RawEnumCodec<Value>(raw: codec, cases: cases)
                }
            }
            if let codec = open(raw) { return codec }
        }
        if cases.isPlain {
            func open<Value>(_ type: Value.Type) -> any ValueCodec { CaseEnumCodec<Value>(cases: cases) }
            return _openExistential(type, do: open)
        }
        func open<Value: Codable>(_ type: Value.Type) -> any ValueCodec { PayloadEnumCodec<Value>(cases: cases) }
        return (type as? any Codable.Type).map { open($0) }
    }

    /// Whether a struct contains itself, which only a collection or an indirect enum inside allows; those are JSON.
    private static func isRecursive(_ type: Any.Type, _ enclosing: [ObjectIdentifier]) -> Bool {
        let inner = unwrapped(type)
        if enclosing.contains(ObjectIdentifier(inner)) { return true }
        guard !(inner is any CollectionType.Type), ScalarTypes.name(of: inner) == nil,
            let fields = TypeField.fields(ofStruct: inner)
        else { return false }
        return fields.contains { isRecursive($0.type, enclosing + [ObjectIdentifier(inner)]) }
    }
}
