import SwiftData

/// A report on a running migration: the current step, its phase, and the number of rows so far. Use it to show progress
/// while an app migrates its store.
///
/// ```swift
/// let report: MigrationProgressHandler = { progress in
///     print("step \(progress.step) of \(progress.stepCount), \(progress.phase): \(progress.rows) rows")
/// }
/// ```
///
/// Pass a handler to ``SafeModelContainer``, ``ProgressiveMigration/perform(observedBy:timeout:progress:)``, or a dry
/// run. SwiftData's own work and the backup also take time, but don't report rows, so don't compute a percentage from
/// ``rows``.
public struct MigrationProgress: Sendable, Hashable {
    /// The kind of work in progress.
    public enum Phase: String, Sendable, Hashable, CaseIterable {
        /// An interrupted migration or restore is being finished or undone.
        case recovery
        /// The store is being checked. Nothing has changed yet.
        case preflight
        /// The store is being copied.
        case backup
        /// Operations are reading and changing rows with the old types.
        case capture
        /// SwiftData is changing the store to the next version's tables.
        case migration
        /// Operations are writing rows with the new types.
        case operations
        /// Assertions are being checked.
        case assertions
        /// The backup is replacing the store after a failure.
        case restore
        /// The migration has finished.
        case finished
    }

    /// The number of the step, starting at 1; 0 for work that doesn't belong to a step. The last report of a
    /// ``ProgressiveMigration`` contains the number of the last step.
    public var step: Int
    /// The total number of steps; 0 if it isn't known yet. A ``ProgressiveMigration`` counts only the steps that the
    /// store needs. Other migrations count every stage of the plan.
    public var stepCount: Int
    /// The kind of work in progress.
    public var phase: Phase
    /// The version that the step migrates from; nil outside of a step.
    public var from: Schema.Version?
    /// The version that the step migrates to; nil outside of a step.
    public var to: Schema.Version?
    /// The name of the running operation or hook. If several operations share a pass over the rows, their names are
    /// separated by commas. Nil between operations.
    public var operation: String?
    /// The number of rows that the running operations have visited so far.
    public var rows: Int

    /// Creates a report, for example to preview a progress view.
    public init(
        step: Int, stepCount: Int, phase: Phase, from: Schema.Version? = nil, to: Schema.Version? = nil,
        operation: String? = nil, rows: Int = 0
    ) {
        self.step = step
        self.stepCount = stepCount
        self.phase = phase
        self.from = from
        self.to = to
        self.operation = operation
        self.rows = rows
    }
}

/// A closure that receives the reports of a migration.
///
/// > Important: The closure runs on the thread that migrates, and the migration waits for it. Return quickly, and move
/// > to the main actor to update a view.
public typealias MigrationProgressHandler = @Sendable (MigrationProgress) -> Void
