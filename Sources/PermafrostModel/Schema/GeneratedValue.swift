/// A kind of value that an expression creates anew in each evaluation. SwiftData evaluates a property's default only
/// once for a migration, so all rows get the same value.
package enum GeneratedValue: Sendable, Hashable {
    /// A value that is meant to be unique or random, such as `UUID()`.
    case random
    /// The current time, such as `Date.now`.
    case time
}

extension DefaultValue {
    /// The kind of value that this default's expression creates. Nil if the value is constant, or if the expression
    /// isn't known to create different values.
    package var generated: GeneratedValue? {
        switch self {
        case .expression(let text):
            if Self.random.contains(where: { text.holds($0) }) { return .random }
            return Self.time.contains(where: { text.holds($0) }) ? .time : nil
        case .array(let elements): return elements.lazy.compactMap(\.generated).first
        case .dictionary(let entries): return entries.values.lazy.compactMap(\.generated).first
        default: return nil
        }
    }

    private static let random = [
        "UUID()", "UUID.init()", "NSUUID()", ".random(", ".randomElement(", ".shuffled(", "arc4random(",
        "arc4random_uniform(", "globallyUniqueString",
    ]
    private static let time = [
        "Date()", "Date.init()", "Date.now", ".now", "Date(timeIntervalSinceNow:",
        "Date.timeIntervalSinceReferenceDate", "CFAbsoluteTimeGetCurrent()",
    ]
}

extension String {
    /// Returns whether the text contains a part that isn't a part of a longer name.
    fileprivate func holds(_ part: String) -> Bool {
        func isOfName(_ character: Character?) -> Bool {
            character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
        }
        return ranges(of: part).contains { range in
            let before = range.lowerBound > startIndex ? self[index(before: range.lowerBound)] : nil
            let after = range.upperBound < endIndex ? self[range.upperBound] : nil
            return !(isOfName(part.first) && isOfName(before)) && !(isOfName(part.last) && isOfName(after))
        }
    }
}
