import Foundation
import PermafrostStore
import SwiftData

/// A run of a matrix, which migrates each pair in a separate process or, if that isn't possible, in the current
/// process.
struct MatrixRun {
    let plan: any SchemaMigrationPlan.Type
    let group: String?
    let excluded: [String]
    /// The running test; nil if neither test library reports one.
    let test: RunningTest?
    var environment = ProcessInfo.processInfo.environment

    /// Migrates the pair that the environment requests or, without a request, each pair in a separate process. If
    /// separate processes aren't possible, migrates the pairs that this process can migrate.
    ///
    /// - Parameter file: the path where the search for the fixture tree starts.
    /// - Throws: ``FixtureError`` if no version of the plan is frozen; ``MigrationTestError`` if a frozen version isn't
    ///   in the plan; another error if a file for exchanging results with another process can't be created.
    func report(file: String) throws -> MatrixReport { try reportWithEvidence(file: file, copiesStores: false).report }

    /// Returns the same report as ``report(file:)``, and copies of the stores for up to three pairs whose results
    /// differ.
    ///
    /// - Parameters:
    ///   - file: the path where the search for the fixture tree starts.
    ///   - copiesStores: whether to copy stores. If false, no copies are returned.
    /// - Throws: the errors of ``report(file:)``.
    func reportWithEvidence(
        file: String, copiesStores: Bool = true
    ) throws -> (report: MatrixReport, evidence: [StoreEvidence]) {
        let matrix = try MigrationMatrix(plan: plan, group: group, file: file)
        if let request = MatrixRun.MatrixRequest(environment: environment) {
            return try answer(request, with: matrix, copiesStores)
        }
        #if os(Linux) || os(macOS)
            if let reason = TestProcess.limitation(environment) {
                return inProcess(matrix, copiesStores, limitation: reason)
            }
            guard let test else {
                return inProcess(
                    matrix, copiesStores, limitation: "no test of Swift Testing or XCTest is running in this task")
            }
            do {
                let process = MatrixProcess(
                    group: matrix.group,
                    process: TestProcess(test: test, environment: environment, purpose: "one pair"))
                var evidence: [StoreEvidence] = []
                let outcomes = try matrix.pairs.map { pair in
                    let (outcome, stores) = try process.run(pair)
                    if copiesStores, evidence.count < Self.shownPairs, let stores { evidence.append(stores) }
                    return outcome
                }
                return (MatrixReport(group: matrix.group, outcomes: outcomes), evidence)
            } catch let error as TestProcess.CannotRun {
                return inProcess(matrix, copiesStores, limitation: error.reason)
            }
        #else
            return inProcess(matrix, copiesStores, limitation: "an app can't start processes")
        #endif
    }

    /// Migrates the pair that the environment requests, and writes the result for the waiting process. If the request
    /// specifies a pair of this group that doesn't exist, the report contains a problem.
    ///
    /// A test may verify several matrices. If the request specifies another group, this function doesn't migrate
    /// anything, and returns a report without problems.
    private func answer(
        _ request: MatrixRun.MatrixRequest, with matrix: MigrationMatrix, _ copiesStores: Bool
    ) throws -> (MatrixReport, [StoreEvidence]) {
        try request.begin()
        guard let pair = matrix.pairs.first(where: { request.names($0, of: matrix.group) }) else {
            let names = matrix.pairs.map { MatrixRun.MatrixRequest.name($0, of: matrix.group) }
            let problem = request.unknownPair(among: names, of: matrix.group)
            let skipped = matrix.pairs.prefix(1).map { MigrationMatrix.Outcome(pair: $0, problem: problem, rows: 0) }
            return (MatrixReport(group: matrix.group, outcomes: skipped), [])
        }
        let (outcome, evidence) = matrix.compare(pair, excluding: excluded) { stores, page in
            // The waiting process shows the stores.
            if let folder = request.evidence {
                _ = try StoreEvidence(of: stores, page: page, in: folder)
                return nil
            }
            return copiesStores ? try StoreEvidence(of: stores, page: page) : nil
        }
        try request.answer(outcome)
        return (MatrixReport(group: matrix.group, outcomes: [outcome]), [evidence].compactMap { $0 })
    }

