import Foundation

/// The benchmarks of Permafrost against its unavoidable work: the parser, `sha256sum`, `sqlite3`, and, for SwiftData,
/// loops over SQLite's C interface. All results are ratios within a single run.
///
/// - `PermafrostBenchmarks PERMAFROST [VERSIONS [RUNS]]` measures everything. The environment variable `ROWS` sets the
///   sizes of the stores, separated by spaces.
/// - `PermafrostBenchmarks stores` measures only SwiftData, and `PermafrostBenchmarks preservation` the comparison of a
///   store before and after a migration.
/// - `PermafrostBenchmarks plan` measures a migration plan with operations.
/// - `PermafrostBenchmarks inspection PERMAFROST` measures the inspection of stores with a -wal.
/// - `PermafrostBenchmarks history PERMAFROST` measures the cost of git's history.
/// - `PermafrostBenchmarks safety` measures the cost of a safe opening and a backup.
/// - `PermafrostBenchmarks growth PERMAFROST` measures how tasks grow with their input. The environment variables
///   `ROWS` and `VERSIONS` set the sizes.
/// - `PermafrostBenchmarks first-call PERMAFROST` measures a package's first call of a plugin. Run it in the checkout.
/// - `PermafrostBenchmarks parse FILE…`, `store-work …`, and `safety-open …` run part of a measurement in a separate
///   process.
/// - `PermafrostBenchmarks generate DIR` writes the project that is measured.
@main enum Main {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch arguments.first {
        case "parse": print(ParserBaseline.seconds(Array(arguments.dropFirst())))
        case "generate":
            guard arguments.count == 2, let folder = arguments.last else { usage() }
            try SyntheticProject(versions: 40, otherFiles: 2000).write(to: URL(filePath: folder))
        case "store-work": try storeWork(Array(arguments.dropFirst()))
        case "stores": end(try stores(runs: 5))
        case "preservation": end(try preservation(runs: 7))
        case "plan": end(try plan(runs: 5))
        case "inspection":
            guard arguments.count == 2, let permafrost = arguments.last else { usage() }
            end(try inspection(permafrost: URL(filePath: permafrost).path, runs: 7))
        case "history":
            guard arguments.count == 2, let permafrost = arguments.last else { usage() }
            end(try HistoryBenchmark(permafrost: URL(filePath: permafrost).path, runs: 15).run())
        case "growth":
            guard arguments.count == 2, let permafrost = arguments.last else { usage() }
            end(try growth(permafrost: URL(filePath: permafrost).path))
        case "first-call":
            guard arguments.count == 2, let permafrost = arguments.last else { usage() }
            end(try firstCall(permafrost: URL(filePath: permafrost).path))
        case "safety": end(try safety(runs: 7))
        case "safety-open": try openStore(Array(arguments.dropFirst()))
        case let permafrost?:
            let numbers = arguments.dropFirst().compactMap { Int($0) }
            let runs = numbers.dropFirst().first ?? 7
            let path = URL(filePath: permafrost).path
            let lines =
                try CommandLineBenchmark(permafrost: path, versions: numbers.first ?? 40, runs: runs).run()
                + stores(runs: min(runs, 5)) + preservation(runs: runs) + plan(runs: min(runs, 5))
                + inspection(permafrost: path, runs: runs) + safety(runs: runs)
                + HistoryBenchmark(permafrost: path, runs: runs).run()
            if let chart = ProcessInfo.processInfo.environment["CHART"] {
                try RatioChart(lines: lines, machine: CommandLineBenchmark.machine).svg
                    .write(toFile: chart, atomically: true, encoding: .utf8)
                print("Wrote the chart of the ratios to \(chart)")
            }
            // The first call takes minutes, so it isn't in the chart.
            end(lines + (try firstCall(permafrost: path)))
        case nil: usage()
        }
    }

    /// Prints the lines that exceed their limits, and exits with 1 if there are any.
    private static func end(_ lines: [BenchmarkLine]) {
        let exceeding = lines.filter(\.isExceeding).map(\.what)
        print(
            exceeding.isEmpty
                ? "\nEvery task is within its limit." : "\nOver the limit: " + exceeding.joined(separator: "; "))
        if !exceeding.isEmpty { exit(1) }
    }

    private static func usage() -> Never {
        print(
            "usage: PermafrostBenchmarks PERMAFROST [VERSIONS [RUNS]] | stores | preservation | plan | safety | "
                + "inspection PERMAFROST | history PERMAFROST | growth PERMAFROST | first-call PERMAFROST | generate DIR"
        )
        exit(2)
    }

    private static func firstCall(permafrost: String) throws -> [BenchmarkLine] {
        let checkout = URL(filePath: FileManager.default.currentDirectoryPath)
        return try FirstCallBenchmark(permafrost: permafrost, checkout: checkout).run()
    }

    /// Returns the numbers in an environment variable.
    private static func counts(_ variable: String, or usual: String) -> [Int] {
        (ProcessInfo.processInfo.environment[variable] ?? usual).split(separator: " ").compactMap { Int($0) }
            .filter { $0 > 0 }
    }

    #if os(Linux)
        private static func storeWork(_ arguments: [String]) throws { try StoreWork.main(arguments) }

        private static func stores(runs: Int) throws -> [BenchmarkLine] {
            try SwiftDataBenchmark(rowCounts: rowCounts(or: "100000 1000000"), runs: runs).run()
        }

        private static func preservation(runs: Int) throws -> [BenchmarkLine] {
            try PreservationBenchmark(rows: 100_000, runs: runs).run()
        }

        private static func plan(runs: Int) throws -> [BenchmarkLine] {
            try PlanBenchmark(rowCounts: rowCounts(or: "10000 100000 1000000"), runs: runs).run()
        }

        private static func rowCounts(or usual: String) -> [Int] { counts("ROWS", or: usual) }

        private static func growth(permafrost: String) throws -> [BenchmarkLine] {
            try GrowthBenchmark(
                permafrost: permafrost, rowCounts: counts("ROWS", or: "10000 100000 1000000"),
                versionCounts: counts("VERSIONS", or: "10 100 1000")
            ).run()
        }

        private static func inspection(permafrost: String, runs: Int) throws -> [BenchmarkLine] {
            try InspectionBenchmark(permafrost: permafrost, runs: runs).run()
        }

        private static func safety(runs: Int) throws -> [BenchmarkLine] { try SafetyBenchmark(runs: runs).run() }

        private static func openStore(_ arguments: [String]) throws {
            guard arguments.count == 2 else { usage() }
            try SafetyBenchmark.open(URL(filePath: arguments[1]), safely: arguments[0] == "make")
        }
    #else
        private static func storeWork(_ arguments: [String]) throws {}

        // On Apple's platforms, SwiftData is Apple's.
        private static func stores(runs: Int) throws -> [BenchmarkLine] { [] }
        private static func plan(runs: Int) throws -> [BenchmarkLine] { [] }
        private static func preservation(runs: Int) throws -> [BenchmarkLine] { [] }
        private static func inspection(permafrost: String, runs: Int) throws -> [BenchmarkLine] { [] }
        private static func safety(runs: Int) throws -> [BenchmarkLine] { [] }
        private static func openStore(_ arguments: [String]) throws {}
        private static func growth(permafrost: String) throws -> [BenchmarkLine] { [] }
    #endif
}
