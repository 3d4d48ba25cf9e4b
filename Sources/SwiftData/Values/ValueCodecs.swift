import PermafrostModel
import PermafrostStore

/// Functions that choose the codec for a type, with the same rules as ``PermafrostModel/AttributeMapping``.
enum ValueCodecs {
    /// Returns the codec of a property's type, or nil if a store can't contain the type. The type can be optional.
    static func codec(of type: Any.Type) -> (any ValueCodec)? {
        codec(of: unwrapped(type), SwiftType(reflecting: type).unwrapped.type, isInComposite: false)
    }

    /// Returns the codec for a property with a value transformer, which stores an archive in one cell. Returns nil if
    /// the property's type isn't `Codable`.
    static func transformedCodec(of type: Any.Type) -> (any ValueCodec)? { archived(unwrapped(type)) }

    /// Returns the type inside nested optionals. Returns any other type unchanged.
    static func unwrapped(_ type: Any.Type) -> Any.Type {
        if let scalar = ScalarType.of(type) { return scalar.type }
        return (type as? any OptionalType.Type).map { unwrapped($0.wrappedType) } ?? type
    }

    /// Returns the codec of a type, or nil if a store can't contain the type.
    ///
    /// - Parameters:
    ///   - described: the type's description, without optionals.
    ///   - isInComposite: whether the type belongs to a member of a struct or enum.
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
        return ScalarType.of(type).map { open($0.type) }
    }

    private static func encoded(_ type: Any.Type) -> (any ValueCodec)? {
        func open<Value: Codable>(_ type: Value.Type) -> any ValueCodec { JSONCodec<Value>() }
        return (type as? any Codable.Type).map { open($0) }
    }

    private static func archived(_ type: Any.Type) -> (any ValueCodec)? {
        func open<Value: Codable>(_ type: Value.Type) -> any ValueCodec { JSONArchiveCodec<Value>() }
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

    /// Returns the codecs of stored properties or associated values. Returns nil if a store can't contain one of them,
    /// or if their names in the type's metadata and in its description differ.
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

extension ValueCodecs {
    /// The codec of a scalar. It uses one cell.
    struct ScalarCodec<Value: _ColumnValue>: ValueCodec {
        var columnCount: Int { 1 }
        var placeholder: Any { Value._placeholder }
        var comparesPlainly: Bool { true }
        var isText: Bool { Value.self == String.self }

        func decode(_ cells: some CellSource, at start: Int) throws(ValueError) -> Any? {
            let cell = cells.cell(start)
            if case .null = cell { return nil }
            guard let value = withUnsafePointer(to: cell, { Value._value(_RowCells(cell: $0), 0) }) else {
                throw .unreadable(type: String(describing: Value.self))
            }
            return value
        }

        func encode(_ value: Any?, into cells: inout [SQLiteValue]) throws(ValueError) {
            guard let value else {
                cells.append(.null)
                return
            }
            guard let value = value as? Value else { throw .unreadable(type: String(describing: Value.self)) }
            cells.append(value._cell.value)
        }
    }
}
