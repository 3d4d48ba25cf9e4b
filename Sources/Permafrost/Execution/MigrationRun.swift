import PermafrostModel

/// One run of a plan: where it reports, what may end it, and what it leaves behind for its caller.
///
/// SwiftData wraps what a stage's hook throws, so the error itself is kept here.
final class MigrationRun: Sendable {
    /// What a run has come to.
    struct State: Sendable {
        /// The first error that an operation or a hook threw.
        var error: MigrationError?
        /// The rows that operations inserted, changed or deleted, by entity.
        var changedRows: [String: Int] = [:]
        /// Where the run is.
        var progress: MigrationProgress?
    }

    /// Takes reports.
    let report: MigrationProgressHandler
    /// Throws where the run is to end.
    let checkCancelled: @Sendable () throws -> Void
    /// What each stage may keep in memory.
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

    /// What the run has come to.
    var current: State { state.withLock { $0 } }

    /// Keeps the first error.
    func failed(_ error: MigrationError) {
        state.withLock { if $0.error == nil { $0.error = error } }
    }

    /// Adds rows that an operation inserted, changed or deleted.
    func changed(_ entity: String, rows: Int) {
        state.withLock { $0.changedRows[entity, default: 0] += rows }
    }

    /// Sets where the run is, and reports it.
    func progressed(_ progress: MigrationProgress) {
        state.withLock { $0.progress = progress }
        report(progress)
    }
}
