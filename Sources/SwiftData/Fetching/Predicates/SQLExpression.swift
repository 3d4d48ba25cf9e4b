import Foundation

/// A kind of predicate expression that can be translated to SQL.
///
/// All that depends on the kind is in this protocol, because each additional protocol costs a search of all conformances
/// in the process when it's first used with a type.
protocol SQLExpression: PredicateExpression {
    func term(_ translation: PredicateTranslation) throws -> SQLTerm
    /// Returns SQL that only decides whether a row matches. The result may be NULL instead of 0.
    func filter(_ translation: PredicateTranslation) throws -> String
    /// Adds the parts of an expression to a form. Returns false if the SQL depends on more parts than a form contains.
    ///
    /// - Parameter offset: the expression's offset.
    static func addParts(to form: inout PredicateForm, at offset: Int) -> Bool
}

extension SQLExpression {
    func filter(_ translation: PredicateTranslation) throws -> String {
        guard let value = try translation.scalar(term(translation)).value else {
            throw PredicateTranslation.unsupported(self)
        }
        return value
    }

    static func addParts(to form: inout PredicateForm, at offset: Int) -> Bool { false }

    /// Returns a term for a single value that isn't a string.
    fileprivate func plain(_ sql: String) -> SQLTerm { .scalar(sql, isText: false) }
}

// MARK: Leaves

extension PredicateExpressions.Variable: SQLExpression {
    func term(_ translation: PredicateTranslation) throws -> SQLTerm {
        guard let term = translation.term(of: key) else { throw PredicateTranslation.unsupported(self) }
        return term
    }
}

extension PredicateExpressions.Value: SQLExpression {
    func term(_ translation: PredicateTranslation) throws -> SQLTerm {
        guard let value = FieldValue.unwrapped(self.value) else { return .constant(nil) }
        // Check for column values first, because they are the most common and each cast to a protocol takes time.
        if value is any _ColumnValue { return .constant(value) }
        if let range = value as? any ConstantRange { return range.term }
        if let values = value as? any Sequence {
            return .constants(values.map { FieldValue.unwrapped($0) })
        }
        return .constant(value)
    }
}

extension PredicateExpressions.NilLiteral: SQLExpression {
    func term(_ translation: PredicateTranslation) throws -> SQLTerm { .constant(nil) }
}

extension PredicateExpressions.KeyPath: SQLExpression {
    func term(_ translation: PredicateTranslation) throws -> SQLTerm {
        let term = try translation.term(root)
        switch (kind, term) {
        case (.collectionCount?, .objects(let source, _, let condition, _)):
            return plain("(SELECT COUNT(*) FROM \(source) WHERE \(condition))")
        case (.collectionIsEmpty?, .objects(let source, _, let condition, _)):
            return plain("(NOT EXISTS (SELECT 1 FROM \(source) WHERE \(condition)))")
        case (.collectionCount?, .scalar(let sql, true)): return plain("SWIFT_COUNT(\(sql))")
        case (.collectionIsEmpty?, .scalar(let sql, true)): return plain("COALESCE(\(sql) = '', 0)")
        case (_, .constant(let value?)):
            guard let value = value as? Root.Output else { throw PredicateTranslation.unsupported(self) }
            return .constant(FieldValue.unwrapped(value[keyPath: keyPath]))
        default: return try translation.property(keyPath, of: term, self)
        }
    }
}

// MARK: Logic

extension PredicateExpressions.Conjunction: SQLExpression {
    func term(_ translation: PredicateTranslation) throws -> SQLTerm {
        plain("(\(try translation.value(lhs)) AND \(try translation.value(rhs)))")
    }
}

extension PredicateExpressions.Disjunction: SQLExpression {
    func term(_ translation: PredicateTranslation) throws -> SQLTerm {
        plain("(\(try translation.value(lhs)) OR \(try translation.value(rhs)))")
    }
}

extension PredicateExpressions.Negation: SQLExpression {
    func term(_ translation: PredicateTranslation) throws -> SQLTerm {
        plain("(NOT \(try translation.value(wrapped)))")
    }
}

extension PredicateExpressions.Conditional: SQLExpression {
    func term(_ translation: PredicateTranslation) throws -> SQLTerm {
        let condition = try translation.value(test)
        let first = try translation.scalar(translation.term(trueBranch))
        let second = try translation.scalar(translation.term(falseBranch))
        guard let yes = first.value, let no = second.value else { throw PredicateTranslation.unsupported(self) }
        return .scalar(
            "(CASE WHEN \(condition) THEN \(yes) ELSE \(no) END)", isText: first.isText || second.isText)
    }
}

