import Foundation

/// The times of `check`, `lint`, and `freeze` in synthetic projects, compared with baselines.
struct CommandLineBenchmark {
    let permafrost: String
    let versions: Int
    let runs: Int

    private struct Row {
        let what: String
        let ours: Measurement
        let baseline: String
        let theirs: Measurement
        let limit: Double
    }

    /// Runs all measurements.
    func run() throws -> [BenchmarkLine] {
        let scratch = FileManager.default.temporaryDirectory.appending(path: "permafrost-bench-\(getpid())")
        defer { try? FileManager.default.removeItem(at: scratch) }
        let large = scratch.appending(path: "large")
        let small = scratch.appending(path: "small")
        try SyntheticProject(versions: versions, otherFiles: 2000).write(to: large)
        try SyntheticProject(versions: 1, otherFiles: 0).write(to: small)
        var environment = ProcessInfo.processInfo.environment
        environment["PERMAFROST_CACHE_DIR"] = scratch.appending(path: "cache").path
        print("Machine: \(Self.machine)")
        print(
            "Project: \(versions) versions × 25 models × 12 properties, and 2,000 other Swift files. Median of \(runs) runs.\n"
        )

        func ours(_ arguments: [String], in folder: URL) throws -> Double {
            try Measurement.seconds([permafrost] + arguments, in: folder, environment: environment)
        }
        _ = try ours(["freeze", "--all"], in: large)
        let tree = try FileManager.default.subpathsOfDirectory(atPath: large.path + "/Fixtures")
            .map { "Fixtures/" + $0 }.filter { !large.appending(path: $0).hasDirectoryPath && $0.contains(".") }
            .filter { path in
                var isDirectory: ObjCBool = false
                _ = FileManager.default.fileExists(atPath: large.path + "/" + path, isDirectory: &isDirectory)
                return !isDirectory.boolValue
            }
        let files = SyntheticProject(versions: versions, otherFiles: 0).declaringFiles.map { large.path + "/" + $0 }

        var rows: [Row] = []
        func measure(
            _ what: String, _ ours: () throws -> Double, against baseline: String, _ theirs: () throws -> Double,
            limit: Double
        ) throws {
            let (first, second) = try Measurement.inTurn(runs: runs, ours, theirs)
            rows.append(Row(what: what, ours: first, baseline: baseline, theirs: second, limit: limit))
        }
        try measure(
            "check, cold", { try ours(["check", "--no-cache"], in: large) },
            against: "SwiftParser over \(files.count) files", { try parse(files) }, limit: 1.3)
        try measure(
            "lint, cold",
            {
                // Its versions add required properties, so there are thousands of findings.
                try Measurement.seconds(
                    [permafrost, "lint", "--no-cache"], in: large, environment: environment, expecting: 1)
            },
            against: "check, cold", { try ours(["check", "--no-cache"], in: large) }, limit: 1.5)
        // The first run fills the cache. The second trusts the files' modification times, which are old enough by then.
        sleep(3)
        for _ in 0..<3 { _ = try ours(["check"], in: large) }
        try measure(
            "check, warm", { try ours(["check"], in: large) }, against: "sha256sum over \(tree.count) files",
            { try Measurement.seconds(["/usr/bin/sha256sum"] + tree, in: large, environment: environment) }, limit: 3)
        for _ in 0..<2 {
            _ = try ours(["freeze", "1.0.0", "--force"], in: small)
            sleep(3)
        }
        let script = scratch.appending(path: "store.sql")
        try dump(small.appending(path: "Fixtures/1.0.0/App-1_0_0.sqlite"), to: script, environment)
        try measure(
            "freeze, one version",
            {
                try? FileManager.default.removeItem(at: small.appending(path: "Fixtures"))
                return try ours(["freeze", "1.0.0"], in: small)
            }, against: "sqlite3 executing its SQL, files synced", { try execute(script, scratch, environment) },
            limit: 5)
        show(rows)
        return rows.map { BenchmarkLine($0.what, $0.ours, $0.theirs, limit: $0.limit) }
    }

    private func parse(_ files: [String]) throws -> Double {
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = ["parse"] + files
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .nan
    }

    private func dump(_ store: URL, to script: URL, _ environment: [String: String]) throws {
        _ = try Measurement.seconds(
            ["/bin/sh", "-c", "sqlite3 '\(store.path)' .dump > '\(script.path)'"],
            in: script.deletingLastPathComponent(),
            environment: environment)
    }

    /// Creates only a fixture's store, from its SQL, and syncs as many files and folders as a freeze. Returns the time
    /// in seconds.
    private func execute(_ script: URL, _ scratch: URL, _ environment: [String: String]) throws -> Double {
        let folder = scratch.appending(path: "sqlite")
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in ["a", "b", "c", "d"] { try Data(count: 4096).write(to: folder.appending(path: name)) }
        return try Measurement.seconds(
            ["/bin/sh", "-c", "sqlite3 store.sqlite < '\(script.path)' && sync a b c d store.sqlite . .."], in: folder,
            environment: environment)
    }

    private func show(_ rows: [Row]) {
        print("| task | permafrost | baseline | baseline time | ratio | limit |")
        print("|---|---|---|---|---|---|")
        for row in rows {
            let ratio = row.ours.median / row.theirs.median
            print(
                "| \(row.what) | \(row.ours.milliseconds) | \(row.baseline) | \(row.theirs.milliseconds) | "
                    + String(format: "%.2f", ratio) + " | \(row.limit) |")
        }
    }

    /// The processor and the operating system.
    static var machine: String {
        let cpu =
            (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?
            .split(separator: "\n").first { $0.hasPrefix("model name") }?
            .split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown processor"
        return
            "\(ProcessInfo.processInfo.activeProcessorCount) cores, \(cpu), \(ProcessInfo.processInfo.operatingSystemVersionString)"
    }
}
