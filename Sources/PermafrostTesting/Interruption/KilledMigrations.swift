#if os(Linux) || os(macOS)
    import Foundation
    import Permafrost
    import PermafrostModel
    import PermafrostStore

    /// Migrations in processes that are killed at one point each, and the launches that follow.
    struct KilledMigrations {
        /// The run with the plan, the fixture and the choice of points.
        let run: InterruptionRun
        /// The test that each process runs.
        let test: RunningTest

        private typealias Point = InterruptionReport.Point

        /// A process that opened a store.
        private struct Launch: Sendable {
            /// The store after the process ended.
            var store: URL
            /// The process's answer; nil if it ended before it could write one.
            var answer: InterruptionRequest.Answer?
            /// The position of the migration when the process ended; nil if it isn't known.
            var position: String?
            /// The end of the process.
            var ending: TestProcess.Ending
        }

        /// The result of one point.
        private enum Outcome: Sendable {
            /// The data equals the uninterrupted migration's.
            case survived(wasKilled: Bool)
            /// The next launch failed, or the data differs. The string is the problem with its fix.
            case failed(String, wasKilled: Bool)
            /// The process didn't reach the point.
            case missed
            /// No process could be started for the point, although earlier ones could. The string is the reason.
            case notStarted(String)
        }

        /// Migrates copies of the store without interruptions, and then interrupts migrations at the selected points.
        ///
        /// - Throws: `TestProcess.CannotRun` if the first processes can't be started or don't reach the test; another
        ///   error if the fixture can't be copied, or if a temporary file can't be created.
        func fill(_ report: InterruptionReport) throws -> InterruptionReport {
            var report = report
            let work = try TemporaryFolder(for: "interruption")
            let expected = try launch(.open, on: nil, in: work.url.appendingPathComponent("first"))
            let second = try launch(.open, on: nil, in: work.url.appendingPathComponent("second"))
            guard let answer = expected.answer, answer.error == nil else {
                report.problem = "the migration fails without an interruption: \(Self.problem(of: expected))"
                return report
            }
            guard second.answer != nil, second.answer?.error == nil else {
                report.problem = "the second of two uninterrupted migrations fails: \(Self.problem(of: second))"
                return report
            }
            let words = ("after the first migration", "after the second")
            if let difference = try run.difference(of: second.store, from: expected.store, words) {
                report.problem = """
                    two uninterrupted migrations have different results, so an interrupted one can't be compared with \
                    them:\(difference)
                    Pass the properties and entities whose values differ each time as excluding:
                    """
                return report
            }
            let codes = answer.appCode.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
            report.points =
                answer.points
                + codes.enumerated().map { Point(kind: .repetition, number: $0 + 1, place: $1) }
            guard answer.points.contains(where: { $0.kind == .operation }) else {
                report.problem = "nothing is migrated: the store already has the plan's last version"
                return report
            }
            let chosen = run.choice.overridden(by: run.environment).points(of: report.points)
            let outcomes = try outcomes(of: chosen, expected: expected.store, in: work.url)
            for (point, outcome) in zip(chosen, outcomes) {
                switch outcome {
                case .survived(let wasKilled), .failed(_, let wasKilled):
                    report.tried.append(point)
                    if wasKilled { report.killed += 1 }
                case .missed: break
                case .notStarted(let reason): report.problem = report.problem ?? "\(point) wasn't tried: \(reason)"
                }
                if case .failed(let problem, _) = outcome {
                    report.failures.append(InterruptionReport.Failure(point: point, problem: problem))
                }
            }
            if report.killed == 0, report.problem == nil {
                report.problem = "no process was killed, because \(Self.missing(chosen))"
            }
            return report
        }

        /// Returns the reason that no process was killed at the chosen points, as a clause.
        private static func missing(_ chosen: [InterruptionReport.Point]) -> String {
            if chosen.isEmpty { return "the migration has no points of the chosen kinds" }
            return chosen.allSatisfy { $0.kind == .repetition }
                ? "only repetitions were chosen. Also choose points of another kind, such as operations"
                : "none reached its point"
        }

        /// Tries the points, a few at a time.
        private func outcomes(of points: [Point], expected: URL, in work: URL) throws -> [Outcome] {
            let next = Locked(0)
            let results = Locked<[Int: Result<Outcome, any Error>]>([:])
            let width = min(4, max(1, ProcessInfo.processInfo.activeProcessorCount))
            DispatchQueue.concurrentPerform(iterations: width) { _ in
                while true {
                    let index = next.withLock { index in
                        defer { index += 1 }
                        return index
                    }
                    guard index < points.count else { return }
                    let folder = work.appendingPathComponent("\(index)")
                    let result = Result { try outcome(of: points[index], expected: expected, in: folder) }
                    results.withLock { $0[index] = result }
                    // What can't be removed now is removed with its parent.
                    try? FileManager.default.removeItem(at: folder)
                    if case .failure = result { return }
                }
            }
            return try points.indices.map { index in
                guard let result = results.withLock({ $0[index] }) else { return .missed }
                return try result.get()
            }
        }

        /// Tries a point. If no process can be started for it, the outcome is the reason.
        ///
        /// - Throws: an error if the fixture can't be copied, or if a temporary file can't be created.
        private func outcome(of point: Point, expected: URL, in folder: URL) throws -> Outcome {
            do { return try tried(point, expected: expected, in: folder) } catch let error as TestProcess.CannotRun {
                // Processes can be started here, so this isn't a reason to skip the test and the failures found so far.
                return .notStarted(error.reason)
            }
        }

        /// Kills a process at a point and opens its store again, or runs the app's own code twice.
        ///
        /// - Throws: `TestProcess.CannotRun` if a process can't be started or doesn't reach the test; another error if
        ///   the fixture can't be copied, or if a temporary file can't be created.
        private func tried(_ point: Point, expected: URL, in folder: URL) throws -> Outcome {
            guard point.kind != .repetition else {
                let launch = try launch(.repeating(point.place), on: nil, in: folder)
                return try result(of: launch, expected, wasKilled: false, ranTwice: [point.place])
            }
            let killed = try launch(.kill(at: point.number), on: nil, in: folder)
            guard let answer = killed.answer, answer.isInterrupted, killed.ending.wasSignalled else {
                if let answer = killed.answer, answer.error == nil { return .missed }
                // Both uninterrupted migrations of the same store succeeded.
                return .failed(
                    "the migration failed before it reached this point: \(Self.problem(of: killed))",
                    wasKilled: false)
            }
            let next = try launch(.open, on: killed.store, in: folder.appendingPathComponent("next"))
            let again = Set(next.answer?.appCode ?? [])
            return try result(of: next, expected, wasKilled: true, ranTwice: answer.appCode.filter(again.contains))
        }

        /// Compares the store after the last launch with the uninterrupted migration's store.
        ///
        /// - Parameter codes: the app's own code that ran before the interruption and again after it.
        private func result(
            of launch: Launch, _ expected: URL, wasKilled: Bool, ranTwice codes: [String]
        ) throws -> Outcome {
            let start =
                wasKilled
                ? "the process was killed there, and the next launch"
                : "the code ran twice, the second time with its own saved changes, and the launch"
            let advice =
                codes.isEmpty
                ? ""
                : "\n    " + (wasKilled ? "\(codes.joined(separator: "; ")): ran before the kill and again. " : "")
                    + InterruptionRun.repeatableCode
            guard let answer = launch.answer, answer.error == nil else {
                let state = try isOriginal(launch.store) ? ". The store has the original data" : ""
                return .failed("\(start) failed: \(Self.problem(of: launch))\(state)\(advice)", wasKilled: wasKilled)
            }
            let words = ("without an interruption", "after it")
            if let difference = try run.difference(of: launch.store, from: expected, words) {
                return .failed("\(start) ended with different data:\(difference)\(advice)", wasKilled: wasKilled)
            }
            return .survived(wasKilled: wasKilled)
        }

        /// Returns whether a store has the fixture's data. False if the store can't be read.
        private func isOriginal(_ store: URL) throws -> Bool {
            do {
                return try run.difference(of: store, from: run.fixture.url, ("", ""), excluding: []) == nil
            } catch is StoreError {
                return false
            }
        }

        /// Returns the error of a launch or, if it has no answer, the reason that its process ended.
        private static func problem(of launch: Launch) -> String {
            if let error = launch.answer?.error { return error }
            if launch.ending.isTimedOut { return "its process didn't end in time" }
            return launch.ending.text(at: launch.position, indent: "      ")
        }

        /// Runs a process that opens a store.
        ///
        /// - Parameters:
        ///   - store: the store; nil for a new copy of the fixture's store.
        ///   - folder: a new folder for the copy, the answer and the process's temporary files.
        private func launch(_ work: InterruptionRequest.Work, on store: URL?, in folder: URL) throws -> Launch {
            try TemporaryFolder.make(folder)
            let store = try store ?? run.copy(to: folder.appendingPathComponent("store"))
            let request = InterruptionRequest(
                call: run.call, work: work, store: store.path, folder: folder.path, safety: run.safety)
            try request.write()
            let temporary = folder.appendingPathComponent("temporary")
            try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
            let process = TestProcess(test: test, environment: run.environment, purpose: "one interruption")
            let ending = try process.run(
                adding: [
                    InterruptionRequest.variable: request.file.path, "TMPDIR": temporary.path,
                    // Code that visits a set or a dictionary then has the same order in each process.
                    "SWIFT_DETERMINISTIC_HASHING": "1",
                ], beginning: request.beginning, in: folder)
            return Launch(store: store, answer: request.answer, position: request.position, ending: ending)
        }
    }
#endif
