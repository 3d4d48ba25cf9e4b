import Foundation

/// The time of `check` and `freeze` in a repository with 1,000 commits and 100 tags, compared with the same project
/// without git; and the time of `history`, compared with listing every tag's files.
struct HistoryBenchmark {
    let permafrost: String
    let runs: Int

    private static let commits = 1_000
    private static let tags = 100
    private static let newVersion = "Fixtures/10.0.0"

    /// Measures both commands.
    func run() throws -> [BenchmarkLine] {
        let scratch = FileManager.default.temporaryDirectory.appending(path: "permafrost-bench-history-\(getpid())")
        defer { try? FileManager.default.removeItem(at: scratch) }
        let (tracked, alone) = (scratch.appending(path: "tracked"), scratch.appending(path: "alone"))
        /// Returns the environment with a separate cache for each project.
        func environment(_ folder: URL) -> [String: String] {
            ProcessInfo.processInfo.environment.merging(["PERMAFROST_CACHE_DIR": folder.path + "-cache"]) { $1 }
        }
        for folder in [tracked, alone] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            // The first freeze in a repository writes the settings that prevent git from converting fixtures.
            if folder == tracked { try git(["init", "--quiet", "--initial-branch", "main"], folder) }
            try SyntheticProject(versions: 10, otherFiles: 200).write(to: folder)
            _ = try Measurement.seconds([permafrost, "freeze", "--all"], in: folder, environment: environment(folder))
            // The version that is frozen below is new, so it isn't in any commit.
            try FileManager.default.removeItem(at: folder.appending(path: Self.newVersion))
        }
        try commit(tracked)
        func time(_ arguments: [String], _ folder: URL) throws -> Double {
            try Measurement.seconds([permafrost] + arguments, in: folder, environment: environment(folder))
        }
        // The first run fills the cache. Later runs trust the files' modification times, which are old enough by then.
        sleep(3)
        for folder in [tracked, alone, tracked, alone] { _ = try time(["check"], folder) }
        print("\n| task | in a repository | without git | difference |")
        print("|---|---|---|---|")
        var lines: [BenchmarkLine] = []
        func measure(_ what: String, limit: Double, _ body: (URL) throws -> Double) throws {
            let (with, without) = try Measurement.inTurn(runs: runs, { try body(tracked) }, { try body(alone) })
            let more = String(format: "%.1f ms", (with.median - without.median) * 1000)
            print("| \(what) | \(with.milliseconds) | \(without.milliseconds) | \(more) |")
            lines.append(BenchmarkLine("\(what) in a repository", with, without, limit: limit))
        }
        try measure("check, warm", limit: 1.5) { try time(["check"], $0) }
        try measure("freeze, one version", limit: 1.2) { folder in
            defer { try? FileManager.default.removeItem(at: folder.appending(path: Self.newVersion)) }
            return try time(["freeze", "10.0.0"], folder)
        }
        return lines + [try history(scratch.appending(path: "history"))]
    }

    /// Measures `history` over 200 tags against `git ls-tree` of each tag.
    private func history(_ folder: URL) throws -> BenchmarkLine {
        let tags = 200
        try TaggedRepository(folder: folder, tags: tags).create()
        let environment = ProcessInfo.processInfo.environment
        let list = "git tag | while read -r tag; do git ls-tree -r \"$tag\"; done"
        let (ours, theirs) = try Measurement.inTurn(
            runs: min(runs, 7),
            {
                // Shapes that no version declares are findings, so the exit code is 1.
                try Measurement.seconds(
                    [permafrost, "history", "--no-cache"], in: folder, environment: environment, expecting: 1)
            },
            { try Measurement.seconds(["/bin/sh", "-c", list], in: folder, environment: environment) })
        print("\n| task | permafrost | git ls-tree of every tag |\n|---|---|---|")
        print("| history, \(tags) tags | \(ours.milliseconds) | \(theirs.milliseconds) |")
        return BenchmarkLine("history, \(tags) tags", ours, theirs, limit: 4)
    }

    private func commit(_ folder: URL) throws {
        try git(["add", "--all"], folder)
        try git(["commit", "--quiet", "--message", "first"], folder)
        var stream = ""
        for number in 1..<Self.commits {
            stream +=
                "commit refs/heads/main\ncommitter a <a@example.invalid> \(1_700_000_000 + number) +0000\ndata 1\nx\n"
            if number == 1 { stream += "from refs/heads/main^0\n" }
            stream += "M 100644 inline notes.txt\ndata \(String(number).utf8.count)\n\(number)\n"
            if number % (Self.commits / Self.tags) == 0 {
                stream += "reset refs/tags/v\(number)\nfrom refs/heads/main\n"
            }
        }
        let file = folder.deletingLastPathComponent().appending(path: "stream")
        try Data(stream.utf8).write(to: file)
        _ = try Measurement.seconds(
            ["/bin/sh", "-c", "git fast-import --quiet < '\(file.path)' && git reset --quiet --hard"], in: folder,
            environment: ProcessInfo.processInfo.environment)
    }

    private func git(_ arguments: [String], _ folder: URL) throws {
        _ = try Measurement.seconds(
            ["/usr/bin/env", "git", "-c", "user.name=a", "-c", "user.email=a@example.invalid"] + arguments,
            in: folder, environment: ProcessInfo.processInfo.environment)
    }
}
