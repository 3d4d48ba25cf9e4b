import Foundation
import PermafrostModel
import SwiftData

/// The plan type that SwiftData receives when a ``MigrationPlan`` value runs. SwiftData requires a type with static
/// members.
///
/// Only one migration runs at a time in a process. A second migration on a different thread waits. A second migration
/// on the same thread, which only the running migration's own code can start, throws an error, because it would wait
/// forever.
enum RunningPlan: SchemaMigrationPlan {
    private struct Content: Sendable {
        var plan: MigrationPlan?
        var run = MigrationRun()
    }

    private static let content = Locked(Content())
    private static let turn = NSRecursiveLock()

    static var schemas: [any VersionedSchema.Type] {
        // permafrost:ignore PF0120 because the plan belongs to the running app, not to this package
        content.withLock { $0.plan?.schemas ?? [] }
    }

    static var stages: [MigrationStage] {
        // permafrost:ignore PF0120 because the plan belongs to the running app, not to this package
        let current = content.withLock { $0 }
        guard let plan = current.plan else { return [] }
        return StageHooks(plan: plan, run: current.run).stages
    }

    /// Sets the given plan as this type's content, and runs `body`, which opens a container. The plan remains set
    /// afterward, because the container may read its versions later.
    ///
    /// - Throws: ``MigrationError`` with `.busy(.migrationInProgress)` if the caller runs inside a migration, or with
    ///   `.plan(.invalid)` if a stage of the app's own plan has an unknown kind; the error that `body` throws.
    static func with<Result>(_ plan: MigrationPlan, run: MigrationRun, _ body: () throws -> Result) throws -> Result {
        if case .type(let type) = plan.source { try DeclaredStages(type).check() }
        turn.lock()
        defer { turn.unlock() }
        guard !isRunning.withLock({ $0 }) else { throw MigrationError(.busy(.migrationInProgress)) }
        isRunning.withLock { $0 = true }
        defer { isRunning.withLock { $0 = false } }
        content.withLock { $0 = Content(plan: plan, run: run) }
        return try body()
    }

    private static let isRunning = Locked(false)
}
