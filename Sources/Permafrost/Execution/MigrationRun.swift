import PermafrostModel

/// One run of a plan. It reports progress, can be cancelled, and keeps its results for the caller.
///
/// SwiftData wraps the errors of a stage's hooks, so the original error is kept here.
final class MigrationRun: Sendable {
    /// The current state of a run.
    struct State: Sendable {
        /// The first error that an operation or a hook threw.
        var error: MigrationError?
        /// The number of rows that operations inserted, changed or deleted, by entity.
        var changedRows: [String: Int] = [:]
        /// The last report.
        var progress: MigrationProgress?
    }

    /// Receives reports.
    let report: MigrationProgressHandler
    /// Throws if the run must end.
    let checkCancelled: @Sendable () throws -> Void
    /// The limits of the memory that each stage may use.
    let bound: StageState.MemoryBound
    private let state = Locked(State())

    init(
        report: @escaping MigrationProgressHandler = { _ in },
        checkCancelled: @escaping @Sendable () throws -> Void = {},
        bound: StageState.MemoryBound = StageState.MemoryBound()
    ) {
        self.report = report
        self.checkCancelled = checkCancelled
        self.bound = bound
    }

    /// The current state of the run.
    var current: State { state.withLock { $0 } }

    /// Keeps an error, if it is the first one.
    func failed(_ error: MigrationError) {
        state.withLock { if $0.error == nil { $0.error = error } }
    }

    /// Adds rows that an operation inserted, changed or deleted.
    func changed(_ entity: String, rows: Int) {
        state.withLock { $0.changedRows[entity, default: 0] += rows }
    }

    /// Keeps a report and passes it on.
    func progressed(_ progress: MigrationProgress) {
        state.withLock { $0.progress = progress }
        report(progress)
    }
}
