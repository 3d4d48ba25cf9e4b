// An app can't start processes.
#if os(Linux) || os(macOS)
    import Foundation

    /// A process that works on a store until it ends or is killed: see `SwiftDataCrashWorker`, `MigrationCrashWorker`.
    ///
    /// Only one thread uses it at a time. Foundation doesn't document `Process` and `Pipe` as sendable.
    public final class Worker: @unchecked Sendable {
        /// A worker's exit status and output.
        public struct Ending: Sendable {
            public var wasKilled: Bool
            public var status: Int32
            public var lines: [String]
            public var error: String

            /// The number in the last line of output.
            public var count: Int { lines.last.flatMap { Int($0) } ?? 0 }
        }

        public let process = Process()
        private let output = Pipe()
        private let errors = Pipe()
        private let input = Pipe()
        /// The output after the lines that were already returned.
        private var unread = Data()

        /// Starts a worker.
        ///
        /// - Parameters:
        ///   - name: the name of the executable, which is next to this one.
        ///   - user: the number of the user that runs it. This requires root, on Linux.
        ///   - environment: variables to add to this process's environment.
        public init(
            _ arguments: [String], of name: String = "SwiftDataCrashWorker", user: Int? = nil,
            environment: [String: String] = [:]
        ) throws {
            try TestRun.expectProcesses()
            let worker = BuildFolder.program(name)
            if let user {
                process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
                process.arguments = ["--reuid=\(user)", "--clear-groups", worker.path] + arguments
            } else {
                process.executableURL = worker
                process.arguments = arguments
            }
            if !environment.isEmpty {
                process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
            }
            process.standardOutput = output
            process.standardError = errors
            process.standardInput = input
            try process.run()
        }

        /// Waits until the worker starts its work or ends.
        public func waitUntilReady() {
            _ = output.fileHandleForReading.availableData
        }

        /// Lets a waiting worker continue.
        public func goOn() {
            input.fileHandleForWriting.write(Data("\n".utf8))
        }

        /// Writes a line to the worker's standard input.
        public func send(_ line: String) throws {
            try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
        }

        /// Waits for the worker's next line of output. Returns nil if the worker ends first.
        public func nextLine() -> String? {
            while true {
                if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                    let line = String(decoding: unread[unread.startIndex..<end], as: UTF8.self)
                    unread = Data(unread[(end + 1)...])
                    return line
                }
                let said = output.fileHandleForReading.availableData
                if said.isEmpty { return nil }
                unread += said
            }
        }

        /// Waits until the worker ends, at most for the given number of milliseconds.
        public func wait(milliseconds: Int) {
            for _ in 0..<milliseconds / 10 where process.isRunning { usleep(10_000) }
        }

        /// Kills the worker after the given number of microseconds, unless it has already ended.
        public func kill(after microseconds: Int) -> Ending {
            waitUntilReady()
            usleep(UInt32(microseconds))
            Foundation.kill(process.processIdentifier, SIGKILL)
            return ending()
        }

        /// Kills the worker, unless it has already ended.
        @discardableResult public func kill() -> Ending {
            Foundation.kill(process.processIdentifier, SIGKILL)
            return ending()
        }

        /// Waits until the worker ends.
        public func ending() -> Ending {
            let said = unread + output.fileHandleForReading.readDataToEndOfFile()
            let error = errors.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return Ending(
                wasKilled: process.terminationReason == .uncaughtSignal, status: process.terminationStatus,
                lines: String(decoding: said, as: UTF8.self).split(separator: "\n").map(String.init),
                error: String(decoding: error, as: UTF8.self))
        }
    }
#endif
