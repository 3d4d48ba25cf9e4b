import Foundation

/// Measures Permafrost against what it cannot do without: the parser, `sha256sum`, `sqlite3`, and SwiftData against loops
/// over SQLite's C interface. All in one run, as ratios.
///
/// - `PermafrostBenchmarks PERMAFROST [VERSIONS [RUNS]]` measures everything; the environment's `ROWS` gives the sizes of
///   the stores, separated by blanks.
/// - `PermafrostBenchmarks stores` measures SwiftData alone, `PermafrostBenchmarks preservation` the comparison of a store
///   before and after a migration.
/// - `PermafrostBenchmarks safety` measures what a safe opening and a backup cost.
/// - `PermafrostBenchmarks parse FILE…` and `store-work …`, `safety-open …` are one measurement's share, in a process of its own.
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
            try safety(runs: runs)
        case nil: usage()
        }
    }

    private static func usage() -> Never {
        print(
            "usage: PermafrostBenchmarks PERMAFROST [VERSIONS [RUNS]] | stores | preservation | safety | generate DIR")
        exit(2)
    }

    #if os(Linux)
        private static func storeWork(_ arguments: [String]) throws { try StoreWork.main(arguments) }

        private static func stores(runs: Int) throws {
            let text = ProcessInfo.processInfo.environment["ROWS"] ?? "100000 1000000"
            let counts = text.split(separator: " ").compactMap { Int($0) }.filter { $0 > 0 }
            let exceeding = try SwiftDataBenchmark(rowCounts: counts, runs: runs).run()
            print(
                exceeding.isEmpty
                    ? "\nEvery line is within its limit." : "\nOver the limit: " + exceeding.joined(separator: "; "))
        }

        private static func preservation(runs: Int) throws {
            try PreservationBenchmark(rows: 100_000, runs: runs).run()
        }

        private static func safety(runs: Int) throws { try SafetyBenchmark(runs: runs).run() }

        private static func openStore(_ arguments: [String]) throws {
            guard arguments.count == 2 else { usage() }
            try SafetyBenchmark.open(URL(filePath: arguments[1]), safely: arguments[0] == "make")
        }
    #else
        private static func storeWork(_ arguments: [String]) throws {}

        // SwiftData is Apple's own there.
        private static func stores(runs: Int) throws {}
        private static func preservation(runs: Int) throws {}
        private static func safety(runs: Int) throws {}
        private static func openStore(_ arguments: [String]) throws {}
    #endif
}
