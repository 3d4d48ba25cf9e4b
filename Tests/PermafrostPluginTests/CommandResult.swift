import Foundation

/// How a command ended and what it printed.
struct CommandResult {
    let status: Int32
    let output: String
    /// What went to standard error, without the lines that tell how far a build is: `[3/7] Compiling…`.
    let errors: String

    /// Runs a command to its end, without a terminal: its input is empty.
    static func running(_ command: [String], in folder: URL) throws -> CommandResult {
        // A pipe for one stream and a file for the other: two pipes would have to be drained at the same time.
        let errorFile = FileManager.default.temporaryDirectory.appending(path: "permafrost-\(UUID().uuidString)")
        try Data().write(to: errorFile)
        defer { try? FileManager.default.removeItem(at: errorFile) }
        let output = Pipe()
        let errors = try FileHandle(forWritingTo: errorFile)

        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let printed = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try errors.close()

        let told = String(decoding: try Data(contentsOf: errorFile), as: UTF8.self)
        return CommandResult(
            status: process.terminationStatus,
            output: String(decoding: printed, as: UTF8.self),
            errors: told.split(separator: "\n").filter { !$0.hasPrefix("[") }.joined(separator: "\n"))
    }
}
