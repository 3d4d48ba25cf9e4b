#if os(Linux)
    import Foundation
    import MigrationCrashModels
    import PermafrostTestSupport

    @testable import Permafrost

    /// A process that visits stores. It serves many stores, and is replaced by another process when it is killed.
    final class VisitingNeighbour {
        /// The notes that visitors have saved or tried to save.
        struct Record: Sendable {
            /// The notes whose saves have returned.
            var saved: Set<Int> = []
            /// The notes that a visitor tried to save. They may be in the store.
            var attempted: Set<Int> = []
            /// The notes that were found without their large value.
            var wrong: [String] = []
            var refusals = 0

            fileprivate mutating func take(_ line: String) {
                let parts = line.split(separator: " ")
                let number = parts.count == 2 ? Int(parts[1]) : nil
                switch (parts.first, number) {
                case ("saving", let number?): attempted.insert(number)
                case ("saved", let number?): saved.insert(number)
                case ("wrong", _): wrong.append(line)
                case ("refused", _): refusals += 1
                default: break
                }
            }
        }

        private var worker: Worker?

        deinit {
            guard let worker, worker.process.isRunning else { return }
            kill(worker.process.processIdentifier, SIGKILL)
        }

        /// Runs `body` while the store is visited as the setting requires, after the first visit is over.
        func visiting<Result>(
            _ store: URL, _ operation: VaultOperation, _ setting: VaultSetting, killedAfter microseconds: Int,
            _ body: () throws -> Result
        ) throws -> (result: Result, record: Record) {
            guard let kind = setting.neighbour else { return (try body(), Record()) }
            let worker = try self.worker ?? Worker(["visit"], of: "MigrationCrashWorker")
            self.worker = worker
            // Before the restore, the store has the second version.
            let version = operation == .restore ? "second" : "first"
            try worker.send("\(kind.rawValue) \(version) \(microseconds) \(store.path)")
            var record = Record()
            while true {
                guard let line = worker.nextLine() else { throw Violation("The neighbour has ended.") }
                if line == "ready" { break }
                record.take(line)
            }
            let result = Swift.Result { try body() }
            if kind != .killed { try worker.send("stop") }
            var hasStopped = false
            while !hasStopped, let line = worker.nextLine() {
                if line == "stopped" { hasStopped = true } else { record.take(line) }
            }
            if !hasStopped {
                self.worker = nil
                let ending = worker.ending()
                guard kind == .killed, ending.wasKilled else {
                    throw Violation("The neighbour has ended: \(ending.error)")
                }
            }
            return (try result.get(), record)
        }
    }
#endif
