#if os(Linux) || os(macOS)
    import Foundation
    import PermafrostStore

    /// A launcher of processes that run only one test of the test bundle. The test finds its work in its environment.
    ///
    /// Exit tests of Swift Testing aren't an alternative, because their body can't capture the plan that a library's
    /// function receives. XCTest doesn't have exit tests.
    struct TestProcess: Sendable {
        /// The error for a process that can't be started or doesn't reach the test.
        struct CannotRun: Error {
            /// The reason, as a clause without a period.
            let reason: String
        }

        /// The way that a process ended after it reached the test.
        struct Ending: Sendable {
            /// The exit status, or the number of the signal that ended the process.
            let status: Int32
            /// Whether a signal ended the process.
            let wasSignalled: Bool
            /// Whether the process was ended because it exceeded the time limit.
            let isTimedOut: Bool
            /// The lines of the process's output that show why it ended.
            let lines: [String]
        }

        let test: RunningTest
        let environment: [String: String]
        /// The work in messages, such as `one pair`.
        let purpose: String
        var executable = Self.ownExecutable
        /// The maximum time in seconds until a process reaches the test. A program that doesn't run the test might
        /// otherwise never end.
        var startLimit = 120.0
        /// The maximum time in seconds for the work.
        var timeout = 600.0

        /// Runs the test in a new process, and waits until the process ends.
        ///
        /// - Parameters:
        ///   - variables: variables to add to the environment.
        ///   - beginning: the file that the process creates when it reaches the test.
        ///   - folder: an existing folder for the process's output.
        /// - Throws: ``CannotRun`` if the process can't be started or doesn't reach the test; another error if a
        ///   temporary file can't be created.
        func run(adding variables: [String: String], beginning: URL, in folder: URL) throws -> Ending {
            let output = folder.appendingPathComponent("output.txt")
            try Data().write(to: output)
            let handle = try FileHandle(forWritingTo: output)
            defer { try? handle.close() }
            let process = Process()
            process.executableURL = executable
            process.arguments = test.arguments
            process.environment = Self.inherited(environment).merging(variables) { $1 }
                // Swift's backtrace of a large test bundle can wait forever, and keeps the process's files open.
                .merging(["SWIFT_BACKTRACE": "enable=no"]) { own, _ in own }
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = handle
            process.standardError = handle
            let ended = DispatchSemaphore(value: 0)
            process.terminationHandler = { _ in ended.signal() }
            do {
                try process.run()
            } catch {
                throw CannotRun(
                    reason: "\(executable.path) can't be started for \(purpose) (\(error.localizedDescription))")
            }
            let begun = { FileManager.default.fileExists(atPath: beginning.path) }
            if ended.wait(timeout: .now() + min(startLimit, timeout)) != .success {
                guard begun() else {
                    process.terminate()
                    throw CannotRun(
                        reason:
                            "\(executable.path), started for \(purpose), didn't reach the test within \(Int(startLimit)) seconds"
                    )
                }
                guard ended.wait(timeout: .now() + max(timeout - startLimit, 0)) == .success else {
                    process.terminate()
                    return Ending(status: 0, wasSignalled: false, isTimedOut: true, lines: [])
                }
            }
            guard begun() else {
                throw CannotRun(
                    reason: "\(executable.path), started for \(purpose), ended without running the test (status "
                        + "\(process.terminationStatus))")
            }
            let bytes = (try? Data(contentsOf: output)) ?? Data()
            return Ending(
                status: process.terminationStatus, wasSignalled: process.terminationReason == .uncaughtSignal,
                isTimedOut: false,
                lines: CrashReport(
                    output: String(decoding: bytes, as: UTF8.self),
                    wasSignalled: process.terminationReason == .uncaughtSignal
                ).lines)
        }

        /// Returns the reason that Xcode's test runner can't be started again for one test; nil if the environment
        /// isn't Xcode's.
        ///
        /// Xcode and `xcodebuild` set a configuration in the environment of the process that they start, which is their
        /// agent or the app that hosts the tests. Both ignore the arguments that select one test, and would run all
        /// tests.
        static func limitation(_ environment: [String: String]) -> String? {
            environment["XCTestConfigurationFilePath"] == nil
                ? nil : "Xcode started this process, and its test runner can't be started again for one test"
        }

        /// Returns an environment without the variables that an outer test run set for itself: its configuration, and
        /// the libraries that make a program run tests. Keeps the runtime of a sanitizer, because the test bundle can't
        /// be loaded without it.
        static func inherited(_ environment: [String: String]) -> [String: String] {
            var inherited = environment.filter { name, _ in !name.hasPrefix("XCTest") && !name.hasPrefix("XCInject") }
            if let libraries = inherited.removeValue(forKey: insertedLibraries) {
                let kept = libraries.split(separator: ":").filter { path in
                    path.split(separator: "/").last?.hasPrefix("libclang_rt.") ?? false
                }
                if !kept.isEmpty { inherited[insertedLibraries] = kept.joined(separator: ":") }
            }
            return inherited
        }

        private static let insertedLibraries = "DYLD_INSERT_LIBRARIES"

        private static var ownExecutable: URL {
            #if os(Linux)
                URL(fileURLWithPath: FileStatus.resolved("/proc/self/exe"))
            #else
                Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
            #endif
        }
    }
#endif
