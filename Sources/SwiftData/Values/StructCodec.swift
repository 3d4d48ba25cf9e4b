import PermafrostStore

/// The codec of a struct. The cells of its stored properties are in declaration order.
///
/// The codec reads and initializes the stored properties in memory, at the offsets in the type's metadata. It doesn't
/// use the type's `Codable` conformance, so coding keys have no effect on the columns.
struct StructCodec<Value>: ValueCodec {
    let members: MemberCells

    var columnCount: Int { members.columnCount }
    var requiredCells: [Range<Int>] { members.requiredCells }
    var placeholder: Any { make(members.placeholders).map { $0 as Any } ?? () }
    var emptyValue: Any? { members.emptyValues.flatMap(make) }

    func decode(_ cells: some CellSource, at start: Int) throws(ValueError) -> Any? {
        // If a struct is nil, all cells are NULL. A struct whose members are all nil has the same cells.
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

    /// Returns a struct with the given members, or nil if a member has the wrong type.
    private func make(_ values: [Any?]) -> Value? {
        guard members.fit(values) else { return nil }
        let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        defer { memory.deallocate() }
        members.initialize(values, at: UnsafeMutableRawPointer(memory))
        return memory.move()
    }
}
