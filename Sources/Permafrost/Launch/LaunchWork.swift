import Foundation
import PermafrostModel
import PermafrostStore
import SwiftData

/// The work of a launch on a store. Tests replace parts of it.
struct LaunchWork: Sendable {
    let storeURL: URL
    /// A function that opens the store, and reports the progress of a migration.
    var open: @Sendable (_ report: @escaping MigrationProgressHandler) async throws -> ModelContainer
    /// A function that returns when a protected store may have become readable.
    var waitForProtectedData: @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(1)) }

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
        // Without time to look at the store, offer another attempt.
        return (try? found.get()) ?? MigrationLaunch.Failure(error: failure, remedies: [.retry])
    }

    /// Replaces the store with a backup.
    func restore(_ backup: StoreBackup) async throws {
        try await held { try SafeModelContainer.restore(backup, to: storeURL) }.get()
    }

    /// Moves the store aside.
    func setAside() async throws {
        try await held { try UnusableStore(folder: SafetyFolder(store: storeURL)).setAside() }.get()
    }

    /// Copies the store's files into a new folder in the given one, and returns its URL.
    func export(_ folder: URL) async throws -> URL {
        try await held { try UnusableStore(folder: SafetyFolder(store: storeURL)).export(to: folder) }.get()
    }

    /// Runs `body` on another thread. Where locks in a shared folder would end a suspended app, the system keeps the app
    /// running meanwhile. The work isn't cancelled when the time is up. If there is no time at all, the result is
    /// ``MigrationError`` with `.cancelled`.
    private func held<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async -> Result<Value, any Error> {
        await ExpiringActivity(for: storeURL).run(
            cancel: {}, refused: { [storeURL] in .failure(MigrationError(.cancelled, storeURL: storeURL)) },
            { Result(catching: body) })
    }
}
