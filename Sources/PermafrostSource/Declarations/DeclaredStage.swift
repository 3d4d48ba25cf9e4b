import PermafrostModel

/// A stage of a migration plan.
package struct DeclaredStage: Sendable, Hashable, Codable {
    /// The kind of a stage, which is lightweight or custom.
    package typealias Kind = PlanStage.Kind

    package var kind: Kind
    /// The source version's ``DeclaredVersion/name``, or the name as written if the project doesn't declare it.
    package var from: String
    /// The destination version's ``DeclaredVersion/name``, or the name as written if the project doesn't declare
    /// it.
    package var to: String
    package var location: SourceLocation
    /// The code that a custom stage runs before or after the migration: the closures and functions that are passed
    /// as hooks, and the operations that run at a known time, such as `Backfill`.
    package var hooks: [DeclaredHook]
    /// The hooks for which a custom SwiftData stage passes `nil`.
    package var absentHooks: [HookMoment] = []
    /// The operations, if the stage belongs to a `MigrationPlan`. A stage is custom if it has operations other than
    /// `Drop`, which only declares losses.
    package var operations: [DeclaredOperation]
    /// Whether the stage is a `Stage` of a `MigrationPlan`, which accepts operations.
    package var acceptsOperations = false

    package init(
        kind: Kind, from: String, to: String, location: SourceLocation, hooks: [DeclaredHook] = [],
        operations: [DeclaredOperation] = []
    ) {
        self.kind = kind
        self.from = from
        self.to = to
        self.location = location
        self.hooks = hooks
        self.operations = operations
    }
}
