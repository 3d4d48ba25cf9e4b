import Foundation

/// The time of a migration plan with operations, compared with the same work written by hand. Each run has its own
/// process.
struct PlanBenchmark {
    /// The number of rows of each store.
    let rowCounts: [Int]
    let runs: Int
    /// The highest allowed ratio between the plan and a loop over SQLite's C interface.
    private static let limit = 3.0
    /// The allowed growth of the peak memory from the first to the last store, in bytes.
    private static let memoryLimit = 64 << 20

    /// Runs all measurements.
    func run() throws -> [BenchmarkLine] {
        let scratch = FileManager.default.temporaryDirectory.appending(path: "permafrost-bench-plan-\(getpid())")
        defer { try? FileManager.default.removeItem(at: scratch) }
        print("\nA plan with a rename, two backfills, and a unique assertion. Median of up to \(runs) runs.\n")
        print("| plan | rows | plan time | peak memory | C loop | ratio | limit | SQL only | ratio |")
        print("|---|---|---|---|---|---|---|---|---|")
        var lines: [BenchmarkLine] = []
        var peaks: [Int] = []
        for rows in rowCounts {
            try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
            let store = RowStore(folder: scratch, rows: rows)
            try store.create()
            try store.fill()
            for (name, work) in [("backfilled", StoreWork.publish), ("captured", .capture)] {
                let line = try measure(work, store)
                show(name, rows, line)
                lines.append(
                    BenchmarkLine("a plan, \(name), \(rows) rows", line.ours, line.loop, limit: Self.limit))
                if work == .publish { peaks.append(line.peak) }
            }
            try FileManager.default.removeItem(at: scratch)
        }
        if let least = peaks.first, let most = peaks.last, peaks.count > 1 {
            let growth = most - least
            print(
                "\nPeak memory grows by \(growth >> 20) MB from the first store to the last. The limit is \(Self.memoryLimit >> 20) MB."
            )
            guard growth <= Self.memoryLimit else { throw TooMuchMemory(growth: growth) }
        }
        return lines
    }

    /// The error that is thrown if the peak memory grows by more than the limit.
    private struct TooMuchMemory: Error {
        /// The growth in bytes.
        let growth: Int
    }

    private struct Line {
        var ours: Measurement
        var peak: Int
        var loop: Measurement
        var script: Measurement
        var ratio: Double { ours.median / loop.median }
    }

    private func measure(_ work: StoreWork, _ store: RowStore) throws -> Line {
        var samples: [StoreWork.Side: [Double]] = [:]
        var peak = 0
        var sums: Set<String> = []
        for _ in 0..<(store.rows < 1_000_000 ? runs : min(runs, 3)) {
            for side in [StoreWork.Side.context, .loop, .script] {
                let outcome = try work.outcome(side, path: try store.copy(of: .filled), rows: store.rows)
                samples[side, default: []].append(outcome.seconds)
                sums.insert(outcome.sum)
                if side == .context { peak = max(peak, outcome.peakMemory) }
            }
        }
        guard sums.count == 1 else { throw StoreWork.Failure.differentSums(work) }
        return Line(
            ours: Measurement(samples[.context] ?? []), peak: peak, loop: Measurement(samples[.loop] ?? []),
            script: Measurement(samples[.script] ?? []))
    }

    private func show(_ name: String, _ rows: Int, _ line: Line) {
        func milliseconds(_ measurement: Measurement) -> String { String(format: "%.1f ms", measurement.median * 1000) }
        print(
            "| \(name) | \(rows) | \(milliseconds(line.ours)) | \(line.peak >> 20) MB | \(milliseconds(line.loop)) | "
                + String(format: "%.2f | \(Self.limit) | ", line.ratio) + milliseconds(line.script)
                + String(format: " | %.2f |", line.ours.median / line.script.median)
                + (line.ratio > Self.limit ? " EXCEEDED" : ""))
    }
}
