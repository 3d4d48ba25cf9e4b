#if os(Linux) || os(macOS)
    import Foundation
    import PermafrostFiles
    import PermafrostStore

    /// Runs one pair of a matrix in a process of its own: the test's bundle again, with the one test and the pair in the
    /// environment.
    struct MatrixProcess {
        /// How long a pair may take, in seconds.
        private static let timeout = 600.0

        let test: RunningTest
        let group: String

        /// - Throws: what the system says where no process can be started.
        func run(_ pair: MigrationMatrix.Pair) throws -> MigrationMatrix.Outcome {
            let folder = try TemporaryFolder(for: "testing")
            let answer = folder.url.appendingPathComponent("answer.json")
            let output = folder.url.appendingPathComponent("output.txt")
            try Data().write(to: output)
            let handle = try FileHandle(forWritingTo: output)
            defer { try? handle.close() }
            let process = Process()
            process.executableURL = Self.executable
            process.arguments = test.arguments
            process.environment = ProcessInfo.processInfo.environment.merging([
                MatrixRequest.pairVariable: MatrixRequest.name(pair, of: group),
                MatrixRequest.answerVariable: answer.path,
            ]) { $1 }
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = handle
            process.standardError = handle
            let ended = DispatchSemaphore(value: 0)
            process.terminationHandler = { _ in ended.signal() }
            try process.run()
            guard ended.wait(timeout: .now() + Self.timeout) == .success else {
                process.terminate()
                return MigrationMatrix.Outcome(
                    pair: pair, problem: "its process did not end in \(Int(Self.timeout)) seconds", rows: 0)
            }
            if let bytes = try? Data(contentsOf: answer),
                let outcome = try? JSONDecoder().decode(MigrationMatrix.Outcome.self, from: bytes)
            {
                return outcome
            }
            let lines = (try? String(contentsOf: output, encoding: .utf8))?.split(separator: "\n").suffix(12) ?? []
            let problem = """
                its process ended without an answer (status \(process.terminationStatus)). The last that it wrote:
                    \(lines.joined(separator: "\n    "))
                """
            return MigrationMatrix.Outcome(pair: pair, problem: problem, rows: 0)
        }

        private static var executable: URL {
            #if os(Linux)
                URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            #else
                URL(fileURLWithPath: CommandLine.arguments[0])
            #endif
        }
    }
#endif