    /// The maximum number of pairs whose stores are attached to a failure.
    private static let shownPairs = 3

    /// Migrates pairs in the current process. On Linux, these are all pairs. On Apple's platforms, this is only the
    /// pair of the oldest and the newest version, because Apple's framework doesn't support several migrations of the
    /// same models in one process.
    private func inProcess(
        _ matrix: MigrationMatrix, _ copiesStores: Bool, limitation: String
    ) -> (MatrixReport, [StoreEvidence]) {
        #if os(Linux)
            let pairs = matrix.pairs
        #else
            let pairs = Array([matrix.widest].compactMap { $0 })
        #endif
        var evidence: [StoreEvidence] = []
        let outcomes = pairs.map { pair in
            let (outcome, stores) = matrix.compare(pair, excluding: excluded) { stores, page in
                guard copiesStores, evidence.count < Self.shownPairs else { return nil }
                return try StoreEvidence(of: stores, page: page)
            }
            evidence += [stores].compactMap { $0 }
            return outcome
        }
        let report = MatrixReport(
            group: matrix.group, outcomes: outcomes, limitation: limitation,
            skipped: matrix.pairs.filter { !pairs.contains($0) })
        return (report, evidence)
    }
}

extension MatrixRun {
    /// A request to migrate only one pair, from an environment variable that a waiting process or the user sets.
    struct MatrixRequest {
        /// The variable that specifies the pair, such as `Group/1.0.0/3.0.0`.
        static let pairVariable = "PERMAFROST_MATRIX_PAIR"
        /// The variable that specifies the path of the file for the result. It is set only if another process waits for
        /// the result.
        static let answerVariable = "PERMAFROST_MATRIX_ANSWER"

        /// Returns the URL of the folder for the compared stores, next to the result file.
        static func evidence(ofAnswer path: String) -> URL { URL(fileURLWithPath: path + ".stores") }

        /// The folder for the compared stores; nil if no process waits for them.
        var evidence: URL? { answerPath.map(Self.evidence) }

        /// Returns the URL of the marker file that a process creates next to the result file when it reaches a matrix.
        static func beginning(ofAnswer path: String) -> URL { URL(fileURLWithPath: path + ".begun") }

        private let pair: String
        private let answerPath: String?

        /// Reads the request from environment variables. Returns nil if they don't request a pair.
        init?(environment: [String: String]) {
            guard let pair = environment[Self.pairVariable], !pair.isEmpty else { return nil }
            self.pair = pair
            answerPath = environment[Self.answerVariable]
        }

        func names(_ pair: MigrationMatrix.Pair, of group: String) -> Bool {
            self.pair == Self.name(pair, of: group)
        }

        /// Returns the problem if the request specifies the given group with a pair that isn't in `names`. Returns nil
        /// if the pair is in `names`, or if the request specifies a different group.
        func unknownPair(among names: [String], of group: String) -> String? {
            guard pair.hasPrefix(group + "/"), !names.contains(pair) else { return nil }
            return "\(Self.pairVariable) is \(pair), which isn't a pair of the plan. Set it to one of: "
                + names.joined(separator: ", ")
        }

        /// Returns the value of ``pairVariable`` that requests a pair. This is unambiguous, because the names of groups
        /// and versions don't contain a `/`.
        static func name(_ pair: MigrationMatrix.Pair, of group: String) -> String {
            "\(group)/\(pair.from)/\(pair.to)"
        }

        /// Creates the marker file for the waiting process, if there is one. If the current process then ends without a
        /// result, the waiting process reports this as the pair's problem.
        func begin() throws {
            guard let answerPath else { return }
            try Data().write(to: Self.beginning(ofAnswer: answerPath))
        }

        /// Writes the result for the waiting process, if there is one.
        func answer(_ outcome: MigrationMatrix.Outcome) throws {
            guard let answerPath else { return }
            try JSONEncoder().encode(outcome).write(to: URL(fileURLWithPath: answerPath), options: .atomic)
        }
    }
}
