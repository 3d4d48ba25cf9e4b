import Dispatch

/// Work that runs on another thread until its result is asked for.
package final class Background<Value: Sendable>: Sendable {
    private let result = Locked<Result<Value, any Error>?>(nil)
    private let isDone = DispatchGroup()

    /// Starts the work.
    package init(_ work: @escaping @Sendable () throws -> Value) {
        isDone.enter()
        DispatchQueue.global(qos: .userInitiated).async { [result, isDone] in
            let value = Result { try work() }
            result.withLock { $0 = value }
            isDone.leave()
        }
    }

    /// Waits for the result.
    ///
    /// - Throws: what the work threw.
    package func get() throws -> Value {
        isDone.wait()
        guard let value = result.withLock({ $0 }) else { preconditionFailure("the work ended without a result") }
        return try value.get()
    }
}
