#if os(Linux)
    import Foundation

    /// The time of a row or a version at several sizes of the input. It stays the same if a task's time grows as its
    /// input does.
    struct GrowthBenchmark {
        let permafrost: String
        /// The numbers of rows, from the smallest to the largest.
        let rowCounts: [Int]
        /// The numbers of schema versions, and of the tags whose history is read.
        let versionCounts: [Int]
        /// The highest allowed ratio between the times of a row or version at the largest size and at the one before.
        static let limit = 1.5

        /// The times of a task for each row or version, in the order of the sizes.
        private struct Growth {
            let what: String
            var times: [Measurement] = []
        }

        /// Runs all measurements.
        func run() throws -> [BenchmarkLine] {
            let scratch = FileManager.default.temporaryDirectory.appending(path: "permafrost-growth-\(getpid())")
            defer { try? FileManager.default.removeItem(at: scratch) }
            return try measure("row", rowCounts, scratch, rowTasks)
                + measure("version", versionCounts, scratch, versionTasks)
        }

        private typealias Task = (what: String, seconds: () throws -> Double)

        /// Runs tasks at several sizes and prints a table.
        ///
        /// - Parameter tasks: prepares a folder for a size, and returns the tasks at that size.
        private func measure(
            _ unit: String, _ sizes: [Int], _ scratch: URL, _ tasks: (URL, Int) throws -> [Task]
        ) throws -> [BenchmarkLine] {
            var found: [Growth] = []
            for (index, size) in sizes.enumerated() {
                let folder = scratch.appending(path: "\(unit)-\(size)")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                for (place, task) in try tasks(folder, size).enumerated() {
                    // Long runs average out what else the machine does.
                    var samples: [Double] = []
                    while samples.isEmpty || samples.count < 3 && samples.reduce(0, +) < 5 {
                        samples.append(try task.seconds())
                    }
                    samples = samples.map { $0 / Double(size) }
                    if index == 0 { found.append(Growth(what: task.what)) }
                    found[place].times.append(Measurement(samples))
                }
                try FileManager.default.removeItem(at: folder)
            }
            let names = sizes.map { "a \(unit) of \($0)" }.joined(separator: " | ")
            print("\n| task | \(names) | growth | limit |\n|---|" + String(repeating: "---|", count: sizes.count + 2))
            return found.compactMap { growth in
                guard let last = growth.times.last, let before = growth.times.dropLast().last else { return nil }
                let line = BenchmarkLine(
                    "\(growth.what), the time of a \(unit) of \(sizes[sizes.count - 1])", last, before,
                    limit: Self.limit)
                let times = growth.times.map { String(format: "%.2f µs", $0.median * 1e6) }.joined(separator: " | ")
                print(
                    "| \(growth.what) | \(times) | " + String(format: "%.2f", line.ratio) + " | \(Self.limit)"
                        + (line.isExceeding ? " EXCEEDED |" : " |"))
                return line
            }
        }

        private func rowTasks(_ folder: URL, _ rows: Int) throws -> [Task] {
            let store = RowStore(folder: folder, rows: rows)
            try store.create()
            try store.fill()
            func work(_ work: StoreWork, copying source: RowStore.Source?) -> () throws -> Double {
                {
                    let path = try source.map { try store.copy(of: $0) } ?? store.path(of: .filled)
                    return try work.outcome(.context, path: path, rows: rows).seconds
                }
            }
            return [
                ("insert and save", work(.insert, copying: .empty)),
                ("fetch all, read every property", work(.fetch, copying: nil)),
                ("a plan, backfilled", work(.publish, copying: .filled)),
                ("a plan, captured", work(.capture, copying: .filled)),
                ("inspect", { try time(["inspect", store.path(of: .filled)], in: folder) }),
                ("assertDataPreserved", try PreservationBenchmark(rows: rows, runs: 1).comparison()),
            ]
        }

        private func versionTasks(_ folder: URL, _ versions: Int) throws -> [Task] {
            let (project, tagged) = (folder.appending(path: "project"), folder.appending(path: "tagged"))
            try SyntheticProject(versions: versions, models: 5, otherFiles: 0).write(to: project)
            try TaggedRepository(folder: tagged, tags: versions).create()
            return [
                (
                    "freeze --all",
                    {
                        try? FileManager.default.removeItem(at: project.appending(path: "Fixtures"))
                        return try time(["freeze", "--all", "--no-cache"], in: project)
                    }
                ),
                ("check, cold", { try time(["check", "--no-cache"], in: project) }),
                ("history", { try time(["history", "--no-cache"], in: tagged) }),
            ]
        }

        /// Returns the time of a command in seconds. Findings aren't an error.
        private func time(_ arguments: [String], in folder: URL) throws -> Double {
            try Measurement.seconds(
                ["/bin/sh", "-c", "\"$@\"; test $? -le 1", "sh", permafrost] + arguments, in: folder,
                environment: ProcessInfo.processInfo.environment)
        }
    }
#endif
