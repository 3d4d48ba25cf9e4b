extension ValueShape {
    /// The full shape of a type.
    package init(_ type: SwiftType) {
        self.init(type, enclosing: [])
    }

    /// The shape of a value kept as one archive, where the archive's value class does not show it: nil for a type made
    /// of scalars and collections alone, such as `Array<String>`.
    init?(stored type: SwiftType) {
        guard type.containsDeclaredType else { return nil }
        self.init(type)
    }

    private init(_ type: SwiftType, enclosing: [String]) {
        switch type {
        case .scalar(let name), .opaque(let name): self = .scalar(name)
        case .optional(let inner): self = .optional(ValueShape(inner, enclosing: enclosing))
        case .array(let element): self = .array(ValueShape(element, enclosing: enclosing))
        case .set(let element): self = .set(ValueShape(element, enclosing: enclosing))
        case .dictionary(let key, let value):
            self = .dictionary(
                key: ValueShape(key, enclosing: enclosing), value: ValueShape(value, enclosing: enclosing))
        case .enumeration(let enumeration):
            let inside = enclosing + [enumeration.name]
            let cases = enumeration.cases.map { enumCase in
                EnumerationCase(
                    name: enumCase.name, rawValue: enumCase.rawValue,
                    associatedValues: enumCase.associatedValues.map {
                        Field(name: $0.name, shape: ValueShape($0.type, enclosing: inside))
                    })
            }
            self = .enumeration(cases.sorted { CodeUnitOrder.isBefore($0.name, $1.name) })
        case .structure(let structure):
            let inside = enclosing + [structure.name]
            let fields = structure.members.map {
                Field(name: $0.name, shape: ValueShape($0.type, enclosing: inside))
            }
            self = .structure(fields.sorted { CodeUnitOrder.isBefore($0.name, $1.name) })
        case .recursion(let name):
            self = .recursion(Array(enclosing.reversed()).firstIndex(of: name) ?? 0)
        }
    }
}

extension SwiftType {
    /// Whether an enum or struct of the project is part of the type.
    fileprivate var containsDeclaredType: Bool {
        switch self {
        case .scalar, .opaque: false
        case .enumeration, .structure, .recursion: true
        case .optional(let inner), .array(let inner), .set(let inner): inner.containsDeclaredType
        case .dictionary(let key, let value): key.containsDeclaredType || value.containsDeclaredType
        }
    }
}
