import PermafrostStore

/// The stored properties of a struct, or the associated values of a case, with their consecutive cells.
struct MemberCells: Sendable {
    /// A property or an associated value, with its codec.
    struct Member: Sendable {
        var field: TypeField
        var codec: any ValueCodec
        var isOptional: Bool
    }

    let members: [Member]

    var columnCount: Int { members.reduce(0) { $0 + $1.codec.columnCount } }

    /// The groups of cells that are required, relative to the first cell of the struct or case. If the struct or case
    /// has a value, each group must contain a cell that isn't NULL. Optional members have no groups.
    var requiredCells: [Range<Int>] {
        var start = 0
        return members.flatMap { member -> [Range<Int>] in
            defer { start += member.codec.columnCount }
            guard !member.isOptional else { return [] }
            return member.codec.requiredCells.map { $0.lowerBound + start..<$0.upperBound + start }
        }
    }

    /// A placeholder for each member, or nil for an optional member, in the order of the members.
    var placeholders: [Any?] { members.map { $0.isOptional ? nil : $0.codec.placeholder } }

    /// The members' values to use if every cell is NULL, or nil if a required member has no empty value.
    var emptyValues: [Any?]? {
        let values = members.map { $0.isOptional ? nil : $0.codec.emptyValue }
        return zip(members, values).allSatisfy { $0.isOptional || $1 != nil } ? values : nil
    }

    /// Returns whether all cells of the members, beginning at column `start`, are NULL.
    func areNull(_ cells: some CellSource, at start: Int) -> Bool {
        (start..<start + columnCount).allSatisfy { cells.cell($0) == .null }
    }

    /// Decodes the members' values from the cells, beginning at `start`. A required member without a value gets its
    /// codec's empty value.
    ///
    /// - Throws: ``ValueError/missing`` if a required member has no value, and its codec has no empty value.
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

    /// Appends the cells of the values. If `values` is nil, appends NULL for each cell.
    func encode(_ values: [Any?]?, into cells: inout [SQLiteValue]) throws(ValueError) {
        guard let values else {
            cells += repeatElement(.null, count: columnCount)
            return
        }
        for (member, value) in zip(members, values) { try member.codec.encode(value, into: &cells) }
    }

    /// Returns the members' values in the struct or associated values at an address.
    func values(at place: UnsafeRawPointer) -> [Any?] {
        members.map { member in
            func open<Field>(_ type: Field.Type) -> Any? {
                FieldValue.unwrapped((place + member.field.offset).assumingMemoryBound(to: Field.self).pointee)
            }
            return _openExistential(member.field.type, do: open)
        }
    }

    /// Returns whether every value has its member's type.
    func fit(_ values: [Any?]) -> Bool {
        zip(members, values).allSatisfy { member, value in
            func open<Field>(_ type: Field.Type) -> Bool { FieldValue.typed(value, as: Field.self) != nil }
            return _openExistential(member.field.type, do: open)
        }
    }

    /// Initializes the struct or associated values at an address. Every value must have its member's type.
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
