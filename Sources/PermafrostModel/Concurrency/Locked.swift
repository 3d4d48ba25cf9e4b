import Foundation

/// A value that several threads share, protected by a lock.
///
/// `Synchronization.Mutex` requires iOS 18 and macOS 15. This type works on every system that Permafrost supports, and
/// ThreadSanitizer understands its lock.
///
/// The lock isn't recursive. Calling ``withLock(_:)`` in a closure that already holds the same lock causes a deadlock.
package final class Locked<Value: Sendable>: @unchecked Sendable {
    @usableFromInline let lock = NSLock()
    @usableFromInline var value: Value

    /// Creates an instance that protects the given value.
    package init(_ value: Value) {
        self.value = value
    }

    /// Runs `body` while no other thread can read or change the value.
    ///
    /// - Returns: the result of `body`.
    /// - Throws: the error that `body` throws. Any changes made before the error are kept.
    @inlinable
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
