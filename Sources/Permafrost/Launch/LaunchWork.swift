import Foundation
import PermafrostModel
import PermafrostStore
import SwiftData

/// The functions that a launch calls to open a store and to recover it after a failure. Tests replace some of them.
struct LaunchWork: Sendable {
    let storeURL: URL
    /// A function that opens the store, and reports the progress of a migration.
    var open: @Sendable (_ report: @escaping MigrationProgressHandler) async throws -> ModelContainer
    /// A function that waits before the next attempt to open a protected store.
    var waitForProtectedData: @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(1)) }

    /// The maximum time that an attempt waits for a protected store; nil for no limit.
    var protectedDataTimeout: Duration?

    init(
        storeURL: URL, open: @escaping @Sendable (@escaping MigrationProgressHandler) async throws -> ModelContainer
    ) {
        self.storeURL = storeURL
        self.open = open
    }

    /// Returns the failure for an error, with the newest intact backup and the remedies.
    func failure(_ error: any Error) async -> MigrationLaunch.Failure {
        var located = error as? MigrationError ?? MigrationError(.store(.openingFailed), underlying: error)
        if error is CancellationError { located = MigrationError(.cancelled) }
        located.storeURL = located.storeURL ?? storeURL
        let failure = located
        let found = await held { () -> MigrationLaunch.Failure in
            // If the backups can't be listed, the failure offers no backup.
            let backup = (try? SafeModelContainer.backups(of: storeURL))?.first(where: \.isIntact)
            return MigrationLaunch.Failure(
                error: failure, backup: backup,
                remedies: MigrationLaunch.Remedy.remedies(
                    for: failure, hasBackup: backup != nil,
                    hasStore: FileStatus(at: SafetyFolder(store: storeURL).store.path)?.isRegular == true))
        }
        // If the system grants no time to examine the store, offer only another attempt.
        return (try? found.get()) ?? MigrationLaunch.Failure(error: failure, remedies: [.retry])
    }

    /// Replaces the store with a backup.
    ///
    /// - Parameters:
    ///   - backup: the backup; nil for the newest intact one.
    ///   - failure: the error of the launch. It becomes the underlying error if there is no intact backup.
    func restore(_ backup: StoreBackup?, after failure: MigrationError) async throws {
        try await held {
            guard let backup = try backup ?? SafeModelContainer.backups(of: storeURL).first(where: \.isIntact) else {
                let first = failure.cause == .backup(.missing) ? failure.underlying : failure
                throw MigrationError(.backup(.missing), storeURL: storeURL, underlying: first)
            }
            try SafeModelContainer.restore(backup, to: storeURL)
        }.get()
    }

    /// Moves the store to a folder next to its backups.
    func setAside() async throws {
        try await held { try UnusableStore(folder: SafetyFolder(store: storeURL)).setAside() }.get()
    }

    /// Copies the store's files into a new folder inside `folder`, and returns the new folder's URL.
    func export(_ folder: URL) async throws -> URL {
        try await held { try UnusableStore(folder: SafetyFolder(store: storeURL)).export(to: folder) }.get()
    }

    /// Runs `body` as an ``ExpiringActivity`` on another thread. `body` isn't cancelled when the time is up. If the
    /// system grants no time, the result is a ``MigrationError`` with the cause `.cancelled`.
    private func held<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async -> Result<Value, any Error> {
        await ExpiringActivity(for: storeURL).run(
            cancel: {}, refused: { [storeURL] in .failure(MigrationError(.cancelled, storeURL: storeURL)) },
            { Result(catching: body) })
    }
}
