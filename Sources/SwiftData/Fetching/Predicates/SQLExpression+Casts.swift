import Foundation

// Predicate expressions that check or cast an object's class.

extension PredicateExpressions.TypeCheck: SQLExpression {
    func term(_ translation: PredicateTranslation) throws -> SQLTerm {
        let input = try translation.term(input)
        return .scalar(try SQLCast(translation: translation, part: self, Desired.self).condition(input), isText: false)
    }
}

extension PredicateExpressions.ConditionalCast: SQLExpression {
    func term(_ translation: PredicateTranslation) throws -> SQLTerm {
        let input = try translation.term(input)
        return try SQLCast(translation: translation, part: self, Desired.self).term(input)
    }
}

extension PredicateExpressions.ForceCast: SQLExpression {
    func term(_ translation: PredicateTranslation) throws -> SQLTerm {
        let input = try translation.term(input)
        return try SQLCast(translation: translation, part: self, Desired.self).term(input)
    }
}

/// A generator of SQL that checks an object's class or casts the object to that class.
private struct SQLCast {
    let translation: PredicateTranslation
    /// The part of the predicate that errors report as unsupported.
    let part: Any
    let target: EntityStorage

    init(translation: PredicateTranslation, part: Any, _ type: Any.Type) throws {
        guard let model = ValueCodecs.unwrapped(type) as? any PersistentModel.Type,
            let target = translation.entity(of: model)
        else { throw PredicateTranslation.unsupported(part, "\(type) isn't a model of the container.") }
        self.translation = translation
        self.part = part
        self.target = target
    }

    /// Returns SQL that is 1 if the term's object has the target class or a subclass, and 0 otherwise.
    func condition(_ term: SQLTerm) throws -> String {
        switch term {
        case .row(let alias, let entity):
            return entity.isKind(of: target) ? "1" : isBelow(entity) ? "(\(try membership(alias)))" : "0"
        case .cast(let alias, let entity, let condition):
            return "(\(condition) AND \(try self.condition(.row(alias: alias, entity))))"
        case .object(let key, let entity):
            if entity.isKind(of: target) { return "(\(key) IS NOT NULL)" }
            return isBelow(entity) ? "(EXISTS (\(try rows(key))))" : "0"
        default: throw PredicateTranslation.unsupported(part)
        }
    }

    /// Returns the term cast to the target class. Its SQL evaluates to NULL if the object has neither the target class
    /// nor a subclass.
    func term(_ term: SQLTerm) throws -> SQLTerm {
        switch term {
        case .row(let alias, let entity):
            if entity.isKind(of: target) { return .row(alias: alias, target) }
            guard isBelow(entity) else { break }
            return .cast(alias: alias, target, condition: try condition(term))
        case .cast(let alias, let entity, _):
            guard entity.isKind(of: target) || isBelow(entity) else { break }
            return .cast(alias: alias, target, condition: try condition(term))
        case .object(let key, let entity):
            if entity.isKind(of: target) { return .object(key, target) }
            guard isBelow(entity) else { break }
            return .object("(\(try rows(key)))", target)
        default: break
        }
        throw PredicateTranslation.unsupported(part)
    }

    private func isBelow(_ entity: EntityStorage) -> Bool { target.isKind(of: entity) }

    private func membership(_ alias: String) throws -> String {
        guard let condition = target.membership(alias) else { throw PredicateTranslation.unsupported(part) }
        return condition
    }

    /// Returns a query that finds the row with the given key if the row has the target class or a subclass.
    private func rows(_ key: String) throws -> String {
        translation.noteOtherRows()
        let alias = translation.newAlias()
        return """
            SELECT \(alias).Z_PK FROM \(target.table) \(alias) \
            WHERE \(alias).Z_PK = \(key) AND \(try membership(alias))
            """
    }
}

extension SQLTerm {
    /// Returns the term with an additional condition. If the condition is false, a single value is NULL, and a to-many
    /// relationship is empty. Returns nil for a range, and for constants that aren't parameters yet.
    func guarded(by condition: String) -> SQLTerm? {
        func guarded(_ sql: String) -> String { "(CASE WHEN \(condition) THEN \(sql) END)" }
        return switch self {
        case .scalar(let sql, let isText): .scalar(guarded(sql), isText: isText)
        case .constantText(let sql, _): .scalar(guarded(sql), isText: true)
        case .columns(let columns, let codec): .columns(columns.map(guarded), codec)
        case .external(let column): .external(guarded(column))
        case .object(let key, let entity): .object(guarded(key), entity)
        case .identity(let key, let entity): .identity(guarded(key), entity)
        case .row(let alias, let entity): .cast(alias: alias, entity, condition: condition)
        case .cast(let alias, let entity, let other):
            .cast(alias: alias, entity, condition: "(\(condition) AND \(other))")
        case .objects(let source, let alias, let other, let entity):
            .objects(source: source, alias: alias, condition: "\(condition) AND \(other)", entity)
        case .constant, .constants, .range: nil
        }
    }
}
