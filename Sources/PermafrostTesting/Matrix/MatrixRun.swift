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
        if let request = MatrixRequest(environment: environment) {
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
        _ request: MatrixRequest, with matrix: MigrationMatrix, _ copiesStores: Bool
    ) throws -> (MatrixReport, [StoreEvidence]) {
        try request.begin()
        guard let pair = matrix.pairs.first(where: { request.names($0, of: matrix.group) }) else {
            let names = matrix.pairs.map { MatrixRequest.name($0, of: matrix.group) }
            let problem = request.unknownPair(among: names, of: matrix.group)
            let skipped = matrix.pairs.prefix(1).map { MigrationMatrix.Outcome(pair: $0, problem: problem, rows: 0) }
            return (MatrixReport(group: matrix.group, outcomes: skipped), [])
        }
        let (outcome, evidence) = MigrationPosition.$current.withValue(request.position) {
            matrix.compare(pair, excluding: excluded) { stores, page in
                // The waiting process shows the stores.
                if let folder = request.evidence {
                    _ = try StoreEvidence(of: stores, page: page, in: folder)
                    return nil
                }
                return copiesStores ? try StoreEvidence(of: stores, page: page) : nil
            }
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
