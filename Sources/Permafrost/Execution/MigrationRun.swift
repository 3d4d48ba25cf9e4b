import PermafrostModel

/// One run of a plan. It reports progress, can be cancelled, and collects the results.
///
/// SwiftData wraps the errors that a stage's hooks throw, so the run stores the original error.
final class MigrationRun: Sendable {
    /// The current results of a run.
    struct State: Sendable {
        /// The first error that occurred in a stage.
        var error: MigrationError?
        /// The number of rows that Permafrost's operations changed or deleted, keyed by entity name. A transform from
        /// model to model adds the number of snapshots that it built rows from, under the new model's entity.
        var changedRows: [String: Int] = [:]
        /// The number of values that backfills replaced, keyed by property. Empty if the run doesn't count them.
        var replacedValues: [PropertyName: Int] = [:]
    }

    /// A function that runs the app's own code: a hook, or an operation that the app defines.
    ///
    /// - Parameters:
    ///   - name: the code's name in messages, such as `stage 1.0.0 → 2.0.0, willMigrate`.
    ///   - save: saves the changes of the code.
    ///   - code: the code.
    typealias AppCodeRunner =
        @Sendable (_ name: String, _ save: () throws -> Void, _ code: () throws -> Void) throws -> Void

    let report: MigrationProgressHandler
    /// A closure that throws an error if the migration was cancelled.
    let checkCancelled: @Sendable () throws -> Void
    /// The memory limits of each stage.
    let bound: MemoryBound
    /// Whether backfills count the values that they replace.
    let countsReplacedValues: Bool
    /// The function that runs the app's own code. Tests observe and repeat the code with it.
    let runAppCode: AppCodeRunner
    private let state = Locked(State())

    init(
        report: @escaping MigrationProgressHandler = { _ in },
        checkCancelled: @escaping @Sendable () throws -> Void = {},
        bound: MemoryBound = MemoryBound(), countsReplacedValues: Bool = false,
        runAppCode: @escaping AppCodeRunner = { _, _, code in try code() }
    ) {
        self.report = report
        self.checkCancelled = checkCancelled
        self.bound = bound
        self.countsReplacedValues = countsReplacedValues
        self.runAppCode = runAppCode
    }

    /// The current results of the run.
    var current: State { state.withLock { $0 } }

    /// Records an error, unless an earlier one was recorded.
    func failed(_ error: MigrationError) {
        state.withLock { if $0.error == nil { $0.error = error } }
    }

    /// Adds `rows` to the number of an entity's changed or deleted rows.
    func changed(_ entity: String, rows: Int) {
        state.withLock { $0.changedRows[entity, default: 0] += rows }
    }

    /// Records that a backfill replaced a value of a property.
    func replaced(_ property: PropertyName) {
        state.withLock { $0.replacedValues[property, default: 0] += 1 }
    }
}
