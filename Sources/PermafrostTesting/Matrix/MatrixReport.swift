/// What came of a ``MigrationMatrix``.
public struct MatrixReport: Sendable, Hashable {
    /// The group's name.
    public let group: String
    /// What came of each pair that was run.
    public let outcomes: [MigrationMatrix.Outcome]
    /// Whether each pair had a process of its own.
    public let isIsolated: Bool

    /// Whether every pair that was run ends in equal content both ways.
    public var isEqual: Bool { !outcomes.isEmpty && outcomes.allSatisfy { $0.problem == nil } }
}

extension MatrixReport: CustomStringConvertible {
    /// Every pair with what is wrong, and what to do.
    public var description: String {
        let failed = outcomes.filter { $0.problem != nil }
        guard !failed.isEmpty else {
            return outcomes.isEmpty
                ? "\(group): no pair of versions was migrated"
                : "\(group): \(outcomes.count) pairs of versions end in equal content, by a jump and step by step"
        }
        let lines = failed.map { "  \($0.pair): \($0.problem ?? "")" }
        return """
            \(group): \(failed.count) of \(outcomes.count) pairs of versions do not end in equal content
            \(lines.joined(separator: "\n"))
            A user who skips releases must end where one who takes them all does: correct the stages between; exclude what the \
            plan makes anew each time
            """
    }
}
