/// A value that is computed when it is first used, and then kept. If the computation throws, every use throws the same
/// error.
package final class OnDemand<Value: Sendable, Failure: Error>: Sendable {
    private let result = Locked<Result<Value, Failure>?>(nil)
    private let compute: @Sendable () throws(Failure) -> Value

    /// Creates a value. `compute` must not use the value itself.
    package init(_ compute: @escaping @Sendable () throws(Failure) -> Value) {
        self.compute = compute
    }

    /// Returns the value, and computes it first if necessary.
    package func get() throws(Failure) -> Value {
        let result = self.result.withLock { kept in
            if let kept { return kept }
            let new = computed()
            kept = new
            return new
        }
        return try result.get()
    }

    private func computed() -> Result<Value, Failure> {
        do throws(Failure) { return .success(try compute()) } catch { return .failure(error) }
    }
}
