import Foundation

/// Turns predicates into SQL.
struct PredicateTranslation {
    init(_ container: ModelContainer) {}

    func condition<T: PersistentModel>(of predicate: Predicate<T>, _ entity: EntityStorage) throws -> SQLCondition {
        throw SwiftDataError(.unsupportedPredicate, "Predicates are not translated yet.")
    }
}
