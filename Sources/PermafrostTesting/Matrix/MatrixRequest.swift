import Foundation
import PermafrostStore
import SwiftData

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

    /// The recorder of the migration's position for the waiting process; nil if no process waits.
    var position: MigrationPosition? { answerPath.map { MigrationPosition(besides: $0) } }

    /// Writes the result for the waiting process, if there is one.
    func answer(_ outcome: MigrationMatrix.Outcome) throws {
        guard let answerPath else { return }
        try JSONEncoder().encode(outcome).write(to: URL(fileURLWithPath: answerPath), options: .atomic)
    }
}