// MARK: Comparison

extension PredicateExpressions.Equal: SQLExpression {
    func term(_ translation: PredicateTranslation) throws -> SQLTerm {
        let comparison = SQLComparison(translation: translation, part: self)
        // SQLite uses NULL for NaN, which isn't equal to any value, including itself.
        if LHS.Output.self == Double.self {
            return plain(try comparison.ordered(translation.term(lhs), "=", translation.term(rhs)))
        }
        return plain(try comparison.equal(translation.term(lhs), translation.term(rhs)))
    }
}

extension PredicateExpressions.NotEqual: SQLExpression {
    func term(_ translation: PredicateTranslation) throws -> SQLTerm {
        let comparison = SQLComparison(translation: translation, part: self)
        let equal =
            LHS.Output.self == Double.self
            ? try comparison.ordered(translation.term(lhs), "=", translation.term(rhs))
            : try comparison.equal(translation.term(lhs), translation.term(rhs))
        return plain("(NOT \(equal))")
    }
}

extension PredicateExpressions.Comparison: SQLExpression {
    func term(_ translation: PredicateTranslation) throws -> SQLTerm {
        plain(
            try SQLComparison(translation: translation, part: self)
                .ordered(translation.term(lhs), try sign(), translation.term(rhs)))
    }

    /// Returns the SQL operator of the comparison.
    func sign() throws -> String {
        switch op {
        case .lessThan: "<"
        case .lessThanOrEqual: "<="
        case .greaterThan: ">"
        case .greaterThanOrEqual: ">="
        @unknown default: throw PredicateTranslation.unsupported(self)
        }
    }
}

extension PredicateExpressions.RangeExpressionContains: SQLExpression {
    func term(_ translation: PredicateTranslation) throws -> SQLTerm {
        plain(try bounds(translation) { try $0.ordered($1, $2, $3) })
    }

    /// Returns SQL that checks whether a value is in the range. `compare` returns the SQL that compares the value with
    /// one of the range's bounds.
    func bounds(
        _ translation: PredicateTranslation,
        _ compare: (SQLComparison, SQLTerm, String, SQLTerm) throws -> String
    ) throws -> String {
        guard case .range(let lower, let upper, let includesUpper) = try translation.term(range) else {
            throw PredicateTranslation.unsupported(self)
        }
        let element = try translation.term(element)
        let comparison = SQLComparison(translation: translation, part: self)
        let parts = [
            try lower.map { try compare(comparison, element, ">=", $0) },
            try upper.map { try compare(comparison, element, includesUpper ? "<=" : "<", $0) },
        ].compactMap { $0 }
        return "(" + parts.joined(separator: " AND ") + ")"
    }
}

extension PredicateExpressions.ClosedRange: SQLExpression {
    func term(_ translation: PredicateTranslation) throws -> SQLTerm {
        .range(lower: try translation.term(lower), upper: try translation.term(upper), includesUpper: true)
    }
}

extension PredicateExpressions.Range: SQLExpression {
    func term(_ translation: PredicateTranslation) throws -> SQLTerm {
        .range(lower: try translation.term(lower), upper: try translation.term(upper), includesUpper: false)
    }
}

// MARK: Optionals

extension PredicateExpressions.NilCoalesce: SQLExpression {
    func term(_ translation: PredicateTranslation) throws -> SQLTerm {
        let first = try translation.scalar(translation.term(lhs))
        let second = try translation.scalar(translation.term(rhs))
        guard let value = first.value, let other = second.value else { throw PredicateTranslation.unsupported(self) }
        return .scalar("COALESCE(\(value), \(other))", isText: first.isText || second.isText)
    }
}

