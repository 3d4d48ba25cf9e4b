import Foundation

/// A process that works on a store: see `SwiftDataCrashWorker`.
struct Worker {
    /// How a worker ended, and what it said.
    struct Ending {
        var wasKilled: Bool
        var status: Int32
        var lines: [String]
        var error: String

        /// The number in its last line.
        var count: Int { lines.last.flatMap { Int($0) } ?? 0 }
    }

    let process = Process()
    private let output = Pipe()
    private let errors = Pipe()

    /// Starts a worker.
    ///
    /// - Parameter user: the number of the user that it runs as, which takes root.
    init(_ arguments: [String], user: Int? = nil) throws {
        let executable = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let worker = URL(fileURLWithPath: executable).deletingLastPathComponent()
            .appendingPathComponent("SwiftDataCrashWorker")
        if let user {
            process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
            process.arguments = ["--reuid=\(user)", "--clear-groups", worker.path] + arguments
        } else {
            process.executableURL = worker
            process.arguments = arguments
        }
        process.standardOutput = output
        process.standardError = errors
        try process.run()
    }

    /// Waits until its work begins, or it has ended.
    func waitUntilReady() {
        _ = output.fileHandleForReading.availableData
    }

    /// Kills it after so many microseconds, unless it has ended by then.
    func kill(after microseconds: Int) -> Ending {
        waitUntilReady()
        usleep(UInt32(microseconds))
        Glibc.kill(process.processIdentifier, SIGKILL)
        return ending()
    }

    /// Waits until it has ended.
    func ending() -> Ending {
        let said = output.fileHandleForReading.readDataToEndOfFile()
        let error = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Ending(
            wasKilled: process.terminationReason == .uncaughtSignal, status: process.terminationStatus,
            lines: String(decoding: said, as: UTF8.self).split(separator: "\n").map(String.init),
            error: String(decoding: error, as: UTF8.self))
    }
}
