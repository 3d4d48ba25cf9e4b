import Foundation

/// The result of a finished process.
struct CommandRun {
    /// The exit status, or 128 plus the signal number if a signal ended the process.
    let status: Int32
    /// Standard output and standard error.
    let output, errors: String

    /// Runs a program and waits for its end.
    ///
    /// - Parameters:
    ///   - program: the path of the program.
    ///   - folder: the working directory.
    ///   - changes: variables to change in this process's environment.
    /// - Throws: ``CheckFailure`` if the program can't be started.
    init(
        _ program: String, _ arguments: [String], in folder: String, environment changes: [String: String] = [:]
    ) throws {
        let process = Process()
        process.environment = ProcessInfo.processInfo.environment.merging(changes) { _, new in new }
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        do {
            try process.run()
        } catch {
            throw CheckFailure("can't run \(program): \(error.localizedDescription)")
        }
        // Both pipes are read at the same time because a process blocks when one of them is full.
        let collected = Collected()
        let reader = Thread { collected.finish(with: errors.fileHandleForReading.readDataToEndOfFile()) }
        reader.start()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        self.errors = String(decoding: collected.wait(), as: UTF8.self)
        self.output = String(decoding: text, as: UTF8.self)
        process.waitUntilExit()
        status = process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
    }

    /// Bytes that another thread reads.
    private final class Collected: @unchecked Sendable {
        private let done = DispatchSemaphore(value: 0)
        private var data = Data()

        func finish(with data: Data) {
            self.data = data
            done.signal()
        }

        func wait() -> Data {
            done.wait()
            return data
        }
    }
}

/// The error that is thrown if the check can't run or can't finish.
package struct CheckFailure: Error, CustomStringConvertible {
    /// A message with the cause and, if it is known, the fix.
    package let description: String

    package init(_ description: String) { self.description = description }
}
