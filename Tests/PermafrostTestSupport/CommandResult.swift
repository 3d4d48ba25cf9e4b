// An app can't start processes.
#if os(Linux) || os(macOS)
    import Foundation

    /// A command's exit status and output.
    public struct CommandResult: Sendable {
        /// The exit status, or the number of the signal that ended the command.
        public let status: Int32
        /// The text on standard output.
        public let output: String
        /// The text on standard error, without the lines that show a build's progress: `[3/7] Compiling…`.
        public let errors: String
        /// The complete text on standard error.
        public let standardError: String
        /// The lines of both streams that show a build's progress.
        public let progress: [String]

        /// Runs a command until it ends, without a terminal and with empty standard input.
        ///
        /// - Parameter environment: variables to add to this process's environment.
        public static func running(
            _ command: [String], in folder: URL, environment: [String: String] = [:]
        ) throws -> CommandResult {
            try TestRun.expectProcesses()
            // One stream uses a pipe and the other a file, because two pipes would have to be drained at the same time.
            let errorFile = FileManager.default.temporaryDirectory.appending(path: "permafrost-\(UUID().uuidString)")
            try Data().write(to: errorFile)
            defer { try? FileManager.default.removeItem(at: errorFile) }
            let output = Pipe()
            let errors = try FileHandle(forWritingTo: errorFile)

            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = command
            process.currentDirectoryURL = folder
            process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = output
            process.standardError = errors
            try process.run()
            let printed = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            try errors.close()

            let result = String(decoding: printed, as: UTF8.self)
            let told = String(decoding: try Data(contentsOf: errorFile), as: UTF8.self)
            return CommandResult(status: process.terminationStatus, output: result, standardError: told)
        }

        /// Creates the result of a command from its exit status and output.
        public init(status: Int32, output: String, standardError: String) {
            self.status = status
            self.output = output
            self.standardError = standardError
            errors = standardError.split(separator: "\n").filter { !$0.hasPrefix("[") }.joined(separator: "\n")
            progress = (standardError + "\n" + output).split(separator: "\n").filter { $0.hasPrefix("[") }
                .map(String.init)
        }
    }

    extension ScratchFolder {
        /// Writes a program that can be started right away.
        ///
        /// Another process writes the file. If this process wrote it, a child that another thread starts would inherit
        /// the open file, and until that child runs its own program the system refuses to run the file ("Text file
        /// busy").
        public func writeProgram(_ text: String, to relative: String) throws {
            let source = relative + ".text"
            try write(text, to: source)
            let result = try CommandResult.running(["install", "-m", "755", path(source), path(relative)], in: url)
            guard result.status == 0 else { throw POSIXError(.EIO) }
            try FileManager.default.removeItem(at: url.appending(path: source))
        }
    }
#endif
