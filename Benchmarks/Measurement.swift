import Foundation

/// The wall-clock time of a process, start to end.
struct Measurement {
    /// The median in seconds.
    let median: Double
    /// The fastest and the slowest run.
    let range: ClosedRange<Double>

    init(_ samples: [Double]) {
        let sorted = samples.sorted()
        median = sorted[sorted.count / 2]
        range = sorted[0]...sorted[sorted.count - 1]
    }

    /// Runs a body several times and takes the time that it returns.
    static func of(runs: Int, _ body: () throws -> Double) rethrows -> Measurement {
        var samples: [Double] = []
        for _ in 0..<runs { samples.append(try body()) }
        return Measurement(samples)
    }

    struct Failure: Error {
        let command: [String]
        let status: Int32
    }

    /// Runs a command and gives the seconds it took.
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
        let start = ContinuousClock.now
        try process.run()
        process.waitUntilExit()
        let elapsed = ContinuousClock.now - start
        guard process.terminationStatus == status else {
            throw Failure(command: command, status: process.terminationStatus)
        }
        return Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    }
}
