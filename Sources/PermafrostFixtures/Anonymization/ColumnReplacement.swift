import PermafrostModel
import PermafrostStore

/// The replacement of the values in one column.
struct ColumnReplacement {
    enum Rule {
        /// The value isn't replaced, because the user keeps the property, or because it is a key, a position or an
        /// entity's number. If `isStructural` is true, the column contains only integers. `Z_OPT` becomes 1, because it
        /// contains how often a row was saved.
        case kept(isStructural: Bool)
        /// The value is replaced. The associated value is the attribute, or the composite's element, that the column
        /// stores.
        case attribute(Attribute)
        /// The column doesn't belong to the model. All values become NULL, and are counted.
        case emptied
    }

    /// The column's name in the store.
    let name: String
    /// The property's name with its entity, such as `Post.title`, or the table and the column.
    let subject: String
    let rule: Rule
    /// Whether the column is kept, and its large values are in files.
    private let keepsLargeValues: Bool
    private let kept: KeptValues
    /// The declared values that are drawn for each row: false and true, or an enum's raw values. Empty for other
    /// columns.
    private let choices: [SQLiteValue]
    /// The distance of each choice's replacement in ``choices`` if the values must stay unique. Nil if they are drawn.
    private var distance: Int?
    private var drawing: DigestGenerator

    /// Creates the replacement for a column.
    ///
    /// - Parameters:
    ///   - kept: the values that aren't replaced, because they are the default.
    ///   - isUnique: whether a uniqueness constraint contains the property. Different values then stay different.
    init(
        name: String, subject: String, rule: Rule, kept: KeptValues = KeptValues([]), isUnique: Bool = false,
        keepsLargeValues: Bool = false, _ values: ValueReplacement
    ) {
        self.keepsLargeValues = keepsLargeValues
        self.name = name
        self.subject = subject
        self.rule = rule
        self.kept = kept
        drawing = values.key.generator(.choice, Array("\(subject) \(name)".utf8))
        choices =
            switch rule {
            case .attribute(let attribute) where attribute.type == .boolean: [.integer(0), .integer(1)]
            case .attribute(let attribute): SampleScalar.rawValues(of: attribute)
            case .kept, .emptied: []
            }
        if isUnique { distance = choices.indices.randomElement(using: &drawing) }
    }

    /// Whether the user keeps the property's values.
    var isKept: Bool { if case .kept = rule { true } else { false } }

    /// Whether the column's large values are in files.
    var isExternal: Bool {
        if case .attribute(let attribute) = rule { attribute.isExternalStorage } else { keepsLargeValues }
    }

    /// Whether the app decodes the column's values, so that samples of the declared type replace them.
    var isEncoded: Bool {
        guard case .attribute(let attribute) = rule else { return false }
        switch attribute.type {
        case .transformable: return true
        case .binary: return attribute.shape != nil && attribute.shape != .scalar("Data")
        default: return false
        }
    }

    /// The replacement for a value that doesn't belong to the column: NULL or, if the property is required, an empty
    /// value.
    var emptyCell: SQLiteValue {
        guard case .attribute(let attribute) = rule, !attribute.isOptional else { return .null }
        switch attribute.type {
        case .binary, .transformable: return .blob([])
        default: return .null
        }
    }

    /// Returns the replacement for a cell.
    ///
    /// - Throws: ``ValueReplacement/Foreign`` if the cell doesn't belong to the column.
    mutating func cell(
        _ cell: SQLiteValue, _ values: ValueReplacement
    ) throws(ValueReplacement.Foreign) -> SQLiteValue {
        if case .null = cell { return .null }
        switch rule {
        case .emptied: throw ValueReplacement.Foreign(reason: "no property in the model")
        case .kept(let isStructural):
            if isStructural, !Self.isInteger(cell) {
                throw ValueReplacement.Foreign(reason: "a value that isn't a key")
            }
            return isStructural && name == "Z_OPT" ? .integer(1) : cell
        case .attribute(let attribute): return drawn(cell, of: attribute) ?? self.cell(cell, of: attribute, values)
        }
    }

    /// Returns the replacement for a declared value. Returns nil if the cell contains a different value.
    private mutating func drawn(_ cell: SQLiteValue, of attribute: Attribute) -> SQLiteValue? {
        var declared = cell
        // Any number other than 0 is true.
        if attribute.type == .boolean, case .integer(let integer) = cell, integer != 0 { declared = .integer(1) }
        guard let index = choices.firstIndex(of: declared) else { return nil }
        guard let distance else { return choices.randomElement(using: &drawing) }
        return choices[(index + distance) % choices.count]
    }

    private func cell(_ cell: SQLiteValue, of attribute: Attribute, _ values: ValueReplacement) -> SQLiteValue {
        switch cell {
        case .null: return .null
        case .blob(let bytes):
            return kept.bytes.contains(bytes) ? cell : .blob(blob(bytes, attribute, values))
        case .integer(let integer):
            switch attribute.type {
            case .date: return real(Double(integer), values.numbers.date)
            case .double, .float, .decimal: return real(Double(integer)) { values.numbers.real($0) }
            default:
                let limit = SampleScalar.bounds(of: attribute).upperBound
                return .integer(
                    Self.replaced(integer, keeping: kept.integers) { values.numbers.integer($0, limit: limit) })
            }
        case .real(let number):
            if attribute.type == .date { return real(number, values.numbers.date) }
            return real(number) { values.numbers.real($0, isFloat: attribute.type == .float) }
        case .text(let text):
            if kept.texts.contains(text) { return cell }
            return isEncoded
                ? .blob(values.sample(of: attribute, insteadOf: Array(text.utf8))) : .text(values.texts.text(text))
        }
    }

    private static func isInteger(_ cell: SQLiteValue) -> Bool { if case .integer = cell { true } else { false } }

    private func real(_ number: Double, _ replace: (Double) -> Double) -> SQLiteValue {
        .real(Self.replaced(number, keeping: kept.reals, replace))
    }

    /// Replaces a number that isn't kept by another one that isn't kept. Replacing a replacement again leads to one,
    /// because the original isn't kept.
    private static func replaced<Number: Hashable>(
        _ number: Number, keeping kept: Set<Number>, _ replace: (Number) -> Number
    ) -> Number {
        guard !kept.contains(number) else { return number }
        var replaced = replace(number)
        for _ in 0..<kept.count where kept.contains(replaced) { replaced = replace(replaced) }
        return replaced
    }

    private func blob(_ bytes: [UInt8], _ attribute: Attribute, _ values: ValueReplacement) -> [UInt8] {
        if isEncoded { return values.sample(of: attribute, insteadOf: bytes) }
        switch attribute.type {
        case .uuid where bytes.count == 16: return values.key.uuid(bytes)
        case .binary: return values.data(bytes)
        default: return values.key.data(bytes)
        }
    }

    /// Returns the replacement of an encoded value that isn't read, because it is in a large file.
    ///
    /// - Parameter hash: the digest of the value.
    func sample(insteadOfValueWith hash: [UInt8], _ values: ValueReplacement) -> [UInt8] {
        guard case .attribute(let attribute) = rule else { return [] }
        return values.sample(of: attribute, insteadOf: hash)
    }
}
