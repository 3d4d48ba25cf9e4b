import Foundation
import PermafrostStore

/// A translation of a predicate to SQL. For each row, the SQL has the same result as the predicate has for the row's
/// object. NULL represents nil.
///
/// A Boolean is 0 or 1 and never NULL, because Swift has no third truth value. Only the SQL of ``filter(_:)`` can be
/// NULL instead of 0. Strings are compared as in Swift. Parts that can't be translated in this way are rejected.
final class PredicateTranslation {
    private let container: OpenContainer
    private(set) var parameters: [SQLiteValue] = []
    private var variables: [PredicateExpressions.VariableID: SQLTerm] = [:]
    private var aliasCount = 0
    private(set) var followsRelationships = false

    init(_ container: OpenContainer) {
        self.container = container
    }

    /// Returns the SQL condition for a predicate. The entity's table has the alias `t`.
    ///
    /// - Throws: `SwiftDataError.unsupportedPredicate` with the part that can't be translated.
    func condition<T: PersistentModel>(of predicate: Predicate<T>, _ entity: EntityStorage) throws
        -> PredicateCondition
    {
        variables[predicate.variable.key] = .row(alias: "t", entity)
        let sql = try filter(predicate.expression)
        return PredicateCondition(
            whereClause: entity.rows(where: sql), parameters: parameters, followsRelationships: followsRelationships)
    }

    // MARK: Parts

    /// Translates a part of a predicate to a term. The term isn't necessarily SQL for a single value.
    func term(_ expression: some PredicateExpression) throws -> SQLTerm {
        guard let part = expression as? any SQLExpression else { throw Self.unsupported(expression) }
        return try part.term(self)
    }

    /// Translates a part of a predicate to a single SQL value.
    func value(_ expression: some PredicateExpression) throws -> String {
        let term = try term(expression)
        guard let value = try scalar(term).value else { throw Self.unsupported(expression) }
        return value
    }

    /// Translates a part of a predicate that only decides whether a row matches. In such a part, a comparison with NULL
    /// can result in NULL instead of 0. SQLite can use an index for a comparison in this form.
    func filter(_ expression: some PredicateExpression) throws -> String {
        guard let part = expression as? any SQLExpression else { throw Self.unsupported(expression) }
        return try part.filter(self)
    }

    /// Returns a single-value term for a constant that fits in one column. Returns any other term unchanged.
    func scalar(_ term: SQLTerm) throws -> SQLTerm {
        guard case .constant(let constant) = term else { return term }
        switch constant {
        case nil: return .scalar("NULL", isText: false)
        case let text as String: return .constantText(parameter(.text(text)), text)
        case let order as ComparisonResult: return .scalar(parameter(.integer(Int64(order.rawValue))), isText: false)
        case let value as any _ColumnValue: return .scalar(parameter(value._cell.value), isText: false)
        default: return term
        }
    }

    func parameter(_ value: SQLiteValue) -> String {
        parameters.append(value)
        return "?\(parameters.count)"
    }

    func newAlias() -> String {
        aliasCount += 1
        return "a\(aliasCount)"
    }

    /// Returns the entity that stores a class, or nil if the container doesn't have the class.
    func entity(of type: any PersistentModel.Type) -> EntityStorage? { try? container.entity(of: type) }

    /// Returns the key of an identifier's row. Returns nil if the identifier is temporary, or if it belongs to a
    /// different store or class hierarchy. In a class hierarchy, also returns nil if the row doesn't have the
    /// identifier's class.
    func key(of identifier: PersistentIdentifier, _ entity: EntityStorage) throws -> Int64? {
        guard let named = container.entity(named: identifier.entityName), named.family == entity.family,
            identifier.storeIdentifier == entity.storeIdentifier, case .row(let key) = identifier.key
        else { return nil }
        guard named.hasSuperentity || !named.inheritors.isEmpty else { return key }
        let number = try named.store.integer("SELECT Z_ENT FROM \(named.table) WHERE Z_PK = ?", [.integer(key)])
        return number == Int64(named.number) ? key : nil
    }

    /// Records that the condition's result for a row depends on other rows.
    func noteOtherRows() { followsRelationships = true }

    func term(of variable: PredicateExpressions.VariableID) -> SQLTerm? { variables[variable] }

    /// Binds a variable to a term for the rest of the translation.
    func bind(_ variable: PredicateExpressions.VariableID, to term: SQLTerm) {
        variables[variable] = term
    }

    /// Runs `body` with a variable bound to a term.
    func binding<Result>(
        _ variable: PredicateExpressions.VariableID, to term: SQLTerm, _ body: () throws -> Result
    ) rethrows -> Result {
        let previous = variables.updateValue(term, forKey: variable)
        defer { variables[variable] = previous }
        return try body()
    }

