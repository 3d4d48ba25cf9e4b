import Foundation

/// The verification kit. It checks Permafrost's assumptions about SwiftData, and reports differences.
@main enum Main {
    static func main() {
        do {
            exit(try run(Array(CommandLine.arguments.dropFirst())))
        } catch {
            write("verify: \(error)", to: .standardError)
            exit(2)
        }
    }

    private static func run(_ arguments: [String]) throws -> Int32 {
        if arguments.first == "--step" { return try runStep(Array(arguments.dropFirst())) }
        let options = try Options(arguments)
        switch options.action {
        case .help:
            write(Options.help)
            return 0
        case .list:
            for probe in options.probes { write("\(probe.name)\n    \(probe.title)\n    rests on: \(probe.rule)") }
            return 0
        case .predict(let file):
            try withScratchFolder { scratch in
                let tool = try InspectTool(path: options.tool)
                try PredictionRun(tool: tool, probes: options.probes, scratch: scratch).predictions().write(to: file)
            }
            return 0
        case .verify: return try verify(options)
        }
    }

    private static func verify(_ options: Options) throws -> Int32 {
        let tool = try InspectTool(path: options.tool)
        let predictions = try Predictions.read(options.predictions)
        // Load all predictions before the first probe runs: a missing prediction makes the entire run worthless.
        let expected = try options.probes.map { ($0, try predictions.all(of: $0)) }
        let results = try withScratchFolder { scratch in
            try expected.map { probe, predictions in
                write(probe.name, to: .standardError)
                let found = try ProbeRun(probe: probe, tool: tool, scratch: scratch).found()
                return ProbeResult(probe, expected: predictions, found: found)
            }
        }
        let report = Report(results)
        try report.write(to: options.output)
        write(Table(report).text)
        write(Options.advice(for: report, in: options.output))
        return report.exitCode
    }

    /// Runs one step of a probe in this process, and writes its answer to the folder.
    private static func runStep(_ arguments: [String]) throws -> Int32 {
        guard arguments.count == 3, let probe = Probes.all.first(where: { $0.name == arguments[0] }),
            let index = Int(arguments[1]), probe.steps.indices.contains(index)
        else { throw UsageError("--step is reserved for the kit") }
        let folder = URL(fileURLWithPath: arguments[2])
        let answer = StepAnswer(running: probe.steps[index], in: ProbeFolder(url: folder))
        try JSONEncoder().encode(answer).write(to: StepAnswer.file(of: index, in: folder), options: .atomic)
        return 0
    }

    /// Calls the closure with a temporary folder, and deletes the folder afterwards.
    private static func withScratchFolder<Value>(_ body: (URL) throws -> Value) throws -> Value {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("permafrost-verification-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let outcome = Swift.Result { try body(folder) }
        try FileManager.default.removeItem(at: folder)
        return try outcome.get()
    }

    private static func write(_ text: String, to file: FileHandle = .standardOutput) {
        file.write(Data((text + "\n").utf8))
    }
}
