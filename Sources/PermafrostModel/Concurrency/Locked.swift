import Foundation

/// A value that several threads share, protected by a lock.
///
/// `Synchronization.Mutex` needs iOS 18 and macOS 15; this type works on every system that Permafrost supports.
/// ThreadSanitizer understands its lock.
///
/// The lock isn't recursive: a closure that calls ``withLock(_:)`` on the same value deadlocks.
package final class Locked<Value: Sendable>: @unchecked Sendable {
    @usableFromInline let lock = NSLock()
    @usableFromInline var value: Value

    /// Creates a lock around an initial value.
    package init(_ value: Value) {
        self.value = value
    }

    /// Runs `body` while no other thread can read or change the value.
    ///
    /// - Returns: the result of `body`.
    /// - Throws: the error that `body` throws. Changes that `body` made before it threw are kept.
    @inlinable
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
