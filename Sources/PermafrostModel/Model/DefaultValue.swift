/// The initial value that a declaration gives a property. It is never part of a hash; a change is silent drift.
package indirect enum DefaultValue: Sendable, Hashable {
    case boolean(Bool)
    case integer(Int64)
    case double(Double)
    /// A decimal number, as written.
    case decimal(String)
    case string(String)
    /// Seconds since 2001-01-01 UTC.
    case date(Double)
    case data([UInt8])
    /// The 16 bytes of a UUID.
    case uuid([UInt8])
    case array([DefaultValue])
    case dictionary([String: DefaultValue])
    /// Source text of a value that is made anew in each process or that cannot be evaluated: `UUID()`, `Date.now`.
    /// Two are equal if their texts are.
    case expression(String)
}

extension DefaultValue {
    /// Whether any part of the value is known by its source text alone.
    package var holdsExpression: Bool {
        switch self {
        case .expression: true
        case .array(let elements): elements.contains(where: \.holdsExpression)
        case .dictionary(let entries): entries.values.contains(where: \.holdsExpression)
        default: false
        }
    }
}
