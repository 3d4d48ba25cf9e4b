import PermafrostModel

/// Chooses the codec of a type, as ``PermafrostModel/AttributeMapping`` chooses its attribute.
enum ValueCodecs {
    /// The codec of a property's type, optional or not; nil if no store can hold the type.
    static func codec(of type: Any.Type) -> (any ValueCodec)? {
        codec(of: unwrapped(type), SwiftType(reflecting: type).unwrapped.type, isInComposite: false)
    }

    /// The codec of a property whose values an app's own transformer is to keep: one archive.
    static func transformedCodec(of type: Any.Type) -> (any ValueCodec)? { archived(unwrapped(type)) }

    /// The type inside any number of optionals.
    static func unwrapped(_ type: Any.Type) -> Any.Type {
        (type as? any OptionalType.Type).map { unwrapped($0.wrappedType) } ?? type
    }

    /// - Parameter described: the type as the mapping sees it.
    private static func codec(
        of type: Any.Type, _ described: SwiftType, isInComposite: Bool
    ) -> (any ValueCodec)? {
        switch described.opened {
        case .scalar: scalar(type)
        case .array, .set, .dictionary:
            described.isEncoded ? encoded(type) : archived(type)
        case .enumeration(let enumeration): codec(of: type, enumeration)
        case .structure(let structure): codec(of: type, structure)
        case .optional, .recursion, .opaque: isInComposite ? encoded(type) : archived(type)
        }
    }

    private static func scalar(_ type: Any.Type) -> (any ValueCodec)? {
        func open<Value: _ColumnValue>(_ type: Value.Type) -> any ValueCodec { ScalarCodec<Value>() }
        return (type as? any _ColumnValue.Type).map { open($0) }
    }

    private static func encoded(_ type: Any.Type) -> (any ValueCodec)? {
        func open<Value: Codable>(_ type: Value.Type) -> any ValueCodec { JSONCodec<Value>() }
        return (type as? any Codable.Type).map { open($0) }
    }

    private static func archived(_ type: Any.Type) -> (any ValueCodec)? {
        func open<Value: Codable>(_ type: Value.Type) -> any ValueCodec { ArchiveCodec<Value>() }
        return (type as? any Codable.Type).map { open($0) }
    }

    // MARK: Composites

    private static func codec(of type: Any.Type, _ structure: SwiftType.Structure) -> (any ValueCodec)? {
        guard let fields = TypeField.fields(ofStruct: type), !fields.isEmpty,
            let members = cells(of: fields, structure.members)
        else { return nil }
        func open<Value>(_ type: Value.Type) -> any ValueCodec { StructCodec<Value>(members: members) }
        return _openExistential(type, do: open)
    }

    /// The cells of stored properties or associated values; nil if no store can hold one of them.
    private static func cells(of fields: [TypeField], _ described: [SwiftType.Member]) -> MemberCells? {
        guard fields.map(\.name) == described.map(\.name) else { return nil }
        let members = zip(fields, described).compactMap { field, member in
            codec(of: unwrapped(field.type), member.type.unwrapped.type, isInComposite: true).map {
                MemberCells.Member(field: field, codec: $0, isOptional: field.type is any OptionalType.Type)
            }
        }
        return members.count == fields.count ? MemberCells(members: members) : nil
    }

    private static func codec(of type: Any.Type, _ enumeration: SwiftType.Enumeration) -> (any ValueCodec)? {
        guard let cases = EnumCases(of: type) else { return nil }
        if enumeration.rawType != nil, let raw = type as? any RawRepresentable.Type {
            func open<Value: RawRepresentable>(_ type: Value.Type) -> (any ValueCodec)? {
                scalar(Value.RawValue.self).map { RawEnumCodec<Value>(raw: $0, cases: cases) }
            }
            return open(raw)
        }
        guard !cases.isPlain else {
            func open<Value>(_ type: Value.Type) -> any ValueCodec { CaseEnumCodec<Value>(cases: cases) }
            return _openExistential(type, do: open)
        }
        func open<Value>(_ type: Value.Type) -> (any ValueCodec)? {
            let own = zip(cases.cases, enumeration.cases).compactMap { enumCase, described in
                codec(of: enumCase, described, in: type)
            }
            return own.count == cases.cases.count ? AssociatedValuesCodec<Value>(cases: own) : nil
        }
        return _openExistential(type, do: open)
    }

    private static func codec<Value>(
        of enumCase: EnumCases.Case, _ described: SwiftType.Enumeration.Case, in type: Value.Type
    ) -> AssociatedValuesCodec<Value>.Case? {
        guard let payload = enumCase.payload else { return .init(name: enumCase.name) }
        return cells(of: payload.values, described.associatedValues).map {
            .init(
                name: enumCase.name,
                payload: .init(type: payload, members: $0, hasMarker: described.marker != nil))
        }
    }
}
