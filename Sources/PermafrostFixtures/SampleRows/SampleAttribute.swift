import PermafrostModel
import PermafrostStore

/// An attribute of an entity, with the functions that create its cells in sample rows.
struct SampleAttribute {
    let attribute: Attribute
    /// The indexes of the attribute's columns in a row, in the order of its leaves.
    let columns: [Int]
    private let seed: UInt64
    private let sampleValues: SampleValues

    init(_ attribute: Attribute, of entity: String, columns: [Int], seed: [UInt8], values: SampleValues = .plausible) {
        self.attribute = attribute
        self.columns = columns
        sampleValues = values
        var generator = DigestGenerator(seed: seed, entity, attribute.name)
        self.seed = generator.next()
    }

    /// Returns the values of the attribute's columns for one row.
    ///
    /// - Parameters:
    ///   - row: the row's index among the rows of its entity.
    ///   - place: the row's index in its table.
    ///   - attempt: 0 for the first attempt. If the values violate a uniqueness constraint, pass a higher number to get
    ///     others.
    func values(row: Int, place: Int, attempt: Int) -> [SQLiteValue] {
        // Triggers compute derived values.
        guard attribute.derivation == nil else { return [.null] }
        let sample = SampleCase(
            row: row, place: place, start: Int(seed % 8), attempt: attempt, seed: seed, values: sampleValues)
        return Self.values(of: attribute, sample, mayBeNull: attribute.isOptional)
    }

    private static func values(of attribute: Attribute, _ sample: SampleCase, mayBeNull: Bool)
        -> [SQLiteValue]
    {
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

    /// Returns whether a composite's element may be nil in a sample row. An app can't read a row without a value for an
    /// element that the struct requires.
    ///
    /// Returns false for the elements of an optional composite and for the raw values of enums. These are always marked
    /// as optional, even if the struct requires a value.
    private static func mayLack(_ element: Attribute, of composite: Attribute) -> Bool {
        element.isOptional && !composite.isOptional && element.shape?.isScalar ?? true
    }

    /// Returns the cells of an enum. The only column of an enum with raw values contains a raw value. For any other
    /// enum, the columns of one case contain its name or associated values, and all other columns are NULL.
    static func enumeration(_ attribute: Attribute, _ sample: SampleCase) -> [SQLiteValue] {
        guard attribute.enumerationCases != nil else {
            return attribute.elements.map { element in
                var element = element
                element.shape = attribute.shape ?? element.shape
                return SampleScalar.value(of: element, sample)
            }
        }
        let cases = attribute.elements.filter { element in
            !fields(of: element, in: attribute).contains { $0.shape.isRecursion }
        }
        guard !cases.isEmpty else { return attribute.leaves.map { _ in .null } }
        let chosen = cases[sample.number % cases.count]
        return attribute.elements.flatMap { element in
            guard element.name == chosen.name else {
                return [SQLiteValue](repeating: .null, count: element.leaves.count)
            }
            return element.type == .composite
                ? associatedValues(element, in: attribute, sample) : [.text(element.name)]
        }
    }

    private static func fields(of element: Attribute, in attribute: Attribute) -> [ValueShape.Field] {
        guard case .enumeration(let cases)? = attribute.shape else { return [] }
        return cases.first { $0.name == element.name }?.associatedValues ?? []
    }

    /// Returns the cells of an enum case with associated values. An element of the case that isn't an associated value
    /// contains the case's name.
    private static func associatedValues(
        _ element: Attribute, in attribute: Attribute, _ sample: SampleCase
    ) -> [SQLiteValue] {
        let fields = fields(of: element, in: attribute)
        return element.elements.flatMap { value -> [SQLiteValue] in
            let field = fields.first { $0.name == value.name }
            if field == nil, !fields.isEmpty { return [.text(element.name)] }
            return values(of: value, sample, mayBeNull: field?.shape.isOptional ?? false)
        }
    }
}
