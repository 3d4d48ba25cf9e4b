import Dispatch

/// Work that runs on a background thread. Call ``get()`` to wait for the result.
package final class Background<Value: Sendable>: Sendable {
    private let result = Locked<Result<Value, any Error>?>(nil)
    private let isDone = DispatchGroup()

    /// Starts the given work on a background thread.
    package init(_ work: @escaping @Sendable () throws -> Value) {
        isDone.enter()
        DispatchQueue.global(qos: .userInitiated).async { [result, isDone] in
            let value = Result { try work() }
            result.withLock { $0 = value }
            isDone.leave()
        }
    }

    /// Waits until the work has ended, and returns its result.
    ///
    /// - Throws: the error that the work threw.
    package func get() throws -> Value {
        isDone.wait()
        guard let value = result.withLock({ $0 }) else { preconditionFailure("the work ended without a result") }
        return try value.get()
    }
}

extension Array where Element: Sendable {
    /// Returns the results of applying a transform to each element, in the order of the elements. The transform can run
    /// for several elements at the same time, on different threads.
    package func parallelMap<Result: Sendable>(_ transform: @Sendable (Element) -> Result) -> [Result] {
        guard count > 1 else { return map(transform) }
        return [Result](unsafeUninitializedCapacity: count) { buffer, initialized in
            // Each iteration writes only its own element, so iterations don't share memory.
            nonisolated(unsafe) let slots = buffer
            DispatchQueue.concurrentPerform(iterations: count) { index in
                slots.initializeElement(at: index, to: transform(self[index]))
            }
            initialized = count
        }
    }
}
