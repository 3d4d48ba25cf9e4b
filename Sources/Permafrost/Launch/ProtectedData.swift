import Foundation
import PermafrostModel

/// A wait for stores that the system protects until the device is unlocked.
///
/// A protected store is neither damaged nor missing, so nothing is repaired, restored or created while it is protected.
/// Opening it throws an error with the cause `.store(.protected)` before any file is written.
///
/// Most files are protected until the device is unlocked for the first time after a restart. A file's protection class
/// can also protect it whenever the device is locked. On a Mac and on Linux, files aren't protected in this way, and
/// the error only occurs if the system refuses to open a file with `EPERM`.
///
/// The notification that data has become available belongs to `UIApplication`, which extensions and Mac apps can't use.
/// The wait therefore tries again every second.
enum ProtectedData {
    /// Calls a function until it doesn't throw `.store(.protected)`.
    ///
    /// - Parameters:
    ///   - timeout: the maximum time to wait; nil not to wait.
    ///   - pause: waits between two calls.
    ///   - body: the function. It must not change anything if it throws `.store(.protected)`.
    /// - Returns: the value that `body` returns.
    /// - Throws: the error of `body`, which has the cause `.store(.protected)` after the timeout; an error with the
    ///   cause `.cancelled` if the task is cancelled during a wait.
    static func whileProtected<Value>(
        upTo timeout: Duration?, pause: (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        _ body: () async throws(MigrationError) -> Value
    ) async throws(MigrationError) -> Value {
        let end = timeout.map { ContinuousClock.now + .seconds($0.timeoutSeconds) }
        while true {
            do { return try await body() } catch {
                guard error.cause == .store(.protected), let end else { throw error }
                let left = end - ContinuousClock.now
                guard left > .zero else { throw error }
                do { try await pause(min(left, .seconds(1))) } catch {
                    throw MigrationError(.cancelled, underlying: error)
                }
            }
        }
    }
}
