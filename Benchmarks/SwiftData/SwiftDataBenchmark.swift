import Foundation

/// The time of SwiftData, compared with hand-written loops over the same stores. Each task has its own process.
struct SwiftDataBenchmark {
    /// The number of rows of each store.
    let rowCounts: [Int]
    let runs: Int

    private struct Line {
        var what: String
        var rows: Int
        var ours: Measurement
        var memory: Int
        var baseline: String
        var theirs: Measurement
        var limit: Double
        var ratio: Double { ours.median / theirs.median }
    }

    /// Runs all measurements.
    func run() throws -> [BenchmarkLine] {
        let scratch = FileManager.default.temporaryDirectory.appending(path: "permafrost-bench-store-\(getpid())")
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: scratch) }
        print("\nSwiftData, one class with 8 properties, one of them indexed. Median of up to \(runs) runs.\n")
        print("| task | rows | SwiftData | peak memory | baseline | baseline time | ratio | limit |")
        print("|---|---|---|---|---|---|---|---|")
        var lines: [BenchmarkLine] = []
        for rows in rowCounts {
            let store = RowStore(folder: scratch, rows: rows)
            try measure(store) { line in
                lines.append(
                    BenchmarkLine("\(line.what), \(line.rows) rows", line.ours, line.theirs, limit: line.limit))
                show(line, line.ratio > line.limit)
            }
            if let line = try objects(store) { lines.append(line) }
            try FileManager.default.removeItem(at: scratch)
            try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        }
        return lines
    }

    private func measure(_ store: RowStore, _ tell: (Line) -> Void) throws {
        // Tasks that change a store use a copy each time, which isn't timed. Long tasks have fewer runs.
        let writingRuns = min(runs, 3)
        func line(
            _ what: String, _ work: StoreWork, copying source: RowStore.Source?, runs: Int, against baseline: String,
            _ sides: [StoreWork.Side] = [.loop], limit: Double
        ) throws {
            var peak = 0
            var sums: Set<String> = []
            func seconds(_ side: StoreWork.Side) throws -> Double {
                let path = try source.map { try store.copy(of: $0) } ?? store.path(of: .filled)
                let outcome = try work.outcome(side, path: path, rows: store.rows)
                if side == .context { peak = max(peak, outcome.peakMemory) }
                sums.insert(outcome.sum)
                return outcome.seconds
            }
            var samples: [StoreWork.Side: [Double]] = [:]
            for _ in 0..<runs {
                for side in [.context] + sides { samples[side, default: []].append(try seconds(side)) }
            }
            guard sums.count == 1 else { throw StoreWork.Failure.differentSums(work) }
            let theirs = sides.map { Measurement(samples[$0] ?? []) }.min { $0.median < $1.median }
            guard let ours = samples[.context], let theirs else { return }
            tell(
                Line(
                    what: what, rows: store.rows, ours: Measurement(ours), memory: peak, baseline: baseline,
                    theirs: theirs, limit: limit))
        }
        try store.create()
        try line(
            "insert and save", .insert, copying: .empty, runs: writingRuns, against: "C loop, including history",
            limit: 3
        )
        try line(
            "\(StoreWork.savedRows) saves of 1 row", .saves, copying: .empty, runs: writingRuns,
            against: "C loop, including history", limit: 3)
        try store.fill()
        try line(
            "fetch all, read every property", .fetch, copying: nil, runs: runs, against: "C loop into plain objects",
            limit: 3)
        try line(
            "1,000 fetches of 100 rows by an index", .series, copying: nil, runs: runs,
            against: "C loop into plain objects", limit: 2)
        try line(
            "1,000 fetches of 1 row by an index", .single, copying: nil, runs: runs,
            against: "C loop into plain objects", limit: 5)
        try line(
            "lightweight: 2 columns added, 1 renamed, 1 removed", .reshape, copying: .filled, runs: writingRuns,
            against: "the faster of two SQL scripts", [.loop, .rebuildingLoop], limit: 1.3)
        try line(
            "custom stage: a string for each row", .summarize, copying: .filled, runs: writingRuns,
            against: "C loop, including history", limit: 3)
    }

    /// The highest allowed ratio between the memory of a fetched object and of a plain one.
    private static let memoryLimit = 2.0

    /// Returns the memory of a fetched object, compared with an object of a plain class that has the same properties:
    /// the peak memory of fetching all rows, without that of fetching none, for each row. Returns nil if the store is
    /// too small, because memory is counted in pages.
    private func objects(_ store: RowStore) throws -> BenchmarkLine? {
        guard store.rows >= 100_000 else { return nil }
        func bytes(_ side: StoreWork.Side) throws -> Double {
            let peaks = try [RowStore.Source.filled, .empty].map {
                try StoreWork.fetch.outcome(side, path: store.path(of: $0), rows: store.rows).peakMemory
            }
            return Double(peaks[0] - peaks[1]) / Double(store.rows)
        }
        let (ours, theirs) = (try bytes(.context), try bytes(.loop))
        let line = BenchmarkLine(
            "memory of an object, \(store.rows) rows", ratio: ours / theirs, limit: Self.memoryLimit)
        print(
            String(
                format: "| memory of an object | %d | | %.0f bytes | plain objects: %.0f bytes | | %.2f | %.1f%@ |",
                store.rows, ours, theirs, line.ratio, Self.memoryLimit, line.isExceeding ? " EXCEEDED" : ""))
        return line
    }

    private func show(_ line: Line, _ isExceeding: Bool) {
        func milliseconds(_ measurement: Measurement) -> String {
            String(
                format: "%.1f ms (%.1f–%.1f)", measurement.median * 1000, measurement.range.lowerBound * 1000,
                measurement.range.upperBound * 1000)
        }
        print(
            "| \(line.what) | \(line.rows) | \(milliseconds(line.ours)) | \(line.memory >> 20) MB | \(line.baseline) | "
                + milliseconds(line.theirs) + String(format: " | %.2f", line.ratio) + " | \(line.limit)"
                + (isExceeding ? " EXCEEDED |" : " |"))
    }
}
