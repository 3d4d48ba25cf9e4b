#if os(Linux) || os(macOS)
    import Foundation
    import PermafrostStore

    /// A launcher of separate processes that each migrate one pair of a matrix. A process runs the test bundle with
    /// only the test that verifies the matrix, and receives its pair in its environment.
    struct MatrixProcess {
        /// An error that is thrown if a process can't be started, or if it doesn't reach the test.
        struct CannotRun: Error {
            /// The reason, as a clause without a period.
            let reason: String
        }

        let test: RunningTest
        let group: String
        let environment: [String: String]
        var executable = Self.ownExecutable
        /// The maximum time in seconds until a process reaches the test. Without this limit, a program that doesn't run
        /// the test might never end.
        var startLimit = 120.0
        /// The maximum time in seconds until the process of a pair ends.
        var timeout = 600.0

        /// Migrates one pair in a new process. If the process reaches the test but ends without a result, or doesn't
        /// end in time, the returned outcome contains the problem. If the results of the pair differ, also returns
        /// copies of the stores.
        ///
        /// - Throws: ``CannotRun`` if the process can't be started or doesn't reach the test. Another error if a
        ///   temporary file can't be created.
        func run(
            _ pair: MigrationMatrix.Pair
        ) throws -> (outcome: MigrationMatrix.Outcome, evidence: StoreEvidence?) {
            let folder = try TemporaryFolder(for: "testing")
            let answer = folder.url.appendingPathComponent("answer.json")
            let output = folder.url.appendingPathComponent("output.txt")
            try Data().write(to: output)
            let handle = try FileHandle(forWritingTo: output)
            defer { try? handle.close() }
            let process = Process()
            process.executableURL = executable
            process.arguments = test.arguments
            process.environment = Self.inherited(environment).merging([
                MatrixRun.MatrixRequest.pairVariable: MatrixRun.MatrixRequest.name(pair, of: group),
                MatrixRun.MatrixRequest.answerVariable: answer.path,
            ]) { $1 }
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = handle
            process.standardError = handle
            let ended = DispatchSemaphore(value: 0)
            process.terminationHandler = { _ in ended.signal() }
            do {
                try process.run()
            } catch {
                throw CannotRun(
                    reason: "\(executable.path) can't be started for one pair (\(error.localizedDescription))")
            }
            let begun = {
                FileManager.default.fileExists(atPath: MatrixRun.MatrixRequest.beginning(ofAnswer: answer.path).path)
            }
            if ended.wait(timeout: .now() + min(startLimit, timeout)) != .success {
                guard begun() else {
                    process.terminate()
                    throw CannotRun(
                        reason:
                            "\(executable.path) was started for one pair of versions, but didn't reach the test within "
                            + "\(Int(startLimit)) seconds"
                    )
                }
                guard ended.wait(timeout: .now() + max(timeout - startLimit, 0)) == .success else {
                    process.terminate()
                    let problem = "its process didn't end within \(Int(timeout)) seconds"
                    return (MigrationMatrix.Outcome(pair: pair, problem: problem, rows: 0), nil)
                }
            }
            if let bytes = try? Data(contentsOf: answer),
                let outcome = try? JSONDecoder().decode(MigrationMatrix.Outcome.self, from: bytes)
            {
                let stores = MatrixRun.MatrixRequest.evidence(ofAnswer: answer.path)
                return (outcome, StoreEvidence(at: stores, owner: folder))
            }
            guard begun() else {
                throw CannotRun(
                    reason: "\(executable.path) was started for one pair of versions, but ended without running the "
                        + "test (status \(process.terminationStatus))")
            }
            let lines = (try? String(contentsOf: output, encoding: .utf8))?.split(separator: "\n").suffix(12) ?? []
            let problem = """
                its process ended without a result (status \(process.terminationStatus)). Its last output:
                    \(lines.joined(separator: "\n    "))
                """
            return (MigrationMatrix.Outcome(pair: pair, problem: problem, rows: 0), nil)
        }

        /// Returns the environment for a new process. Removes the settings of the current test run, and the inserted
        /// libraries that make a program run tests. Keeps a sanitizer's runtime library, because the test bundle can't
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
                URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            #else
                Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
            #endif
        }
    }
#endif
