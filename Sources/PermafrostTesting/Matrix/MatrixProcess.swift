#if os(Linux) || os(macOS)
    import Foundation
    import PermafrostStore

    /// A launcher of separate processes that each migrate one pair of a matrix. A process runs only the test that
    /// verifies the matrix, and receives its pair in an environment variable.
    struct MatrixProcess {
        let group: String
        let process: TestProcess

        /// Migrates one pair in a new process. If the process reaches the test but ends without a result or exceeds the
        /// time limit, the returned outcome contains the problem. If the results of the pair differ, also returns
        /// copies of the stores.
        ///
        /// - Throws: `TestProcess.CannotRun` if the process can't be started or doesn't reach the test; another error
        ///   if a temporary file can't be created.
        func run(
            _ pair: MigrationMatrix.Pair
        ) throws -> (outcome: MigrationMatrix.Outcome, evidence: StoreEvidence?) {
            let folder = try TemporaryFolder(for: "testing")
            let answer = folder.url.appendingPathComponent("answer.json")
            let ending = try process.run(
                adding: [
                    MatrixRequest.pairVariable: MatrixRequest.name(pair, of: group),
                    MatrixRequest.answerVariable: answer.path,
                ], beginning: MatrixRequest.beginning(ofAnswer: answer.path), in: folder.url)
            if ending.isTimedOut {
                let problem = "its process didn't end within \(Int(process.timeout)) seconds"
                return (MigrationMatrix.Outcome(pair: pair, problem: problem, rows: 0), nil)
            }
            if let bytes = try? Data(contentsOf: answer),
                let outcome = try? JSONDecoder().decode(MigrationMatrix.Outcome.self, from: bytes)
            {
                let stores = MatrixRequest.evidence(ofAnswer: answer.path)
                return (outcome, StoreEvidence(at: stores, owner: folder))
            }
            let problem = ending.text(at: MigrationPosition.read(at: answer.path), indent: "    ")
            return (MigrationMatrix.Outcome(pair: pair, problem: problem, rows: 0), nil)
        }
    }
#endif
