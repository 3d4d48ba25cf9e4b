import Dispatch
import Foundation
import PermafrostModel
import PermafrostStore

/// Work that must not be suspended, because it locks files in a folder that the app shares with its extensions. iOS
/// terminates a suspended app with such a lock.
struct ExpiringActivity: Sendable {
    /// A function that calls a block with false on another thread, and calls it again with true when the time is up. If
    /// the system grants no time, it only calls the block with true.
    typealias Perform = @Sendable (_ reason: String, _ block: @escaping @Sendable (_ isExpiring: Bool) -> Void) -> Void

    var perform: Perform

    /// Creates an activity for work on a store. If the store is in a shared folder, the system keeps the app running
    /// for a limited time. Otherwise, the time isn't limited.
    init(for store: URL) {
        #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
            if Self.isShared(FileStatus.resolved(store.path)) {
                perform = { reason, block in
                    ProcessInfo.processInfo.performExpiringActivity(withReason: reason, using: block)
                }
                return
            }
        #endif
        perform = Self.unlimited
    }

    init(perform: @escaping Perform) {
        self.perform = perform
    }

    private static let unlimited: Perform = { _, block in
        DispatchQueue.global(qos: .userInitiated).async { block(false) }
    }

    /// Returns whether a path is in an app group's folder on a device or in a simulator.
    static func isShared(_ path: String) -> Bool { path.contains("/Containers/Shared/AppGroup/") }

    /// Runs `body` in the activity. If the time is up first, calls `cancel`, and still waits until `body` returns. If
    /// the system grants no time, returns the result of `refused` without running `body`.
    func run<Value: Sendable>(
        cancel: @escaping @Sendable () -> Void, refused: @escaping @Sendable () -> Value,
        _ body: @escaping @Sendable () -> Value
    ) async -> Value {
        await withCheckedContinuation { (continuation: CheckedContinuation<Value, Never>) in
            let hasBegun = Locked(false)
            perform("Migrating a store") { isExpiring in
                guard isExpiring else {
                    let isFirst = hasBegun.withLock { begun in
                        defer { begun = true }
                        return !begun
                    }
                    if isFirst { continuation.resume(returning: body()) }
                    return
                }
                let isRefused = hasBegun.withLock { begun in
                    defer { begun = true }
                    return !begun
                }
                if isRefused { continuation.resume(returning: refused()) } else { cancel() }
            }
        }
    }
}
