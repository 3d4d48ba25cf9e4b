import Foundation

/// The wall-clock times of several runs of a task.
struct Measurement {
    /// The median in seconds.
    let median: Double
    /// The times of the fastest and the slowest run, in seconds.
    let range: ClosedRange<Double>

    init(_ samples: [Double]) {
        let sorted = samples.sorted()
        median = sorted[sorted.count / 2]
        range = sorted[0]...sorted[sorted.count - 1]
    }

    /// Calls two closures alternately, so that other activity on the machine affects both. Each closure returns its
    /// time in seconds.
    static func inTurn(
        runs: Int, _ first: () throws -> Double, _ second: () throws -> Double
    ) rethrows -> (Measurement, Measurement) {
        var samples: [(Double, Double)] = []
        for _ in 0..<runs { samples.append((try first(), try second())) }
        return (Measurement(samples.map(\.0)), Measurement(samples.map(\.1)))
    }

    /// The median and the range as text: `12.3 ms (11.9–14.0)`.
    var milliseconds: String {
        String(format: "%.1f ms (%.1f–%.1f)", median * 1000, range.lowerBound * 1000, range.upperBound * 1000)
    }

    struct Failure: Error {
        let command: [String]
        let status: Int32
    }

    /// Runs a command and returns its time in seconds. Throws a ``Failure`` if the exit code isn't `status`.
    static func seconds(
        _ command: [String], in folder: URL, environment: [String: String], expecting status: Int32 = 0
    ) throws -> Double {
        let process = Process()
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        process.currentDirectoryURL = folder
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        // `waitUntilExit` checks every 50 ms; the handler is called immediately.
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        let start = ContinuousClock.now
        try process.run()
        ended.wait()
        let elapsed = ContinuousClock.now - start
        guard process.terminationStatus == status else {
            throw Failure(command: command, status: process.terminationStatus)
        }
        return Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    }
}