extension PredicateExpressions.OptionalFlatMap: SQLExpression {
    func term(_ translation: PredicateTranslation) throws -> SQLTerm {
        let wrapped = try translation.term(wrapped)
        var inner = wrapped
        if case .cast(let alias, let entity, _) = wrapped { inner = .row(alias: alias, entity) }
        let result = try translation.binding(variable.key, to: inner) {
            try translation.scalar(translation.term(transform))
        }
        if case .cast(_, _, let condition) = wrapped {
            guard let guarded = result.guarded(by: condition) else { throw PredicateTranslation.unsupported(self) }
            return guarded
        }
        // An optional to-many relationship is never nil once it's in the store.
        if case .objects = wrapped { return result }
        // A column of a missing row is already NULL. Other expressions are only computed if there is a value.
        guard case .scalar(let sql, let isText) = result else { return result }
        if case .object = wrapped, transform is any KeyPathExpression { return result }
        guard let value = wrapped.value else { throw PredicateTranslation.unsupported(self) }
        return .scalar("(CASE WHEN \(value) IS NOT NULL THEN \(sql) END)", isText: isText)
    }
}

extension PredicateExpressions.ForcedUnwrap: SQLExpression {
    func term(_ translation: PredicateTranslation) throws -> SQLTerm { try translation.term(inner) }
}

/// A predicate expression that reads a property of another expression's value.
private protocol KeyPathExpression {}

extension PredicateExpressions.KeyPath: KeyPathExpression {}

// MARK: Arithmetic

extension PredicateExpressions.Arithmetic: SQLExpression {
    func term(_ translation: PredicateTranslation) throws -> SQLTerm {
        let sign =
            switch op {
            case .add: "+"
            case .subtract: "-"
            case .multiply: "*"
            @unknown default: throw PredicateTranslation.unsupported(self)
            }
        return plain("(\(try translation.value(lhs)) \(sign) \(try translation.value(rhs)))")
    }
}

extension PredicateExpressions.UnaryMinus: SQLExpression {
    func term(_ translation: PredicateTranslation) throws -> SQLTerm { plain("(-\(try translation.value(wrapped)))") }
}

extension PredicateExpressions.FloatDivision: SQLExpression {
    func term(_ translation: PredicateTranslation) throws -> SQLTerm {
        // SQLite computes with Double only.
        guard Output.self == Double.self else { throw PredicateTranslation.unsupported(self) }
        let dividend = try translation.value(lhs)
        let divisor = try translation.value(rhs)
        // Division by zero is an infinity or NaN in Swift, and NULL in SQLite. 9e999 is SQLite's infinity.
        return plain(
            """
            (CASE WHEN \(divisor) = 0 THEN CASE WHEN \(dividend) > 0 THEN 9e999 WHEN \(dividend) < 0 THEN -9e999 END \
            ELSE \(dividend) / \(divisor) END)
            """)
    }
}

extension PredicateExpressions.IntDivision: SQLExpression {
    func term(_ translation: PredicateTranslation) throws -> SQLTerm {
        plain("(\(try translation.value(lhs)) / \(try translation.value(rhs)))")
    }
}

extension PredicateExpressions.IntRemainder: SQLExpression {
    func term(_ translation: PredicateTranslation) throws -> SQLTerm {
        plain("(\(try translation.value(lhs)) % \(try translation.value(rhs)))")
    }
}

// MARK: Strings

extension PredicateExpressions.CollectionContainsCollection: SQLExpression {
    func term(_ translation: PredicateTranslation) throws -> SQLTerm {
        try texts("SWIFT_CONTAINS", base, other, translation)
    }
}

extension PredicateExpressions.SequenceStartsWith: SQLExpression {
    func term(_ translation: PredicateTranslation) throws -> SQLTerm {
        try texts("SWIFT_STARTS", base, prefix, translation)
    }
}

extension PredicateExpressions.StringLocalizedStandardContains: SQLExpression {
    func term(_ translation: PredicateTranslation) throws -> SQLTerm {
        try texts("SWIFT_SEARCH", root, other, translation)
    }
}

extension PredicateExpressions.StringCaseInsensitiveCompare: SQLExpression {
    func term(_ translation: PredicateTranslation) throws -> SQLTerm {
        try texts("SWIFT_COMPARE", root, other, translation)
    }
}

extension SQLExpression {
    /// Returns a term that calls an SQL function with two strings. The term's value is 0 if the function returns NULL.
    fileprivate func texts(
        _ function: String, _ first: some PredicateExpression, _ second: some PredicateExpression,
        _ translation: PredicateTranslation
    ) throws -> SQLTerm {
        let left = try translation.scalar(translation.term(first))
        let right = try translation.scalar(translation.term(second))
        guard left.isText, right.isText, let text = left.value, let part = right.value else {
            throw PredicateTranslation.unsupported(self)
        }
        return plain("COALESCE(\(function)(\(text), \(part)), 0)")
    }
}
