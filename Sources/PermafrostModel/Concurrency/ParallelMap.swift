import Dispatch

extension Array where Element: Sendable {
    /// Maps the elements on all cores, in order.
    package func parallelMap<Result: Sendable>(_ transform: @Sendable (Element) -> Result) -> [Result] {
        guard count > 1 else { return map(transform) }
        return [Result](unsafeUninitializedCapacity: count) { buffer, initialized in
            // Each iteration writes its own element, so that no two touch the same memory.
            nonisolated(unsafe) let slots = buffer
            DispatchQueue.concurrentPerform(iterations: count) { index in
                slots.initializeElement(at: index, to: transform(self[index]))
            }
            initialized = count
        }
    }
}
