import PermafrostModel

/// An attribute of an entity, ready to give the cells of sample rows.
struct SampleAttribute {
    let attribute: Attribute
    /// The places of its columns in the table's rows, in the order of the attribute's leaves.
    let columns: [Int]
    private let seed: UInt64

    init(_ attribute: Attribute, of entity: String, columns: [Int], seed: [UInt8]) {
        self.attribute = attribute
        self.columns = columns
        var generator = SampleGenerator(seed: seed, entity, attribute.name)
        self.seed = generator.next()
    }

    /// The values of the columns for one row.
    func values(row: Int, place: Int, attempt: Int) -> [SQLiteValue] {
        // Triggers compute derived values.
        guard attribute.derivation == nil else { return [.null] }
        let sample = SampleCase(row: row, place: place, start: Int(seed % 8), attempt: attempt, seed: seed)
        return Self.values(of: attribute, sample, mayBeNull: attribute.isOptional)
    }

    private static func values(of attribute: Attribute, _ sample: SampleCase, mayBeNull: Bool) -> [SQLiteValue] {
        guard !attribute.isTransient else { return [] }
        if sample.kind == .absent, mayBeNull {
            return [SQLiteValue](repeating: .null, count: attribute.leaves.count)
        }
        if attribute.type != .composite { return [SampleScalar.value(of: attribute, sample)] }
        if attribute.isEnumeration { return enumeration(attribute, sample) }
        return attribute.elements.enumerated().flatMap { index, element in
            var inner = sample
            inner.kind = SampleCase.Kind(rawValue: (sample.kind.rawValue + index) % 8) ?? .plain
            return values(of: element, inner, mayBeNull: mayLack(element, of: attribute))
        }
    }

    /// All elements of an optional composite are called optional, whatever the struct says, and so are collections:
    /// an app could not read the row if it lacked a value that the struct requires.
    private static func mayLack(_ element: Attribute, of composite: Attribute) -> Bool {
        let isCollection = element.type == .binary && !(element.shape?.isScalar ?? true)
        return element.isOptional && !composite.isOptional && !isCollection
    }

    /// The raw value in the one column, or the case's name in the case's column.
    private static func enumeration(_ attribute: Attribute, _ sample: SampleCase) -> [SQLiteValue] {
        guard attribute.enumerationCases != nil else {
            return attribute.elements.map { element in
                var element = element
                element.shape = attribute.shape ?? element.shape
                return SampleScalar.value(of: element, sample)
            }
        }
        guard !attribute.elements.isEmpty else { return [] }
        let chosen = sample.number % attribute.elements.count
        return attribute.elements.enumerated().map { index, element in
            guard index == chosen else { return .null }
            guard element.type == .binary else { return .text(element.name) }
            return .blob(Array(associatedValues(of: element.name, in: attribute, sample).utf8))
        }
    }

    private static func associatedValues(of name: String, in attribute: Attribute, _ sample: SampleCase) -> String {
        guard case .enumeration(let cases) = attribute.shape, let chosen = cases.first(where: { $0.name == name })
        else {
            return "{}"
        }
        var sample = sample
        return SampleJSON.associatedValues(chosen.associatedValues, &sample)
    }
}
