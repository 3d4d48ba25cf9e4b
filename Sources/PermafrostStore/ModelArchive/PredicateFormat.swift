/// A formatter that returns the Core Data format strings of archived expressions and predicates, which are part of a
/// derived attribute's hash.
///
/// The format string of a kind of expression that no known store contains is its class name, which distinguishes it
/// from other kinds. The same applies to an expression or predicate that exceeds the depth limit or the part limit,
/// which only a malicious archive does.
struct PredicateFormat {
    private static let depthLimit = 24
    private static let partLimit = 1_000
    private static let operators: [Int64: String] = [
        0: "<", 1: "<=", 2: ">", 3: ">=", 4: "==", 5: "!=", 6: "MATCHES", 7: "LIKE", 8: "BEGINSWITH", 9: "ENDSWITH",
        10: "IN", 99: "CONTAINS", 100: "BETWEEN",
    ]

    private let reader: KeyedArchiveReader
    private var remaining = Self.partLimit

    /// Returns the format string of an expression, or nil if the archive doesn't contain the expression.
    static func expression(_ reference: PropertyListValue?, in reader: KeyedArchiveReader) -> String? {
        var format = PredicateFormat(reader: reader)
        return format.expression(reference, depth: 0)
    }

    /// Returns the format string of a predicate, or nil if the archive doesn't contain the predicate.
    static func predicate(_ reference: PropertyListValue?, in reader: KeyedArchiveReader) -> String? {
        var format = PredicateFormat(reader: reader)
        return format.predicate(reference, depth: 0)
    }

    private init(reader: KeyedArchiveReader) {
        self.reader = reader
    }

    private mutating func isWithinBounds(_ depth: Int) -> Bool {
        remaining -= 1
        return depth < Self.depthLimit && remaining > 0
    }

    private mutating func expression(_ reference: PropertyListValue?, depth: Int) -> String? {
        guard let object = reader.object(reference) else { return nil }
        let className = reader.className(of: object) ?? "?"
        guard isWithinBounds(depth) else { return className }
        switch ArchiveClass(rawValue: className) {
        case .selfExpression: return "SELF"
        case .keyPathSpecifier: return reader.string(object["NSKeyPath"])
        case .constantExpression: return constant(object)
        case .keyPathExpression:
            let path = arguments(object, depth: depth).first ?? ""
            let operand = expression(object["NSOperand"], depth: depth + 1) ?? "SELF"
            return operand == "SELF" ? path : "\(operand).\(path)"
        case .functionExpression:
            let arguments = arguments(object, depth: depth).joined(separator: ", ")
            return "\(reader.string(object["NSSelectorName"]) ?? "")(\(arguments))"
        default:
            if let variable = reader.string(object["NSVariable"]) { return "$" + variable }
            return className
        }
    }

    private mutating func predicate(_ reference: PropertyListValue?, depth: Int) -> String? {
        guard let object = reader.object(reference) else { return nil }
        let className = reader.className(of: object) ?? "?"
        guard isWithinBounds(depth) else { return className }
        switch className {
        case "NSComparisonPredicate":
            let left = expression(object["NSLeftExpression"], depth: depth + 1) ?? ""
            let right = expression(object["NSRightExpression"], depth: depth + 1) ?? ""
            return "\(left) \(comparison(object)) \(right)"
        case "NSCompoundPredicate":
            let parts = reader.elements(object["NSSubpredicates"]).prefix(Self.partLimit).map { part in
                let text = predicate(part, depth: depth + 1) ?? ""
                let isCompound = reader.object(part).flatMap(reader.className) == "NSCompoundPredicate"
                return isCompound ? "(\(text))" : text
            }
            switch object["NSCompoundPredicateType"]?.integer {
            case 0: return "NOT " + parts.joined(separator: " ")
            case 2: return parts.joined(separator: " OR ")
            default: return parts.joined(separator: " AND ")
            }
        case "NSTruePredicate": return "TRUEPREDICATE"
        case "NSFalsePredicate": return "FALSEPREDICATE"
        default: return className
        }
    }

    private mutating func arguments(_ object: PropertyListValue, depth: Int) -> [String] {
        reader.elements(object["NSArguments"]).prefix(Self.partLimit).compactMap { expression($0, depth: depth + 1) }
    }

    private func constant(_ object: PropertyListValue) -> String {
        if let string = reader.string(object["NSConstantValue"]) { return "\"\(string)\"" }
        switch reader.object(object["NSConstantValue"]) {
        case .integer(let integer): return String(integer)
        case .real(let real): return String(real)
        case .boolean(let boolean): return boolean ? "1" : "0"
        case nil: return "nil"
        case .some(let value): return reader.className(of: value) ?? "?"
        }
    }

    private func comparison(_ object: PropertyListValue) -> String {
        guard let kind = reader.object(object["NSPredicateOperator"]) else { return "?" }
        let symbol = kind["NSOperatorType"]?.integer.flatMap { Self.operators[$0] } ?? "?"
        // Option 1 ignores case, and option 2 ignores diacritics.
        switch (kind["NSOptions"]?.integer ?? kind["NSFlags"]?.integer ?? 0) & 3 {
        case 1: return symbol + "[c]"
        case 2: return symbol + "[d]"
        case 3: return symbol + "[cd]"
        default: return symbol
        }
    }
}
