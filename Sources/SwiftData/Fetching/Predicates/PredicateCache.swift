import Foundation
import PermafrostModel
import PermafrostStore

/// The SQL of the predicates that a container's fetches have used.
///
/// Apps evaluate few predicates many times, each time with different constants. The SQL of such predicates depends only
/// on the expression's type, which includes the types of its constants, and on its key paths and operators. A
/// translation visits the expression through dynamic casts, which takes longer than running the fetch. So the SQL is
/// kept with its compiled statement, and the next predicate of the same form only provides its constants.
final class PredicateCache: Sendable {
    /// The maximum number of conditions, and the maximum number of types. If the cache has this number of conditions or
    /// types, all of them are removed before one is added.
    private static let limit = 200

    /// A kept condition.
    private struct Entry {
        var entity: ObjectIdentifier
        var key: PredicateForm.Key
        var condition: PredicateCondition
        /// The query of the first fetch that had the condition and no order, with the limits of that fetch.
        var query: (limits: FetchLimits, prepared: Store.PreparedQuery)?
    }

    /// The conditions of expressions of one type.
    private final class Kind {
        /// Nil if the SQL of such expressions isn't kept.
        let form: PredicateForm?
        var entries: [Entry] = []

        init(_ type: Any.Type) { form = PredicateForm(of: type) }
    }

    // Forms, key paths and conditions don't change after they are created. Kinds change only inside the lock, and the
    // statement of a query only inside its store's lock. The compiler can't prove this.
    private struct Content: @unchecked Sendable {
        /// The kinds, keyed by the expression's type.
        var kinds: [ObjectIdentifier: Kind] = [:]
        /// The number of all conditions.
        var count = 0
    }

    private let content = Locked(Content())

    /// Returns the condition for a predicate. Calls `translate` only if the cache has no condition for a predicate of
    /// the same form.
    func condition<T: PersistentModel>(
        of predicate: Predicate<T>, _ entity: EntityStorage, translate: () throws -> PredicateCondition
    ) rethrows -> PredicateCondition {
        let parts = PredicateParts(predicate)
        if let known = known(parts, entity) { return known }
        let condition = try translate()
        keep(condition, of: parts, entity)
        return condition
    }

    /// Returns the query for a fetch without an order, and the values of its parameters. Returns nil if the cache has no
    /// condition for a predicate of the same form, or if its query has different limits.
    func query(
        of predicate: PredicateParts, _ entity: EntityStorage, _ limits: FetchLimits
    ) -> (query: Store.PreparedQuery, parameters: [SQLiteValue])? {
        reading(predicate) { type, address in
            content.withLock { content in
                guard let kind = content.kinds[ObjectIdentifier(type)],
                    let (index, constants) = Self.find(predicate, at: address, entity, in: kind)
                else { return nil }
                if let query = kind.entries[index].query {
                    return query.limits == limits ? (query.prepared, constants) : nil
                }
                let clauses = kind.entries[index].condition.whereClause + limits.clause
                let made = Store.PreparedQuery(entity.select + clauses)
                kind.entries[index].query = (limits, made)
                return (made, constants)
            }
        }
    }

    /// Returns the kept condition for a predicate with the predicate's constants, or nil if there is none.
    private func known(
        _ predicate: PredicateParts, _ entity: EntityStorage
    ) -> PredicateCondition? {
        reading(predicate) { type, address in
            content.withLock { content in
                guard let kind = content.kinds[ObjectIdentifier(type)],
                    let (index, constants) = Self.find(predicate, at: address, entity, in: kind)
                else { return nil }
                var condition = kind.entries[index].condition
                condition.parameters = constants
                return condition
            }
        }
    }

    /// Adds a condition, unless its SQL depends on more than the form of the predicate.
    private func keep(
        _ condition: PredicateCondition, of predicate: PredicateParts, _ entity: EntityStorage
    ) {
        reading(predicate) { type, address in
            content.withLock { content in
                let known = content.kinds[ObjectIdentifier(type)]
                // The constants are the parameters in the order of the expression. If a translation arranges them
                // differently, its SQL isn't kept.
                let kind = known ?? Kind(type)
                if known == nil, content.kinds.count >= Self.limit { content = Content() }
                content.kinds[ObjectIdentifier(type)] = kind
                guard let form = kind.form, form.refersOnly(to: predicate.variable, at: address),
                    condition.parameters == form.constants(at: address)
                else { return }
                if content.count >= Self.limit {
                    content = Content()
                    kind.entries = []
                    content.kinds[ObjectIdentifier(type)] = kind
                }
                kind.entries.append(
                    Entry(entity: ObjectIdentifier(entity), key: form.key(at: address), condition: condition))
                content.count += 1
            }
        }
    }

    /// Returns the index of a predicate's condition in a kind, and the predicate's constants.
    private static func find(
        _ predicate: PredicateParts, at address: UnsafeRawPointer, _ entity: EntityStorage, in kind: Kind
    ) -> (index: Int, constants: [SQLiteValue])? {
        guard let form = kind.form, form.refersOnly(to: predicate.variable, at: address) else { return nil }
        let entity = ObjectIdentifier(entity)
        for index in kind.entries.indices
        where kind.entries[index].entity == entity && form.matches(kind.entries[index].key, at: address) {
            return form.constants(at: address).map { (index, $0) }
        }
        return nil
    }

    /// Passes the type and the address of a predicate's expression to `body`.
    private func reading<Result>(
        _ predicate: PredicateParts, _ body: (Any.Type, UnsafeRawPointer) -> Result
    ) -> Result {
        func open<Part: PredicateExpression>(_ expression: Part) -> Result {
            withUnsafePointer(to: expression) { body(Part.self, UnsafeRawPointer($0)) }
        }
        return open(predicate.expression)
    }
}
