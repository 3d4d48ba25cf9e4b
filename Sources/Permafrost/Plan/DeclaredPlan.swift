import PermafrostModel
import SwiftData

/// The ``MigrationPlan`` that the app's own plan declares, if it does. It is looked for when a migration needs it, once: asking
/// a type for a protocol that it does not conform to takes longer than opening a store.
final class DeclaredPlan: Sendable {
    private let type: any SchemaMigrationPlan.Type
    /// The plan, once it was looked for.
    private let found = Locked<MigrationPlan??>(nil)

    init(of type: any SchemaMigrationPlan.Type) {
        self.type = type
    }

    /// The plan; nil if the type declares none.
    var plan: MigrationPlan? {
        if let known = found.withLock({ $0 }) { return known }
        // The app's code runs without the lock.
        let plan = (type as? any DeclaredMigrationPlan.Type)?.plan
        return found.withLock { found in
            let first = found ?? plan
            found = .some(first)
            return first
        }
    }
}
