/// The result of interrupting a migration at many points, which `verifySurvivesInterruption` returns.
///
/// ```swift
/// let report = try verifySurvivesInterruption(Fixture("1.0.0"), plan: PostsMigrationPlan.self)
/// for failure in report.failures { print(failure.point, failure.problem) }
/// ```
///
/// Check ``killed`` in addition to ``failures``. It is 0 if no process could be started.
public struct InterruptionReport: Sendable, Hashable {
    /// A point at which a migration can be interrupted.
    public struct Point: Sendable, Hashable, Codable, CustomStringConvertible {
        /// The kinds of points.
        public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
            /// The beginning of a phase, an operation or a hook, or the end of the app's own code.
            case operation
            /// The end of a batch of rows.
            case batch
            /// The moment before the safe container changes a file.
            case fileCall
            /// The moment before SQLite changes a file of the store. Only on Linux.
            case sqliteCall
            /// A second run of the app's own code, after its changes were saved.
            case repetition
        }

        /// The kind of point.
        public let kind: Kind
        /// The point's position in the migration, starting at 1. Repetitions of the app's own code have their own
        /// numbers.
        public let number: Int
        /// The operation, hook or file, such as `stage 1.0.0 → 2.0.0, willMigrate begins`.
        public let place: String

        /// The point in messages, such as `file call 12, write journal.json.new`.
        public var description: String { "\(kind.name) \(number), \(place)" }
    }

    /// A point where an interruption lost, changed or repeated something.
    public struct Failure: Sendable, Hashable {
        /// The point of the interruption.
        public let point: Point
        /// The difference from the uninterrupted migration, or the error of the next launch, with the fix.
        public let problem: String
    }

    /// The name of the plan.
    public let plan: String
    /// The version that the store was migrated from.
    public let version: String
    /// All points of the migration.
    public internal(set) var points: [Point] = []
    /// The points that were tried, in the order of ``points``.
    public internal(set) var tried: [Point] = []
    /// The number of processes that were killed. Each one was killed at one of the points in ``tried``.
    public internal(set) var killed = 0
    /// The points where an interruption changed the result.
    public internal(set) var failures: [Failure] = []
    /// The reason that no process was killed, for example because the migration fails even without an interruption, or
    /// that a process couldn't be started for one of the points. Nil if all points could be tried, or if ``limitation``
    /// contains the reason.
    public internal(set) var problem: String?
    /// The reason that no process could be started; nil if processes were killed. The test's own process threw errors
    /// between operations instead.
    public internal(set) var limitation: String?
    /// Whether this report was made by a process that a test started in order to kill it. The report is then empty.
    var isAnswer = false

    init(plan: String, version: String) {
        self.plan = plan
        self.version = version
    }

    /// Whether processes were killed and each interruption ended in the same data as the uninterrupted migration.
    public var passed: Bool { isAnswer || problem == nil && failures.isEmpty && killed > 0 }

    /// The points that weren't tried.
    public var notTried: [Point] {
        let tried = Set(tried)
        return points.filter { !tried.contains($0) }
    }
}

extension InterruptionReport: CustomStringConvertible {
    /// The number of points that were tried and their failures, with the fix.
    public var description: String {
        let shown = failures.prefix(5).map { "  \($0.point): \($0.problem)" }
        let more = failures.count > 5 ? ["  … and \(failures.count - 5) more"] : []
        if let problem { return (["\(subject): \(problem)"] + shown + more).joined(separator: "\n") }
        let result =
            if tried.isEmpty {
                "\(subject): no interruption was tried"
            } else if failures.isEmpty {
                "\(subject): every interruption ends in the data of the uninterrupted migration"
            } else {
                "\(subject): \(failures.count) of \(tried.count) interruptions change the result"
            }
        return ([result] + shown + more + ["Tried: \(counts)"] + [note].compactMap { $0 }).joined(separator: "\n")
    }

    /// The number of tried points and of all points, for each kind, such as `4 of 9 operations, 3 of 20 file calls`.
    var counts: String {
        let parts = Point.Kind.allCases.compactMap { kind -> String? in
            let all = points.count { $0.kind == kind }
            return all == 0 ? nil : "\(tried.count { $0.kind == kind }) of \(all) \(kind.plural)"
        }
        return parts.isEmpty ? "no point" : parts.joined(separator: ", ")
    }

    /// A note for a migration that was interrupted without killing a process; nil if ``limitation`` is nil.
    var note: String? {
        limitation.map { reason in
            "No process was killed: \(reason). The test's own process threw errors between operations instead. Run "
                + "the test with `swift test` on a Mac or on Linux to kill processes at all kinds of points"
        }
    }

    private var subject: String { "\(plan), interrupted from \(version)" }
}

extension InterruptionReport.Point.Kind {
    fileprivate var name: String {
        switch self {
        case .operation: "operation"
        case .batch: "batch"
        case .fileCall: "file call"
        case .sqliteCall: "SQLite call"
        case .repetition: "repetition"
        }
    }

    fileprivate var plural: String {
        self == .batch ? "batches" : name + "s"
    }
}
