import Foundation
import PermafrostModel

/// The points at which a test interrupts a migration.
///
/// ```swift
/// @Test func survives() throws {
///     try assertSurvivesInterruption(Fixture("1.0.0"), plan: PostsMigrationPlan.self, at: .sample(60))
/// }
/// ```
///
/// If the `PERMAFROST_INTERRUPTIONS` environment variable is set, it overrides the choice: `all`, or the number of
/// points. `PERMAFROST_SEED` overrides the seed.
public struct InterruptionChoice: Sendable, Hashable {
    /// The maximum number of points; nil for all points.
    var limit: Int?
    /// The kinds of points that can be chosen.
    var kinds: Set<InterruptionReport.Point.Kind>
    /// The seed of the choice.
    var seed: UInt64

    /// Every point. A migration of a small store has about a hundred points, and each point starts two processes.
    public static let all = InterruptionChoice(limit: nil, kinds: everyKind, seed: 0)

    /// A limited number of points, spread evenly over the kinds of points. The same seed always selects the same
    /// points.
    ///
    /// - Parameters:
    ///   - count: the maximum number of points, at least 1.
    ///   - kinds: the kinds of points; nil for all kinds.
    ///   - seed: the seed of the choice.
    public static func sample(
        _ count: Int = 24, of kinds: Set<InterruptionReport.Point.Kind>? = nil, seed: UInt64 = 0
    ) -> InterruptionChoice {
        InterruptionChoice(limit: max(1, count), kinds: kinds ?? everyKind, seed: seed)
    }

    private static var everyKind: Set<InterruptionReport.Point.Kind> { Set(InterruptionReport.Point.Kind.allCases) }

    /// Returns this choice with the values that environment variables override. The kinds of points stay.
    func overridden(by environment: [String: String]) -> InterruptionChoice {
        var choice = self
        if let seed = environment[Self.seedVariable].flatMap({ UInt64($0) }) { choice.seed = seed }
        switch environment[Self.variable] {
        case "all": choice.limit = nil
        case let text?: choice.limit = Int(text).map { max(1, $0) } ?? limit
        case nil: break
        }
        return choice
    }

    /// The variable that overrides the number of points.
    static let variable = "PERMAFROST_INTERRUPTIONS"
    /// The variable that overrides the seed.
    static let seedVariable = "PERMAFROST_SEED"

    /// Returns the selected points, in the order of `points`. Selects a point of each kind in turn.
    func points(of points: [InterruptionReport.Point]) -> [InterruptionReport.Point] {
        let all = points.filter { kinds.contains($0.kind) }
        guard let limit, all.count > limit else { return all }
        // Sorting by a digest shuffles the points in the same way on every machine.
        let shuffled = all.map { point in
            (point, Digest.hex(Digest.sha256(Array("\(seed) \(point.kind.rawValue) \(point.number)".utf8))))
        }.sorted { $0.1 < $1.1 }.map(\.0)
        var waiting = InterruptionReport.Point.Kind.allCases.map { kind in shuffled.filter { $0.kind == kind } }
        var chosen: Set<InterruptionReport.Point> = []
        while chosen.count < limit {
            for index in waiting.indices where chosen.count < limit {
                if let point = waiting[index].popLast() { chosen.insert(point) }
            }
        }
        return all.filter(chosen.contains)
    }
}

extension InterruptionChoice {
    /// The result of an interruption test if no process can be started. This is the case in a simulator, on a device,
    /// in a sandboxed host, and in tests that Xcode or `xcodebuild` runs.
    ///
    /// Instead of killing processes, the test then throws errors between operations in its own process. It fails if
    /// this changes the result.
    public enum MissingProcesses: Sendable, Hashable {
        /// The test fails, because no process was killed. The failure contains the reason.
        case fail
        /// The test reports the reason and the number of points that weren't tried as a warning.
        case skip
    }
}
