import PermafrostStore

/// A struct: its stored properties' cells one after another, in declaration order.
///
/// Values are taken apart and put together by the places of the stored properties, which metadata gives. So the columns
/// are the properties, whatever coding keys the type declares.
struct StructCodec<Value>: ValueCodec {
    let members: MemberCells

    var columnCount: Int { members.columnCount }
    var requiredCells: [Range<Int>] { members.requiredCells }
    var placeholder: Any { make(members.placeholders).map { $0 as Any } ?? () }
    var emptyValue: Any? { members.emptyValues.flatMap(make) }

    func decode(_ cells: some CellSource, at start: Int) throws(ValueError) -> Any? {
        // A nil struct has NULL throughout. One whose members are all nil looks the same.
        if members.areNull(cells, at: start) { return nil }
        guard let value = make(try members.decode(cells, at: start)) else {
            throw .unreadable(type: String(describing: Value.self))
        }
        return value
    }

    func encode(_ value: Any?, into cells: inout [SQLiteValue]) throws(ValueError) {
        guard let value = value as? Value else {
            cells += repeatElement(.null, count: columnCount)
            return
        }
        try members.encode(withUnsafeBytes(of: value) { $0.baseAddress.map(members.values(at:)) }, into: &cells)
    }

    /// A struct of the given members; nil if one is of another type than the member.
    private func make(_ values: [Any?]) -> Value? {
        guard members.fit(values) else { return nil }
        let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        defer { memory.deallocate() }
        members.initialize(values, at: UnsafeMutableRawPointer(memory))
        return memory.move()
    }
}

/// The stored properties of a struct, or the associated values of a case, with the cells that they fill one after another.
struct MemberCells: Sendable {
    /// One of them, with its codec.
    struct Member: Sendable {
        var field: TypeField
        var codec: any ValueCodec
        var isOptional: Bool
    }

    let members: [Member]

    var columnCount: Int { members.reduce(0) { $0 + $1.codec.columnCount } }

    /// The groups of cells of which each must have content where the members are there.
    var requiredCells: [Range<Int>] {
        var start = 0
        return members.flatMap { member -> [Range<Int>] in
            defer { start += member.codec.columnCount }
            guard !member.isOptional else { return [] }
            return member.codec.requiredCells.map { $0.lowerBound + start..<$0.upperBound + start }
        }
    }

    /// Values that stand for ones that are not there.
    var placeholders: [Any?] { members.map { $0.isOptional ? nil : $0.codec.placeholder } }

    /// The values that NULL in every cell stands for; nil if a member has no such value.
    var emptyValues: [Any?]? {
        let values = members.map { $0.isOptional ? nil : $0.codec.emptyValue }
        return zip(members, values).allSatisfy { $0.isOptional || $1 != nil } ? values : nil
    }

    /// Whether every cell is NULL.
    func areNull(_ cells: some CellSource, at start: Int) -> Bool {
        (start..<start + columnCount).allSatisfy { cells.cell($0) == .null }
    }

    /// The values in the cells from `start` on.
    func decode(_ cells: some CellSource, at start: Int) throws(ValueError) -> [Any?] {
        var values: [Any?] = []
        var column = start
        var isMissing = false
        for member in members {
            var value = try member.codec.decode(cells, at: column)
            column += member.codec.columnCount
            if value == nil, !member.isOptional {
                value = member.codec.emptyValue
                isMissing = isMissing || value == nil
            }
            values.append(value)
        }
        if isMissing { throw .missing }
        return values
    }

    /// Adds the cells of the values; nil for NULL throughout.
    func encode(_ values: [Any?]?, into cells: inout [SQLiteValue]) throws(ValueError) {
        guard let values else {
            cells += repeatElement(.null, count: columnCount)
            return
        }
        for (member, value) in zip(members, values) { try member.codec.encode(value, into: &cells) }
    }

    /// The values at a place in memory.
    func values(at place: UnsafeRawPointer) -> [Any?] {
        members.map { member in
            func open<Field>(_ type: Field.Type) -> Any? {
                FieldValue.unwrapped((place + member.field.offset).assumingMemoryBound(to: Field.self).pointee)
            }
            return _openExistential(member.field.type, do: open)
        }
    }

    /// Whether every value is of its member's type.
    func fit(_ values: [Any?]) -> Bool {
        zip(members, values).allSatisfy { member, value in
            func open<Field>(_ type: Field.Type) -> Bool { FieldValue.typed(value, as: Field.self) != nil }
            return _openExistential(member.field.type, do: open)
        }
    }

    /// Puts values that fit to a place in memory where there is nothing yet.
    func initialize(_ values: [Any?], at place: UnsafeMutableRawPointer) {
        for (member, value) in zip(members, values) {
            func open<Field>(_ type: Field.Type) {
                guard let typed = FieldValue.typed(value, as: Field.self) else { return }
                (place + member.field.offset).initializeMemory(as: Field.self, to: typed)
            }
            _openExistential(member.field.type, do: open)
        }
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

    /// A value as that type; nil if it is of another one. Nil becomes the type's own nil, if it has one.
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
