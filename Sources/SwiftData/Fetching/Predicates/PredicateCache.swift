import Foundation
import PermafrostModel
import PermafrostStore

/// The SQL conditions of the predicates that a container's fetches have used.
///
/// Apps evaluate few predicates many times, each time with different constants. The SQL of such predicates depends only
/// on the expression's type, which includes the types of its constants, and on its key paths and operators. A
/// translation visits the expression through dynamic casts, which takes longer than running the fetch. So the SQL is
/// kept, and the next predicate of the same form only provides its constants.
final class PredicateCache: Sendable {
    /// The maximum number of conditions, and the maximum number of readers. If the cache has this number of conditions,
    /// all of them are removed before one is added. The same applies to readers.
    private static let limit = 200

    private struct Entry {
        var entity: ObjectIdentifier
        var form: PredicateForm
        var condition: PredicateTranslation.Condition
    }

    // Readers, key paths and conditions don't change after they are created. The compiler can't prove this.
    private struct Content: @unchecked Sendable {
        /// The ``PredicateForm/PartReader`` for each expression type that was used. Nil for a type without a reader:
        /// its SQL isn't kept.
        var readers: [ObjectIdentifier: AnyObject?] = [:]
        /// The conditions, keyed by the expression's type.
        var entries: [ObjectIdentifier: [Entry]] = [:]
        var count = 0
    }

    private let content = Locked(Content())

    /// Returns the condition for a predicate. Calls `translate` only if the cache has no condition for a predicate of
    /// the same form.
    func condition<T: PersistentModel>(
        of predicate: Predicate<T>, _ entity: EntityStorage, translate: () throws -> PredicateTranslation.Condition
    ) rethrows -> PredicateTranslation.Condition {
        guard let form = form(of: predicate.expression, predicate.variable.key) else { return try translate() }
        let type = ObjectIdentifier(Swift.type(of: predicate.expression))
        if var known = known(type, ObjectIdentifier(entity), form) {
            known.parameters = form.constants
            return known
        }
        let condition = try translate()
        // The constants are the parameters in the order of the expression. If a translation arranges them differently,
        // its SQL isn't kept.
        if condition.parameters == form.constants {
            content.withLock { content in
                if content.count >= Self.limit { (content.entries, content.count) = ([:], 0) }
                content.entries[type, default: []].append(
                    Entry(entity: ObjectIdentifier(entity), form: form, condition: condition))
                content.count += 1
            }
        }
        return condition
    }

    private func known(
        _ type: ObjectIdentifier, _ entity: ObjectIdentifier, _ form: PredicateForm
    ) -> PredicateTranslation.Condition? {
        content.withLock { content in
            content.entries[type]?.first { $0.entity == entity && $0.form.hasSameSQL(as: form) }?.condition
        }
    }

    private func form<Part: PredicateExpression>(
        of expression: Part, _ variable: PredicateExpressions.VariableID
    ) -> PredicateForm? {
        let type = ObjectIdentifier(Part.self)
        let reader = content.withLock { content in
            if let known = content.readers[type] { return known }
            let made = (Part.self as? any PredicateForm.ReadablePart.Type)?.makeReader()
            if content.readers.count >= Self.limit { content.readers = [:] }
            content.readers[type] = .some(made)
            return made
        }
        guard let reader = reader as? PredicateForm.PartReader<Part> else { return nil }
        var form = PredicateForm(variable: variable)
        return reader.read(expression, into: &form) ? form : nil
    }
}
