import Foundation

/// Measures Permafrost against what it cannot do without: the parser, `sha256sum`, `sqlite3`. All in one run, as ratios.
///
/// `PermafrostBenchmarks PERMAFROST` measures. `PermafrostBenchmarks parse FILE…` is the parser's own
/// share, and `PermafrostBenchmarks generate DIR` writes the project that is measured.
@main enum Main {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.first == "parse" {
            print(ParserBaseline.seconds(Array(arguments.dropFirst())))
            return
        }
        if arguments.first == "generate", arguments.count == 2, let folder = arguments.last {
            try SyntheticProject(versions: 40, otherFiles: 2000).write(to: URL(filePath: folder))
            return
        }
        #if os(Linux)
            if arguments.first == "preservation" {
                try PreservationBenchmark(rows: 100_000, runs: 7).run()
                return
            }
        #endif
        guard let permafrost = arguments.first else {
            print("usage: PermafrostBenchmarks PERMAFROST [VERSIONS] [RUNS]")
            exit(2)
        }
        let numbers = arguments.dropFirst().compactMap { Int($0) }
        try Benchmark(
            permafrost: URL(filePath: permafrost).path, versions: numbers.first ?? 40,
            runs: numbers.dropFirst().first ?? 7
        ).run()
    }
}
