import Foundation

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
    static func name(_ pair: MigrationMatrix.Pair, of group: String) -> String { "\(group)/\(pair.from)/\(pair.to)" }

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
