import PermafrostStore

/// The codec of an enum with associated values.
///
/// Each case has its own cells, in the order of the cases. A case without associated values has one cell, which
/// contains the case's name. A case with associated values has their cells and, if all of them can be nil, a cell with
/// the case's name. The cells of all other cases are NULL. Apple's framework is assumed to use the same format.
struct AssociatedValuesCodec<Value>: ValueCodec {
    /// A case of the enum, with the codecs of its associated values.
    struct Case: Sendable {
        var name: String
        var payload: Payload?

        var columnCount: Int { payload.map { $0.members.columnCount + ($0.hasMarker ? 1 : 0) } ?? 1 }
    }

    /// The associated values of a case.
    struct Payload: Sendable {
        var type: EnumCases.Payload
        var members: MemberCells
        /// Whether an additional cell contains the case's name, because all values can be nil.
        var hasMarker: Bool
    }

    let cases: [Case]

    var columnCount: Int { cases.reduce(0) { $0 + $1.columnCount } }

    var placeholder: Any {
        // Try cases without associated values first, because the values of other cases may have no placeholder.
        let order =
            cases.indices.filter { cases[$0].payload == nil } + cases.indices.filter { cases[$0].payload != nil }
        return order.lazy.compactMap { make($0, cases[$0].payload?.members.placeholders ?? []) }.first.map { $0 as Any }
            ?? ()
    }

    func decode(_ cells: some CellSource, at start: Int) throws(ValueError) -> Any? {
        var column = start
        for (index, enumCase) in cases.enumerated() {
            let own = column..<column + enumCase.columnCount
            column = own.upperBound
            guard own.contains(where: { cells.cell($0) != .null }) else { continue }
            guard let value = make(index, try values(of: enumCase, cells, own)) else {
                throw .unreadable(type: String(describing: Value.self))
            }
            return value
        }
        return nil
    }

    /// Returns the associated values in a case's cells. Checks the cell for the case's name, if the case has one.
    private func values(
        of enumCase: Case, _ cells: some CellSource, _ own: Range<Int>
    ) throws(ValueError) -> [Any?] {
        if enumCase.payload?.hasMarker ?? true {
            switch cells.cell(own.upperBound - 1) {
            case .text(enumCase.name): break
            case .text(let other): throw .unknownCase(type: String(describing: Value.self), value: other)
            default: throw .unreadable(type: String(describing: Value.self))
            }
        }
        return try enumCase.payload?.members.decode(cells, at: own.lowerBound) ?? []
    }

    func encode(_ value: Any?, into cells: inout [SQLiteValue]) throws(ValueError) {
        let value = value as? Value
        let active = value.map(EnumValues.index(of:))
        for (index, enumCase) in cases.enumerated() {
            guard let value, index == active else {
                cells += repeatElement(.null, count: enumCase.columnCount)
                continue
            }
            if let payload = enumCase.payload {
                try payload.members.encode(
                    EnumValues.withPayload(payload.type, of: value) { payload.members.values(at: $0) }, into: &cells)
            }
            if enumCase.payload?.hasMarker ?? true { cells.append(.text(enumCase.name)) }
        }
    }

    /// Returns the enum value with the given case and associated values, or nil if an associated value has the wrong
    /// type.
    private func make(_ index: Int, _ values: [Any?]) -> Value? {
        guard let payload = cases[index].payload else {
            return EnumValues.make(Value.self, index: index, nil) { _ in }
        }
        guard payload.members.fit(values) else { return nil }
        return EnumValues.make(Value.self, index: index, payload.type) { payload.members.initialize(values, at: $0) }
    }
}
