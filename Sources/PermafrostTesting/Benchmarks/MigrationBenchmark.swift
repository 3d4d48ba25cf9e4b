import Foundation
import SwiftData

#if canImport(Darwin)
    import Darwin
#endif

/// How long a migration takes, over several runs, each on a copy of its own.
///
/// Nothing here fails a test: a time says nothing on a machine that does other work, too.
public struct MigrationBenchmark: Sendable, Hashable {
    /// The migration: `1.0.0 → 3.0.0`.
    public let subject: String
    /// The time of each run, shortest first.
    public let durations: [Duration]
    /// The rows of the store before.
    public let rows: Int
    /// The most memory that the process held during a run, in bytes; nil if the system does not say.
    ///
    /// On Linux it is that of the runs; elsewhere of the process since it started.
    public let peakMemory: Int?

    /// The middle of the times.
    public var median: Duration { durations.isEmpty ? .zero : durations[durations.count / 2] }
    /// From the shortest time to the longest.
    public var spread: ClosedRange<Duration> { (durations.first ?? .zero)...(durations.last ?? .zero) }
    /// The rows that a second of the median run migrated.
    public var rowsPerSecond: Double { median > .zero ? Double(rows) / (median / .seconds(1)) : 0 }
}

extension MigrationBenchmark: CustomStringConvertible {
    /// `1.0.0 → 3.0.0: 12 ms (11 ms to 15 ms, 5 runs), 8 rows, 640 rows a second, 31 MB at most`
    public var description: String {
        func text(_ duration: Duration) -> String {
            duration.formatted(
                .units(allowed: [.seconds, .milliseconds], width: .narrow, fractionalPart: .show(length: 1)))
        }
        let memory = peakMemory.map { ", \($0 / 1_000_000) MB at most" } ?? ""
        return """
            \(subject): \(text(median)) (\(text(spread.lowerBound)) to \(text(spread.upperBound)), \
            \(durations.count) runs), \(rows) rows, \(Int(rowsPerSecond)) rows a second\(memory)
            """
    }
}

/// Measures a migration.
///
/// - Parameters:
///   - fixture: the store to migrate; a copy of it is.
///   - schema: the version to migrate to.
///   - plan: the app's plan.
///   - runs: how often it is carried out, at least once.
/// - Throws: ``MigrationTestError``.
public func benchmarkMigration<S: VersionedSchema, P: SchemaMigrationPlan>(
    _ fixture: Fixture, to schema: S.Type, plan: P.Type, runs: Int = 5
) throws -> MigrationBenchmark {
    var durations: [Duration] = []
    var rows = 0
    var subject = ""
    var peak: Int?
    for _ in 0..<max(1, runs) {
        let memory = PeakMemory()
        let migration = try migrate(fixture, to: schema, plan: plan)
        if let bytes = memory.bytes { peak = max(peak ?? 0, bytes) }
        durations.append(migration.duration)
        if subject.isEmpty {
            subject = migration.description
            rows = try migration.before.rowCounts().values.reduce(0, +)
        }
    }
    return MigrationBenchmark(subject: subject, durations: durations.sorted(), rows: rows, peakMemory: peak)
}

/// The most memory that the process has held since the value was made (on Linux), or since it started (elsewhere).
private struct PeakMemory {
    init() {
        #if os(Linux)
            // Resets the mark; where that is refused the mark is the process's own.
            try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
        #endif
    }

    /// The resident memory at its most, in bytes; nil if the system does not say.
    var bytes: Int? {
        #if os(Linux)
            let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
            return line?.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }.first.map { $0 * 1024 }
        #elseif canImport(Darwin)
            var usage = rusage()
            return getrusage(RUSAGE_SELF, &usage) == 0 ? Int(usage.ru_maxrss) : nil
        #else
            return nil
        #endif
    }
}
