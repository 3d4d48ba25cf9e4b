// An app cannot start processes.
#if os(Linux) || os(macOS)
    import Foundation

    /// A process that works on a store until it has ended or is killed: see `SwiftDataCrashWorker`, `MigrationCrashWorker`.
    ///
    /// One thread at a time uses it; Foundation does not say of `Process` and `Pipe` that they may be sent.
    public final class Worker: @unchecked Sendable {
        /// How a worker ended, and what it said.
        public struct Ending: Sendable {
            public var wasKilled: Bool
            public var status: Int32
            public var lines: [String]
            public var error: String

            /// The number in its last line.
            public var count: Int { lines.last.flatMap { Int($0) } ?? 0 }
        }

        public let process = Process()
        private let output = Pipe()
        private let errors = Pipe()
        private let input = Pipe()
        /// What it has said beyond the lines that were taken.
        private var unread = Data()

        /// Starts a worker.
        ///
        /// - Parameters:
        ///   - name: the executable beside this one.
        ///   - user: the number of the user that it runs as, which takes root, on Linux.
        ///   - environment: variables to set beside those of this process.
        public init(
            _ arguments: [String], of name: String = "SwiftDataCrashWorker", user: Int? = nil,
            environment: [String: String] = [:]
        ) throws {
            try TestRun.expectProcesses()
            let worker = BuildFolder.url.appendingPathComponent(name)
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

        /// Waits until its work begins, or it has ended.
        public func waitUntilReady() {
            _ = output.fileHandleForReading.availableData
        }

        /// Lets a worker go on that waits for it.
        public func goOn() {
            input.fileHandleForWriting.write(Data("\n".utf8))
        }

        /// Gives it a line of input.
        public func send(_ line: String) throws {
            try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
        }

        /// Waits for the next line that it says; nil if it has ended before.
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

        /// Waits until it has ended, at most for so many milliseconds.
        public func wait(milliseconds: Int) {
            for _ in 0..<milliseconds / 10 where process.isRunning { usleep(10_000) }
        }

        /// Kills it after so many microseconds, unless it has ended by then.
        public func kill(after microseconds: Int) -> Ending {
            waitUntilReady()
            usleep(UInt32(microseconds))
            Foundation.kill(process.processIdentifier, SIGKILL)
            return ending()
        }

        /// Waits until it has ended.
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

    /// The folder that holds what is built.
    public enum BuildFolder {
        /// On a Mac the tests are a bundle in it, which a program of Xcode's runs; elsewhere they are a program themselves.
        public static var url: URL {
            let bundle = Bundle.allBundles.first { $0.bundleURL.pathExtension == "xctest" } ?? Bundle.main
            return bundle.bundleURL.pathExtension == "xctest"
                ? bundle.bundleURL.deletingLastPathComponent() : bundle.bundleURL
        }
    }
#endif
