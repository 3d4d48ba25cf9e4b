/// The result of a ``MigrationMatrix``. See ``verifyMigrationMatrix(plan:group:excluding:file:)``.
///
/// ```swift
/// let report = try verifyMigrationMatrix(plan: PostsMigrationPlan.self)
/// for outcome in report.outcomes {
///     print(outcome.pair, outcome.problem ?? "equal content in \(outcome.rows) rows")
/// }
/// ```
///
/// Also check ``skipped``, because ``passed`` ignores skipped pairs. On Apple's platforms, only `swift test` migrates
/// every pair.
public struct MatrixReport: Sendable, Hashable {
    /// The name of the group that contains the plan's fixtures.
    public let group: String
    /// The result of each pair that was migrated, in the order of ``MigrationMatrix/pairs``.
    public let outcomes: [MigrationMatrix.Outcome]
    /// Whether each pair was migrated in a separate process. Also true if the `PERMAFROST_MATRIX_PAIR` environment
    /// variable requested a single pair.
    public let isIsolated: Bool
    /// The reason that the pairs were migrated in the test's own process; nil if ``isIsolated`` is true.
    public let limitation: String?
    /// The pairs that weren't migrated. On Apple's platforms, the test's own process can migrate only one pair, so all
    /// others are skipped if separate processes can't be used. Empty if the `PERMAFROST_MATRIX_PAIR` environment
    /// variable requested a single pair.
    public let skipped: [MigrationMatrix.Pair]

    init(
        group: String, outcomes: [MigrationMatrix.Outcome], limitation: String? = nil,
        skipped: [MigrationMatrix.Pair] = []
    ) {
        self.group = group
        self.outcomes = outcomes
        isIsolated = limitation == nil
        self.limitation = limitation
        self.skipped = skipped
    }

    /// Whether the direct and the step-by-step migration of every migrated pair end in equal content. False if no pair
    /// was migrated. Pairs in ``skipped`` are ignored.
    public var passed: Bool { !outcomes.isEmpty && outcomes.allSatisfy { $0.problem == nil } }
}

extension MatrixReport: CustomStringConvertible {
    /// The number of pairs that were migrated, the problem of each pair that has one, and the fix. If the pairs weren't
    /// migrated in separate processes, the description also contains the reason.
    public var description: String { ([result] + [note].compactMap { $0 }).joined(separator: "\n") }

    /// The number of pairs that the test's own process migrated, and the reason for not using separate processes. If
    /// pairs were skipped, also contains the fix. Nil if ``isIsolated`` is true.
    var note: String? {
        guard let limitation else { return nil }
        let total = outcomes.count + skipped.count
        let start =
            "\(group): the test's own process migrated \(outcomes.count) of \(total) pairs of versions: \(limitation)."
        guard let first = skipped.first else { return start }
        return start
            + " Run the tests with `swift test` on a Mac or on Linux to migrate every pair, or choose a different pair with the "
            + "environment variable \(MatrixRequest.pairVariable), such as \(MatrixRequest.name(first, of: group))"
    }

    private var result: String {
        let failed = outcomes.filter { $0.problem != nil }
        guard !failed.isEmpty else {
            return outcomes.isEmpty
                ? "\(group): no pair of versions was migrated"
                : "\(group): \(outcomes.count) pairs of versions have the same content after a direct and a step-by-step migration"
        }
        let lines = failed.map { "  \($0.pair): \($0.problem ?? "")" }
        return """
            \(group): \(failed.count) of \(outcomes.count) pairs of versions have different content after a direct and a step-by-step migration
            \(lines.joined(separator: "\n"))
            Users who skip releases must get the same data as users who install all of them. Correct the stages in between, \
            and exclude values that the plan evaluates each time
            """
    }
}
