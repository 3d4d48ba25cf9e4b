import Foundation
import PermafrostStore
import SwiftData

/// One run of a matrix: chooses where the pairs are migrated, and migrates them.
struct MatrixRun {
    let plan: any SchemaMigrationPlan.Type
    let group: String?
    let excluded: [String]
    /// The test that runs; nil if no test library knows one.
    let test: RunningTest?
    var environment = ProcessInfo.processInfo.environment

    /// Migrates the pairs: the one that the environment names, else each in a process of its own, else what this process can.
    ///
    /// - Parameter file: where the search for the fixture tree starts.
    /// - Throws: ``FixtureError``, ``MigrationTestError``.
    func report(file: String) throws -> MatrixReport {
        let matrix = try MigrationMatrix(plan: plan, group: group, file: file)
        if let request = MatrixRun.MatrixRequest(environment: environment) { return try answer(request, with: matrix) }
        #if os(Linux) || os(macOS)
            // Xcode and `xcodebuild` name a configuration in the environment of the process that they start, which is their agent or
            // the app that hosts the tests. Neither understands the arguments that choose one test: it would run all of them.
            guard environment["XCTestConfigurationFilePath"] == nil else {
                let reason = "Xcode started this process, and its test runner can't be started again for one test"
                return inProcess(matrix, limitation: reason)
            }
            guard let test else {
                return inProcess(matrix, limitation: "no test of Swift Testing or XCTest is running in this task")
            }
            do {
                let process = MatrixProcess(test: test, group: matrix.group, environment: environment)
                return MatrixReport(group: matrix.group, outcomes: try matrix.pairs.map { try process.run($0) })
            } catch let error as MatrixProcess.CannotRun {
                return inProcess(matrix, limitation: error.reason)
            }
        #else
            return inProcess(matrix, limitation: "an app can't start processes")
        #endif
    }

    /// Migrates the pair that another process asked for. A test with several matrices leaves the others alone.
    private func answer(_ request: MatrixRun.MatrixRequest, with matrix: MigrationMatrix) throws -> MatrixReport {
        try request.begin()
        guard let pair = matrix.pairs.first(where: { request.names($0, of: matrix.group) }) else {
            let skipped = matrix.pairs.prefix(1).map { MigrationMatrix.Outcome(pair: $0, problem: nil, rows: 0) }
            return MatrixReport(group: matrix.group, outcomes: skipped)
        }
        let outcome = matrix.verify(pair, excluding: excluded)
        try request.answer(outcome)
        return MatrixReport(group: matrix.group, outcomes: [outcome])
    }

    /// Migrates in this process: every pair on Linux, and from the oldest version to the newest on Apple's platforms, whose
    /// framework doesn't take several migrations of the same models in one process.
    private func inProcess(_ matrix: MigrationMatrix, limitation: String) -> MatrixReport {
        #if os(Linux)
            let pairs = matrix.pairs
        #else
            let pairs = Array([matrix.widest].compactMap { $0 })
        #endif
        return MatrixReport(
            group: matrix.group, outcomes: pairs.map { matrix.verify($0, excluding: excluded) }, limitation: limitation,
            skipped: matrix.pairs.filter { !pairs.contains($0) })
    }
}

extension MatrixRun {
    /// The one pair that a process was started for, or that whoever runs the tests chose, as the environment says it.
    struct MatrixRequest {
        /// `Group/1.0.0/3.0.0`
        static let pairVariable = "PERMAFROST_MATRIX_PAIR"
        /// The file for the answer, where another process waits for it.
        static let answerVariable = "PERMAFROST_MATRIX_ANSWER"

        /// The file that a process makes once it has reached a matrix, next to its answer.
        static func beginning(ofAnswer path: String) -> URL { URL(fileURLWithPath: path + ".begun") }

        private let pair: String
        private let answerPath: String?

        /// Nil if the environment asks for none.
        init?(environment: [String: String]) {
            guard let pair = environment[Self.pairVariable], !pair.isEmpty else { return nil }
            self.pair = pair
            answerPath = environment[Self.answerVariable]
        }

        /// Whether it is this pair that is asked for.
        func names(_ pair: MigrationMatrix.Pair, of group: String) -> Bool {
            self.pair == Self.name(pair, of: group)
        }

        /// A pair as the environment names it: neither groups nor versions have a `/`.
        static func name(_ pair: MigrationMatrix.Pair, of group: String) -> String {
            "\(group)/\(pair.from)/\(pair.to)"
        }

        /// Notes, for the process that waits, that the test was reached: what goes wrong from here on is the migration's.
        func begin() throws {
            guard let answerPath else { return }
            try Data().write(to: Self.beginning(ofAnswer: answerPath))
        }

        /// Writes the outcome for the process that waits for it.
        func answer(_ outcome: MigrationMatrix.Outcome) throws {
            guard let answerPath else { return }
            try JSONEncoder().encode(outcome).write(to: URL(fileURLWithPath: answerPath), options: .atomic)
        }
    }
}
