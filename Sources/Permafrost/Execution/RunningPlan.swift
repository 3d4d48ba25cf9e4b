import Foundation
import PermafrostModel
import SwiftData

/// The plan type that SwiftData gets while a plan that is a value runs. SwiftData requires a type, whose members are
/// static.
///
/// One migration at a time runs in a process. A second one waits, unless the first one's own code started it: that
/// would wait forever, and is an error.
enum RunningPlan: SchemaMigrationPlan {
    private struct Content: Sendable {
        var plan: MigrationPlan?
        var run = MigrationRun()
    }

    private static let content = Locked(Content())
    private static let turn = NSRecursiveLock()

    static var schemas: [any VersionedSchema.Type] {
        // permafrost:ignore PF0120 because it holds the plan of the app that runs, and none of this package
        content.withLock { $0.plan?.schemas ?? [] }
    }

    static var stages: [MigrationStage] {
        // permafrost:ignore PF0120 because it holds the plan of the app that runs, and none of this package
        let current = content.withLock { $0 }
        guard let plan = current.plan else { return [] }
        return StageHooks(plan: plan, run: current.run).stages
    }

    /// Runs `body` while this type holds the plan. It keeps the plan afterwards, because containers may read their
    /// versions later.
    ///
    /// - Throws: ``MigrationError`` with `.busy(.migrationInProgress)` if the caller is part of a migration itself, and
    ///   with `.plan(.invalid)` if a stage of the app's own plan has an unknown kind.
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
