import Foundation

/// Measures Permafrost against what it cannot do without: the parser, `sha256sum`, `sqlite3`, and SwiftData against loops
/// over SQLite's C interface. All in one run, as ratios.
///
/// - `PermafrostBenchmarks PERMAFROST [VERSIONS [RUNS]]` measures everything; the environment's `ROWS` gives the sizes of
///   the stores, separated by blanks.
/// - `PermafrostBenchmarks stores` measures SwiftData alone, `PermafrostBenchmarks preservation` the comparison of a store
///   before and after a migration.
/// - `PermafrostBenchmarks plan` measures a migration plan with operations.
/// - `PermafrostBenchmarks inspection PERMAFROST` measures the inspection of stores with a -wal.
/// - `PermafrostBenchmarks safety` measures what a safe opening and a backup cost.
/// - `PermafrostBenchmarks parse FILE…`, `store-work …` and `safety-open …` are one measurement's share, in a process of
///   its own.
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
        case "stores": try stores(runs: 5)
        case "preservation": try preservation(runs: 7)
        case "plan": try plan(runs: 5)
        case "inspection":
            guard arguments.count == 2, let permafrost = arguments.last else { usage() }
            try inspection(permafrost: URL(filePath: permafrost).path, runs: 7)
        case "safety": try safety(runs: 7)
        case "safety-open": try openStore(Array(arguments.dropFirst()))
        case let permafrost?:
            let numbers = arguments.dropFirst().compactMap { Int($0) }
            let runs = numbers.dropFirst().first ?? 7
            try CommandLineBenchmark(
                permafrost: URL(filePath: permafrost).path, versions: numbers.first ?? 40, runs: runs
            ).run()
            try stores(runs: min(runs, 5))
            try preservation(runs: runs)
            try plan(runs: min(runs, 5))
            try inspection(permafrost: URL(filePath: permafrost).path, runs: runs)
            try safety(runs: runs)
        case nil: usage()
        }
    }

    private static func usage() -> Never {
        print(
            "usage: PermafrostBenchmarks PERMAFROST [VERSIONS [RUNS]] | stores | preservation | plan | safety | "
                + "inspection PERMAFROST | generate DIR")
        exit(2)
    }

    #if os(Linux)
        private static func storeWork(_ arguments: [String]) throws { try StoreWork.main(arguments) }

        private static func stores(runs: Int) throws {
            let counts = rowCounts(or: "100000 1000000")
            let exceeding = try SwiftDataBenchmark(rowCounts: counts, runs: runs).run()
            print(
                exceeding.isEmpty
                    ? "\nEvery line is within its limit." : "\nOver the limit: " + exceeding.joined(separator: "; "))
        }

        private static func preservation(runs: Int) throws {
            try PreservationBenchmark(rows: 100_000, runs: runs).run()
        }

        private static func plan(runs: Int) throws {
            let counts = rowCounts(or: "10000 100000 1000000")
            let exceeding = try PlanBenchmark(rowCounts: counts, runs: runs).run()
            print(
                exceeding.isEmpty
                    ? "\nEvery line is within its limit." : "\nOver the limit: " + exceeding.joined(separator: "; "))
        }

        private static func rowCounts(or usual: String) -> [Int] {
            (ProcessInfo.processInfo.environment["ROWS"] ?? usual).split(separator: " ").compactMap { Int($0) }
                .filter { $0 > 0 }
        }

        private static func inspection(permafrost: String, runs: Int) throws {
            try InspectionBenchmark(permafrost: permafrost, runs: runs).run()
        }

        private static func safety(runs: Int) throws { try SafetyBenchmark(runs: runs).run() }

        private static func openStore(_ arguments: [String]) throws {
            guard arguments.count == 2 else { usage() }
            try SafetyBenchmark.open(URL(filePath: arguments[1]), safely: arguments[0] == "make")
        }
    #else
        private static func plan(runs: Int) throws {}
        private static func storeWork(_ arguments: [String]) throws {}

        // SwiftData is Apple's own there.
        private static func stores(runs: Int) throws {}
        private static func preservation(runs: Int) throws {}
        private static func inspection(permafrost: String, runs: Int) throws {}
        private static func safety(runs: Int) throws {}
        private static func openStore(_ arguments: [String]) throws {}
    #endif
}