    static func unsupported(_ part: Any, _ reason: String = "It can't be expressed in SQL.") -> SwiftDataError {
        let name = String(reflecting: type(of: part))
            .replacing("Foundation.PredicateExpressions.", with: "")
            .replacing("FoundationEssentials.PredicateExpressions.", with: "")
        return SwiftDataError(
            .unsupportedPredicate, "This part of the predicate isn't supported: \(name). \(reason)")
    }

    // MARK: Properties

    /// Translates a property of a row, an object or a struct.
    func property(_ keyPath: AnyKeyPath, of root: SQLTerm, _ part: Any) throws -> SQLTerm {
        switch root {
        case .row(let alias, let entity), .cast(let alias, let entity, _):
            return try property(keyPath, entity, key: "\(alias).Z_PK", part) { "\(alias).\($0)" }
        case .object(let key, let entity):
            followsRelationships = true
            return try property(keyPath, entity, key: key, part) { column in
                let alias = self.newAlias()
                return "(SELECT \(alias).\(column) FROM \(entity.table) \(alias) WHERE \(alias).Z_PK = \(key))"
            }
        case .columns(let columns, let codec):
            guard let (range, member) = codec.member(at: keyPath) else { throw Self.unsupported(part) }
            return Self.attribute(Array(columns[range]), member)
        default: throw Self.unsupported(part)
        }
    }

    private func property(
        _ keyPath: AnyKeyPath, _ entity: EntityStorage, key: String, _ part: Any, _ column: (String) -> String
    ) throws -> SQLTerm {
        guard let index = entity.property(at: keyPath) else {
            if KeyPathSteps.isIdentity(keyPath) { return .identity(key, entity) }
            throw Self.unsupported(part, "\(keyPath) isn't a stored property of \(entity.name).")
        }
        let property = entity.properties[index]
        guard let relationship = property.relationship else {
            guard let codec = property.codec, !property.columnNames.isEmpty else {
                throw Self.unsupported(part, "\(entity.name).\(property.name) isn't stored in its own column.")
            }
            if property.isExternal { return .external(column(property.columnNames[0])) }
            return Self.attribute(property.columnNames.map(column), codec)
        }
        let destination = container.entities[relationship.destination]
        guard relationship.isToMany else { return .object(column(property.columnNames[0]), destination) }
        followsRelationships = true
        let alias = newAlias()
        let membership = destination.membership(alias).map { " AND \($0)" } ?? ""
        switch relationship.form {
        case .inverseKey(let name), .ownerKey(let name):
            return .objects(
                source: "\(destination.table) \(alias)", alias: alias,
                condition: "\(alias).\(name) = \(key)" + membership, destination)
        case .join(let table, let own, let other):
            return .objects(
                source: "\(destination.table) \(alias) JOIN \(table) \(alias)j ON \(alias)j.\(other) = \(alias).Z_PK",
                alias: alias, condition: "\(alias)j.\(own) = \(key)" + membership, destination)
        case .foreignKey, .none: throw Self.unsupported(part)
        }
    }

    static func attribute(_ columns: [String], _ codec: any ValueCodec) -> SQLTerm {
        if columns.count == 1, codec.comparesPlainly { return .scalar(columns[0], isText: codec.isText) }
        return .columns(columns, codec)
    }
}

extension ValueCodec {
    /// Returns the range of a struct member's columns among the struct's columns, and the member's codec. Returns nil
    /// if the value isn't a struct, or if the key path isn't one of its stored properties.
    func member(at keyPath: AnyKeyPath) -> (Range<Int>, any ValueCodec)? {
        (self as? any MemberCodec)?.place(of: keyPath)
    }
}

extension StructCodec: MemberCodec {
    func place(of keyPath: AnyKeyPath) -> (Range<Int>, any ValueCodec)? {
        guard let keyPath = keyPath as? PartialKeyPath<Value>, let offset = MemoryLayout<Value>.offset(of: keyPath)
        else { return nil }
        return place { $0.offset == offset && $0.type == type(of: keyPath).valueType }
    }

    func place(ofMember name: String) -> (Range<Int>, any ValueCodec)? { place { $0.name == name } }

    private func place(where isWanted: (TypeField) -> Bool) -> (Range<Int>, any ValueCodec)? {
        var start = 0
        for member in members.members {
            let end = start + member.codec.columnCount
            if isWanted(member.field) { return (start..<end, member.codec) }
            start = end
        }
        return nil
    }
}

// MARK: Filters

extension PredicateExpressions.Conjunction {
    func filter(_ translation: PredicateTranslation) throws -> String {
        "(\(try translation.filter(lhs)) AND \(try translation.filter(rhs)))"
    }
}

extension PredicateExpressions.Comparison {
    func filter(_ translation: PredicateTranslation) throws -> String {
        let comparison = SQLComparison(translation: translation, part: self)
        return "(\(try comparison.orderedOrNull(translation.term(lhs), try sign(), translation.term(rhs))))"
    }
}

extension PredicateExpressions.RangeExpressionContains {
    func filter(_ translation: PredicateTranslation) throws -> String {
        try bounds(translation) { try $0.orderedOrNull($1, $2, $3) }
    }
}
