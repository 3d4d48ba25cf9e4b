import Foundation

/// A step of a probe in a process of its own: this executable, started again.
///
/// SwiftData ends the process on some mistakes, with a trap or with an exception of Objective-C that Swift cannot catch. That
/// is an answer, too.
struct StepProcess {
    /// How a process ended.
    enum Outcome {
        case answered(StepAnswer, log: String)
        case ended(signal: Int32?, status: Int32, log: String)
        case ranOutOfTime(seconds: Double)
    }

    let probe: Probe
    let index: Int
    let folder: URL

    /// Runs the step and waits for it, as long as its time limit says.
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

    /// What the framework would keep in the user's folders goes into the probe's.
    private var environment: [String: String] {
        var environment = ProcessInfo.processInfo.environment
        for name in ["HOME", "CFFIXED_USER_HOME", "TMPDIR", "XDG_DATA_HOME"] { environment[name] = folder.path }
        // Core Data's log goes to the standard error, too: Apple's errors of SwiftData carry no code.
        environment["OS_ACTIVITY_DT_MODE"] = "YES"
        // A trap on Linux ends at once, without a backtrace.
        environment["SWIFT_BACKTRACE"] = "enable=no"
        return environment
    }

    /// This executable.
    static var executable: URL {
        get throws {
            guard let url = Bundle.main.executableURL else { throw KitError.noExecutable }
            return url
        }
    }
}
