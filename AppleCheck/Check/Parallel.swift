import Foundation

/// Work on as many threads as the machine has processors. Each piece waits for a process of its own.
enum Parallel {
    /// The results for all elements, in their order.
    ///
    /// - Throws: the first error of any of them.
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
    /// Does the work of each element once the elements that it depends on are done.
    ///
    /// - Parameters:
    ///   - dependencies: for each element, the indices of the elements before it that it waits for.
    ///   - transform: is called with an element and the results of those that it depends on.
    /// - Returns: the results, in the elements' order.
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

        /// An element whose dependencies are done, with their results; nil once nothing is left to begin.
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
