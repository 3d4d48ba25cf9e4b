import Foundation

/// Functions that process many items on a few threads, with stacks that are large enough for the Swift parser.
package enum Concurrently {
    /// The size of each thread's stack, in bytes. The parser needs a large stack, because it recurses into nested code.
    /// The limits in ``BoundedParser/NestingBound`` depend on this size.
    private static let stackSize = 64 << 20

    /// Calls a closure on a thread with a stack that is large enough to parse, and returns the closure's result. Never
    /// returns nil.
    package static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result? {
        map(count: 1) { _ in body() }.first
    }

    /// The maximum number of threads to use at the same time.
    static var width: Int { max(2, min(16, ProcessInfo.processInfo.activeProcessorCount)) }

    /// Calls `body` for each index below `count`, on several threads. Returns the results in the order of the indices.
    ///
    /// - Parameter context: a closure that creates a context. It is called once for each thread, and `body` receives
    ///   that thread's context.
    static func map<Context, Result: Sendable>(
        count: Int, context: @escaping @Sendable () -> Context,
        _ body: @escaping @Sendable (Int, inout Context) -> Result
    ) -> [Result] {
        guard count > 0 else { return [] }
        let gathered = Results<Result>(count: count)
        let threads = min(width, count)
        let group = DispatchGroup()
        // Assign a few indices at a time to each thread, so that other files don't wait for a large one.
        let stride = max(1, min(4, count / (threads * 8)))
        for _ in 0..<threads {
            group.enter()
            let thread = Thread {
                ParsingWatch.withSignalStack {
                    var own = context()
                    while let range = gathered.take(stride) {
                        gathered.store(range.map { body($0, &own) }, at: range)
                    }
                }
                group.leave()
            }
            thread.stackSize = stackSize
            thread.start()
        }
        group.wait()
        return gathered.results
    }

    /// Calls `body` for each index below `count`, on several threads. Returns the results in the order of the indices.
    package static func map<Result: Sendable>(count: Int, _ body: @escaping @Sendable (Int) -> Result) -> [Result] {
        map(count: count, context: { () }, { index, _ in body(index) })
    }
}

/// Results that several threads write. `@unchecked`, because the compiler can't verify that the variables are accessed
/// only while the lock is held.
private final class Results<Result: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private let count: Int
    private var next = 0
    private var stored: [Result?]

    init(count: Int) {
        self.count = count
        stored = Array(repeating: nil, count: count)
    }

    func take(_ stride: Int) -> Range<Int>? {
        lock.withLock {
            guard next < count else { return nil }
            let range = next..<min(count, next + stride)
            next = range.upperBound
            return range
        }
    }

    func store(_ results: [Result], at range: Range<Int>) {
        lock.withLock {
            for (index, result) in zip(range, results) { stored[index] = result }
        }
    }

    var results: [Result] { lock.withLock { stored.compactMap(\.self) } }
}
