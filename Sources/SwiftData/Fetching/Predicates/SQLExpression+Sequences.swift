import Foundation

// Predicate expressions for to-many relationships, and for collections that are constants.

extension PredicateExpressions.SequenceContains: SQLExpression {
    func term(_ translation: PredicateTranslation) throws -> SQLTerm {
        let comparison = SQLComparison(translation: translation, part: self)
        let element = try translation.term(element)
        switch try translation.term(sequence) {
        case .constants(let values): return .scalar(try comparison.contained(element, in: values), isText: false)
        case .objects(let source, let alias, let condition, let entity):
            let equal = try comparison.equal(.row(alias: alias, entity), element)
            return .scalar("(EXISTS (SELECT 1 FROM \(source) WHERE \(condition) AND \(equal)))", isText: false)
        default: throw PredicateTranslation.unsupported(self)
        }
    }
}

extension PredicateExpressions.SequenceContainsWhere: SQLExpression {
    func term(_ translation: PredicateTranslation) throws -> SQLTerm {
        guard case .objects(let source, let alias, let condition, let entity) = try translation.term(sequence) else {
            throw PredicateTranslation.unsupported(self)
        }
        let test = try translation.binding(variable.key, to: .row(alias: alias, entity)) {
            try translation.value(self.test)
        }
        return .scalar("(EXISTS (SELECT 1 FROM \(source) WHERE \(condition) AND \(test)))", isText: false)
    }
}

extension PredicateExpressions.SequenceAllSatisfy: SQLExpression {
    func term(_ translation: PredicateTranslation) throws -> SQLTerm {
        guard case .objects(let source, let alias, let condition, let entity) = try translation.term(sequence) else {
            throw PredicateTranslation.unsupported(self)
        }
        let test = try translation.binding(variable.key, to: .row(alias: alias, entity)) {
            try translation.value(self.test)
        }
        return .scalar("(NOT EXISTS (SELECT 1 FROM \(source) WHERE \(condition) AND NOT \(test)))", isText: false)
    }
}

extension PredicateExpressions.Filter: SQLExpression {
    func term(_ translation: PredicateTranslation) throws -> SQLTerm {
        guard case .objects(let source, let alias, let condition, let entity) = try translation.term(sequence) else {
            throw PredicateTranslation.unsupported(self)
        }
        let test = try translation.binding(variable.key, to: .row(alias: alias, entity)) {
            try translation.value(filter)
        }
        return .objects(source: source, alias: alias, condition: "\(condition) AND \(test)", entity)
    }
}
