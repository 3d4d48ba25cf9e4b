import Foundation

/// A value that several threads share, behind a lock.
///
/// `Synchronization.Mutex` needs iOS 18 and macOS 15; this one works wherever Permafrost does. ThreadSanitizer understands
/// its lock.
///
/// The lock is not recursive: a closure that calls ``withLock(_:)`` on the same value again waits for ever.
// Every access to `value` holds the lock, which the compiler cannot see.
package final class Locked<Value: Sendable>: @unchecked Sendable {
    @usableFromInline let lock = NSLock()
    @usableFromInline var value: Value

    /// A lock around a first value.
    package init(_ value: Value) {
        self.value = value
    }

    /// Runs `body` while no other thread can read or change the value.
    ///
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws. The value keeps what `body` had changed until then.
    @inlinable
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
