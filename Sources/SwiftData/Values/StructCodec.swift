import PermafrostStore

/// A struct: its stored properties' cells one after another, in declaration order.
///
/// Values are taken apart and put together by the places of the stored properties, which metadata gives. So the columns
/// are the properties, whatever coding keys the type declares.
struct StructCodec<Value>: ValueCodec {
    /// A stored property with its codec.
    struct Member: Sendable {
        var field: TypeField
        var codec: any ValueCodec
        var isOptional: Bool
    }

    let members: [Member]

    var columnCount: Int { members.reduce(0) { $0 + $1.codec.columnCount } }

    var requiredCells: [Range<Int>] {
        var start = 0
        return members.flatMap { member -> [Range<Int>] in
            defer { start += member.codec.columnCount }
            guard !member.isOptional else { return [] }
            return member.codec.requiredCells.map { $0.lowerBound + start..<$0.upperBound + start }
        }
    }

    var placeholder: Any {
        make(members.map { $0.isOptional ? nil : $0.codec.placeholder }).map { $0 as Any } ?? ()
    }

    var emptyValue: Any? {
        let values = members.map { $0.isOptional ? nil : $0.codec.emptyValue }
        guard zip(members, values).allSatisfy({ $0.isOptional || $1 != nil }) else { return nil }
        return make(values)
    }

    func decode(_ cells: some CellSource, at start: Int) throws(ValueError) -> Any? {
        var values: [Any?] = []
        var column = start
        var isEmpty = true
        var isMissing = false
        for member in members {
            var value = try member.codec.decode(cells, at: column)
            column += member.codec.columnCount
            if value != nil {
                isEmpty = false
            } else if !member.isOptional {
                value = member.codec.emptyValue
                isMissing = isMissing || value == nil
            }
            values.append(value)
        }
        // A nil struct has NULL throughout. One whose members are all nil looks the same.
        if isEmpty { return nil }
        if isMissing { throw .missing }
        guard let value = make(values) else { throw .unreadable(type: String(describing: Value.self)) }
        return value
    }

    func encode(_ value: Any?, into cells: inout [SQLiteValue]) throws(ValueError) {
        guard let value = value as? Value else {
            cells += repeatElement(.null, count: columnCount)
            return
        }
        for member in members {
            let content = withUnsafeBytes(of: value) { bytes -> Any? in
                guard let start = bytes.baseAddress else { return nil }
                return Self.read(member.field.type, at: start + member.field.offset)
            }
            try member.codec.encode(content, into: &cells)
        }
    }

    /// A struct of the given members; nil where one is of another type than the member.
    private func make(_ values: [Any?]) -> Value? {
        let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        defer { memory.deallocate() }
        let fits = zip(members, values).allSatisfy { Self.fits($0.field.type, $1) }
        guard fits else { return nil }
        for (member, value) in zip(members, values) {
            Self.write(member.field.type, value, at: UnsafeMutableRawPointer(memory) + member.field.offset)
        }
        return memory.move()
    }

    private static func read(_ type: Any.Type, at place: UnsafeRawPointer) -> Any? {
        func open<Field>(_ type: Field.Type) -> Any? {
            FieldValue.unwrapped(place.assumingMemoryBound(to: Field.self).pointee)
        }
        return _openExistential(type, do: open)
    }

    private static func fits(_ type: Any.Type, _ value: Any?) -> Bool {
        func open<Field>(_ type: Field.Type) -> Bool { FieldValue.typed(value, as: Field.self) != nil }
        return _openExistential(type, do: open)
    }

    private static func write(_ type: Any.Type, _ value: Any?, at place: UnsafeMutableRawPointer) {
        func open<Field>(_ type: Field.Type) {
            guard let typed = FieldValue.typed(value, as: Field.self) else { return }
            place.initializeMemory(as: Field.self, to: typed)
        }
        _openExistential(type, do: open)
    }
}

/// Values of a type that is known at run time alone.
enum FieldValue {
    /// The value inside any number of optionals; nil for none.
    static func unwrapped<Value>(_ value: Value) -> Any? {
        guard Value.self is any OptionalType.Type else { return value }
        guard let optional = value as? any OptionalValue else { return nil }
        return optional.unwrappedValue
    }

    /// A value as that type; nil where it is of another one. Nil becomes the type's own nil, if it has one.
    static func typed<Value>(_ value: Any?, as type: Value.Type) -> Value? {
        if let value { return value as? Value }
        return (type as? any ExpressibleByNilLiteral.Type).flatMap { $0.init(nilLiteral: ()) as? Value }
    }
}

/// An optional, opened at run time.
protocol OptionalValue {
    var unwrappedValue: Any? { get }
}

extension Optional: OptionalValue {
    var unwrappedValue: Any? {
        switch self {
        case .none: nil
        case .some(let wrapped): FieldValue.unwrapped(wrapped)
        }
    }
}
