import PermafrostModel
import PermafrostStore

/// The replacement of the values in one column.
struct ColumnReplacement {
    enum Rule {
        /// The value isn't replaced, because the user keeps the property, or because it is a key, a position or an
        /// entity's number. If `isStructural` is true, the column contains only integers.
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
    /// The replacements for small integers, keyed by the original value.
    private let small: [Int64: Int64]
    /// The numbers of false and true values that haven't been used yet. Nil unless the column's Booleans are shuffled.
    private var remaining: (falses: Int, trues: Int)?
    private var shuffling: DigestGenerator

    /// Creates the replacement for a column.
    ///
    /// - Parameters:
    ///   - kept: the values that aren't replaced, because the declaration contains them.
    ///   - integers: the small integers in the column, without duplicates.
    ///   - booleans: the numbers of false and true values, or nil if the values must not be shuffled.
    init(
        name: String, subject: String, rule: Rule, kept: KeptValues = KeptValues([]), integers: [Int64] = [],
        booleans: (falses: Int, trues: Int)? = nil, keepsLargeValues: Bool = false, _ values: ValueReplacement
    ) {
        self.keepsLargeValues = keepsLargeValues
        self.name = name
        self.subject = subject
        self.rule = rule
        self.kept = kept
        small = values.numbers.exchange(integers, keeping: kept.integers)
        remaining = booleans
        shuffling = values.key.generator(.choice, Array(subject.utf8))
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
            return cell
        case .attribute(let attribute): return self.cell(cell, of: attribute, values)
        }
    }

    private mutating func cell(
        _ cell: SQLiteValue, of attribute: Attribute, _ values: ValueReplacement
    ) -> SQLiteValue {
        switch cell {
        case .null: return .null
        case .blob(let bytes):
            return kept.bytes.contains(bytes) ? cell : .blob(blob(bytes, attribute, values))
        case .integer(let integer):
            switch attribute.type {
            case .boolean: return .integer(boolean(integer))
            case .date: return real(Double(integer), values.numbers.date)
            case .double, .float, .decimal: return real(Double(integer)) { values.numbers.real($0) }
            default:
                if kept.integers.contains(integer) { return cell }
                var replaced = values.numbers.integer(integer, small: small)
                // Replacing a replacement again leads to one that isn't kept, because the original isn't kept.
                for _ in 0..<kept.integers.count where kept.integers.contains(replaced) {
                    replaced = values.numbers.integer(replaced)
                }
                return .integer(replaced)
            }
        case .real(let number):
            if attribute.type == .date { return real(number, values.numbers.date) }
            return real(number) { values.numbers.real($0, isFloat: attribute.type == .float) }
        case .text(let text):
            return kept.texts.contains(text) ? cell : .text(values.texts.text(text))
        }
    }

    private static func isInteger(_ cell: SQLiteValue) -> Bool { if case .integer = cell { true } else { false } }

    private func real(_ number: Double, _ replace: (Double) -> Double) -> SQLiteValue {
        guard !kept.reals.contains(number) else { return .real(number) }
        var replaced = replace(number)
        for _ in 0..<kept.reals.count where kept.reals.contains(replaced) { replaced = replace(replaced) }
        return .real(replaced)
    }

    /// Returns a random one of the column's remaining Booleans.
    private mutating func boolean(_ original: Int64) -> Int64 {
        // Any number other than 0 is true.
        guard let rest = remaining, rest.falses + rest.trues > 0 else { return original == 0 ? 0 : 1 }
        let isTrue = Int.random(in: 0..<(rest.falses + rest.trues), using: &shuffling) < rest.trues
        remaining = isTrue ? (rest.falses, rest.trues - 1) : (rest.falses - 1, rest.trues)
        return isTrue ? 1 : 0
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
