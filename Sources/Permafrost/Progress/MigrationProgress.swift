import SwiftData

/// How far a migration is: the step, what is done in it, and the rows so far.
public struct MigrationProgress: Sendable, Hashable {
    /// What is being done.
    public enum Phase: String, Sendable, Hashable, CaseIterable {
        /// An interrupted migration is rolled back or finished.
        case recovery
        /// The store is checked before anything is changed.
        case preflight
        /// The store is copied.
        case backup
        /// Values are read over the old types.
        case capture
        /// The store is brought to the next version's tables.
        case migration
        /// The operations' bodies run over the new types.
        case operations
        /// Assertions are checked.
        case assertions
        /// The failed store is replaced by its backup.
        case restore
        /// The migration has ended.
        case finished
    }

    /// The number of the step, from 1; 0 before the first one.
    public var step: Int
    /// The number of steps in all.
    public var stepCount: Int
    /// What is being done.
    public var phase: Phase
    /// The version that the step leads from; nil outside of a step.
    public var from: Schema.Version?
    /// The version that the step leads to; nil outside of a step.
    public var to: Schema.Version?
    /// The operation that is running; nil between operations.
    public var operation: String?
    /// The rows that the operation has gone through.
    public var rows: Int

    /// A report. Each value is what its property says.
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

/// Takes the reports of a migration, on the thread that migrates.
public typealias MigrationProgressHandler = @Sendable (MigrationProgress) -> Void
