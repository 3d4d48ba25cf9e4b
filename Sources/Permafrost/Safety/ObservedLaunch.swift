import Foundation
import PermafrostModel
import PermafrostStore
import SwiftData

/// A launch that opens a store with ``SafeModelContainer``, and reports every moment at which a test can interrupt it.
package struct ObservedLaunch: Sendable {
    /// A moment at which a test can interrupt a launch.
    package enum Moment: Sendable, Hashable {
        /// A report of the migration's progress.
        case progress(MigrationProgress)
        /// The app's own code is about to run: a hook, or an operation that the app defines.
        case appCodeBegins(String)
        /// The app's own code has run.
        case appCodeEnded(String)
        /// A file operation is about to change the item at the path.
        case file(name: String, path: String)
    }

    private let migration: SafeMigration

    /// Creates a launch.
    ///
    /// - Parameters:
    ///   - store: the store's file.
    ///   - version: the version that the app uses.
    ///   - plan: the plan. Its hooks run.
    ///   - safety: the safety setting.
    ///   - repeats: returns whether to run the app's own code with the given name a second time, after its changes are
    ///     saved.
    ///   - observe: receives the moments. An error that it throws stops the migration. After a report of progress, the
    ///     migration stops at the next operation or batch of rows.
    package init(
        store: URL, version: any VersionedSchema.Type, plan: MigrationPlan, safety: MigrationSafety,
        repeats: @escaping @Sendable (String) -> Bool = { _ in false },
        observe: @escaping @Sendable (Moment) throws -> Void
    ) {
        let failure = Locked<(any Error)?>(nil)
        let run = MigrationRun(
            report: { progress in
                do { try observe(.progress(progress)) } catch {
                    failure.withLock { $0 = $0 ?? error }
                }
            },
            checkCancelled: {
                if let error = failure.withLock({ $0 }) { throw error }
            },
            runAppCode: { name, save, code in
                try observe(.appCodeBegins(name))
                try code()
                if repeats(name) {
                    try save()
                    try code()
                }
                try observe(.appCodeEnded(name))
            })
        migration = SafeMigration(
            to: version, plan: plan, safety: safety, configurations: StoreConfigurations(storeURL: store), run: run,
            files: FileSystem().observed { try observe(.file(name: $0, path: $1)) })
    }

    /// Opens the store, and migrates it first if necessary.
    ///
    /// - Throws: ``MigrationError``, as ``SafeModelContainer`` does.
    package func open() throws(MigrationError) -> ModelContainer { try migration.open() }
}

extension MigrationPlan {
    /// The name of the plan's type, or of its last version if the plan is made from stages.
    package var title: String { declaringType.map { "\($0)" } ?? name }
}
