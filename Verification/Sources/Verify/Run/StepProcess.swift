import Foundation

/// A probe's step in its own process, which is a new instance of this executable.
///
/// SwiftData ends the process for some mistakes, with a trap or with an Objective-C exception that Swift can't catch.
/// Such an end is also a result of the probe.
struct StepProcess {
    /// The outcome of a process.
    enum Outcome {
        case answered(StepAnswer, log: String)
        case ended(signal: Int32?, status: Int32, log: String)
        case ranOutOfTime(seconds: Double)
    }

    let probe: Probe
    let index: Int
    let folder: URL

    /// Runs the step and waits for it until its time limit.
    func run() throws -> Outcome {
        let step = probe.steps[index]
        let log = folder.appendingPathComponent("log-\(index).txt")
        try Data().write(to: log)
        let output = try FileHandle(forWritingTo: log)
        defer { try? output.close() }

        let process = Process()
        process.executableURL = try Self.executable
        process.arguments = ["--step", probe.name, String(index), folder.path]
        process.currentDirectoryURL = folder
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        try process.run()
        if ended.wait(timeout: .now() + step.timeLimit) == .timedOut {
            kill(process.processIdentifier, SIGKILL)
            ended.wait()
            return .ranOutOfTime(seconds: step.timeLimit)
        }

        let text = String(decoding: try Data(contentsOf: log), as: UTF8.self)
        let answer = StepAnswer.file(of: index, in: folder)
        if process.terminationReason == .exit, FileManager.default.fileExists(atPath: answer.path) {
            return .answered(try JSONDecoder().decode(StepAnswer.self, from: Data(contentsOf: answer)), log: text)
        }
        return .ended(
            signal: process.terminationReason == .uncaughtSignal ? process.terminationStatus : nil,
            status: process.terminationStatus, log: text)
    }

    /// The environment of the process. Files that the framework would write to the user's folders go to the probe's
    /// folder.
    private var environment: [String: String] {
        var environment = ProcessInfo.processInfo.environment
        for name in ["HOME", "CFFIXED_USER_HOME", "TMPDIR", "XDG_DATA_HOME"] { environment[name] = folder.path }
        // Core Data also logs to standard error because Apple's SwiftData errors contain no code.
        environment["OS_ACTIVITY_DT_MODE"] = "YES"
        // A trap on Linux ends immediately, without a backtrace.
        environment["SWIFT_BACKTRACE"] = "enable=no"
        return environment
    }

    /// The URL of this executable.
    static var executable: URL {
        get throws {
            guard let url = Bundle.main.executableURL else { throw KitError.noExecutable }
            return url
        }
    }
}
