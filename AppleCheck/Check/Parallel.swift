import Foundation

/// Work on as many threads as the machine has processors. Every piece of work waits for its own process.
enum Parallel {
    /// Returns the results for all elements, in order.
    ///
    /// - Throws: the error of the first element, in order, that failed.
    @discardableResult
    static func map<Element: Sendable, Result: Sendable>(
        _ elements: [Element], _ transform: @Sendable (Element) throws -> Result
    ) throws -> [Result] {
        let results = Results<Result>(count: elements.count)
        DispatchQueue.concurrentPerform(iterations: elements.count) { index in
            results.set(index, Swift.Result { try transform(elements[index]) })
        }
        return try results.all.map { try $0.get() }
    }

    private final class Results<Value: Sendable>: @unchecked Sendable {
        private let lock = NSLock()
        private var values: [Result<Value, any Error>?]

        init(count: Int) { values = Array(repeating: nil, count: count) }

        func set(_ index: Int, _ value: Result<Value, any Error>) {
            lock.withLock { values[index] = value }
        }

        var all: [Result<Value, any Error>] { lock.withLock { values.compactMap { $0 } } }
    }
}

extension Parallel {
    /// Transforms every element after the elements that it depends on.
    ///
    /// - Parameters:
    ///   - dependencies: for each element, the indices of the preceding elements that it depends on.
    ///   - transform: a closure that receives an element and the results of its dependencies.
    /// - Returns: the results, in the order of the elements.
    /// - Throws: the error of the first element, in order, that failed. No element is started after a failure.
    static func map<Element: Sendable, Result: Sendable>(
        _ elements: [Element], dependencies: [[Int]],
        _ transform: @escaping @Sendable (Element, [Result]) throws -> Result
    ) throws -> [Result] {
        let state = State<Result>(dependencies: dependencies)
        let threads = max(1, min(ProcessInfo.processInfo.activeProcessorCount, elements.count))
        DispatchQueue.concurrentPerform(iterations: threads) { _ in
            while let (index, before) = state.next() {
                state.finish(index, Swift.Result { try transform(elements[index], before.map { try $0.get() }) })
            }
        }
        return try state.results()
    }

    private final class State<Value: Sendable>: @unchecked Sendable {
        private let condition = NSCondition()
        private let dependencies: [[Int]]
        private var waiting: [Int]
        private var values: [Int: Result<Value, any Error>] = [:]
        private var failed = false

        init(dependencies: [[Int]]) {
            self.dependencies = dependencies
            waiting = Array(dependencies.indices)
        }

        /// Returns an element whose dependencies are finished, with their results; nil if no element is left to start.
        func next() -> (index: Int, before: [Result<Value, any Error>])? {
            condition.lock()
            defer { condition.unlock() }
            while !waiting.isEmpty, !failed {
                if let position = waiting.firstIndex(where: { dependencies[$0].allSatisfy { values[$0] != nil } }) {
                    let index = waiting.remove(at: position)
                    return (index, dependencies[index].compactMap { values[$0] })
                }
                condition.wait()
            }
            return nil
        }

        func finish(_ index: Int, _ value: Result<Value, any Error>) {
            condition.lock()
            values[index] = value
            if case .failure = value { failed = true }
            condition.broadcast()
            condition.unlock()
        }

        func results() throws -> [Value] {
            try values.sorted { $0.key < $1.key }.map { try $0.value.get() }
        }
    }
}
