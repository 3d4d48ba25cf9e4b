import Foundation

/// A task on a store. It runs in a separate process, so that its peak memory can be measured.
enum StoreWork: String {
    case create, insert, saves, fetch, series, single, reshape, summarize, addOptional, addDefault, publish, capture

    /// The implementation of a task.
    enum Side: String {
        /// SwiftData.
        case context
        /// A loop over SQLite's C interface.
        case loop
        /// The loop, except that it rebuilds the table to drop a column.
        case rebuildingLoop
        /// Only SQL statements.
        case script
    }

    /// The results that the process prints.
    struct Outcome {
        var seconds: Double
        /// The largest resident memory, in bytes.
        var peakMemory: Int
        /// The sum of the task's values, or `-` if the task doesn't compute one.
        var sum: String
    }

    enum Failure: Error {
        case usage
        /// The implementations read or wrote different values.
        case differentSums(StoreWork)
    }

    /// Returns the largest resident memory of this process so far, in bytes.
    private static func peakMemory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.split(separator: " ").compactMap { Int($0) }.first ?? 0) << 10
    }

    /// Runs the task in this process and prints its results.
    static func main(_ arguments: [String]) throws {
        guard arguments.count == 4, let work = StoreWork(rawValue: arguments[0]),
            let side = Side(rawValue: arguments[1]), let rows = Int(arguments[3])
        else { throw Failure.usage }
        let (seconds, sum) = try work.run(side, path: arguments[2], rows: rows)
        print(seconds, try peakMemory(), sum?.text ?? "-")
    }

    /// Runs the task in a separate process.
    func outcome(_ side: Side, path: String, rows: Int) throws -> Outcome {
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = ["store-work", rawValue, side.rawValue, path, String(rows)]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let parts = text.split(whereSeparator: \.isWhitespace)
        guard process.terminationStatus == 0, parts.count == 3, let seconds = Double(parts[0]),
            let memory = Int(parts[1])
        else { throw Measurement.Failure(command: process.arguments ?? [], status: process.terminationStatus) }
        return Outcome(seconds: seconds, peakMemory: memory, sum: String(parts[2]))
    }

    private func run(_ side: Side, path: String, rows: Int) throws -> (Double, ReadingSum?) {
        let context = ContextWork(path: path, rows: rows)
        let loop = LoopWork(path: path, rows: rows)
        switch (self, side) {
        case (.create, _):
            try context.create()
            return (0, nil)
        case (.insert, .context): return (try context.insert(rows, perSave: rows), nil)
        case (.insert, _): return (try loop.insert(rows, perSave: rows), nil)
        case (.saves, .context): return (try context.insert(Self.savedRows, perSave: 1), nil)
        case (.saves, _): return (try loop.insert(Self.savedRows, perSave: 1), nil)
        case (.fetch, .context): return try context.fetch()
        case (.fetch, _): return try loop.fetch()
        case (.series, .context): return try context.lookUp(Self.series(rows), limit: nil)
        case (.series, _): return try loop.lookUp(Self.series(rows), limit: nil)
        case (.single, .context): return try context.lookUp(Self.series(rows), limit: 1)
        case (.single, _): return try loop.lookUp(Self.series(rows), limit: 1)
        case (.reshape, .context): return (try context.migrate(to: ReshapedSchema.self), nil)
        case (.reshape, .rebuildingLoop): return (try loop.migrate(rebuilding: true), nil)
        case (.reshape, _): return (try loop.migrate(rebuilding: false), nil)
        case (.summarize, .context):
            return (try context.migrate(to: SummarizedSchema.self, plan: SummaryPlan.self), nil)
        case (.summarize, _): return (try loop.summarize(), nil)
        case (.publish, .context):
            return (
                try context.migrate(to: PublishedSchema.self, plan: PublishingPlan.self), try publishing(path).outcome()
            )
        case (.capture, .context):
            return (
                try context.migrate(to: PublishedSchema.self, plan: CapturingPlan.self), try publishing(path).outcome()
            )
        case (.publish, .script), (.capture, .script):
            return (try publishing(path).script(), try publishing(path).outcome())
        case (.publish, _), (.capture, _): return (try publishing(path).run(), try publishing(path).outcome())
        case (.addOptional, _): return (try context.migrate(to: SummarizedSchema.self), nil)
        case (.addDefault, _): return (try context.migrate(to: RankedSchema.self), nil)
        }
    }

    private func publishing(_ path: String) -> PublishingLoop { PublishingLoop(path: path) }

    /// The number of rows that are saved one by one.
    static let savedRows = 500

    /// Returns a thousand series, spread over the store.
    private static func series(_ rows: Int) -> [Int] {
        let count = max(1, rows / ReadingValues.rowsOfSeries)
        return (0..<1000).map { $0 * 7919 % count }
    }
}

/// A stopwatch for closures.
enum Stopwatch {
    static func seconds(_ body: () throws -> Void) rethrows -> Double {
        let start = ContinuousClock.now
        try body()
        let elapsed = ContinuousClock.now - start
        return Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    }
}
