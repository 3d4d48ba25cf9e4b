import Foundation
import Permafrost
import PermafrostModel
import PermafrostStore
import SwiftData

#if canImport(Darwin)
    import Darwin
#endif

/// The duration and memory use of a migration, measured in several runs. Each run migrates its own copy of the store.
/// Print the report to compare two ways to write a stage.
///
/// ```swift
/// let store = try seed(schema: PostsSchemaV1.self, count: 10_000)
/// print(try benchmarkMigration(store, to: PostsSchemaV4.self, plan: PostsMigrationPlan.self, runs: 3))
/// ```
///
/// A benchmark never fails a test, because durations aren't reliable on a machine that also does other work.
public struct BenchmarkReport: Sendable, Hashable {
    /// The versions of the migration, such as `1.0.0 → 3.0.0`.
    public let subject: String
    /// The duration of each run, shortest first.
    public let durations: [Duration]
    /// The number of rows in the store before the migration.
    public let rows: Int
    /// The peak memory of the process in bytes; nil if the system doesn't report it.
    ///
    /// On Linux, this is the highest peak of the runs, if the system allows the process to reset its peak. If it
    /// doesn't, and on Apple's platforms, this is the peak since the process started.
    public let peakMemory: Int?

    /// The median duration; zero if there are no runs. For an even number of runs, it is the longer of the two middle
    /// durations.
    public var median: Duration { durations.isEmpty ? .zero : durations[durations.count / 2] }
    /// The range from the shortest to the longest duration.
    public var spread: ClosedRange<Duration> { (durations.first ?? .zero)...(durations.last ?? .zero) }
    /// The number of rows that the median run migrated per second; 0 if ``median`` is zero.
    public var rowsPerSecond: Double { median > .zero ? Double(rows) / (median / .seconds(1)) : 0 }
}

extension BenchmarkReport: CustomStringConvertible {
    /// One line with the results: `1.0.0 → 3.0.0: 12.5ms (11.0ms to 15.0ms, 5 runs), 8 rows, 640 rows a second, 31 MB
    /// at most`.
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

/// Measures a migration by running it several times. See ``BenchmarkReport`` for an example.
///
/// - Parameters:
///   - fixture: the store to migrate. Each run migrates a copy, so the store itself doesn't change.
///   - schema: the version to migrate to.
///   - plan: the app's plan.
///   - runs: the number of runs. Values less than 1 mean 1.
/// - Returns: the durations and the memory use.
/// - Throws: ``MigrationTestError`` if the plan doesn't list the version, or if a migration fails; another error if the
///   store can't be copied or read.
public func benchmarkMigration<S: VersionedSchema, P: SchemaMigrationPlan>(
    _ fixture: Fixture, to schema: S.Type, plan: P.Type, runs: Int = 5
) throws -> BenchmarkReport {
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
    return BenchmarkReport(subject: subject, durations: durations.sorted(), rows: rows, peakMemory: peak)
}

/// Measures one migration, and returns its duration with the migrated container.
///
/// ```swift
/// let store = try seed(schema: PostsSchemaV1.self, count: 10_000)
/// let (duration, container) = try await benchmarkMigration(
///     store: store, to: PostsSchemaV4.self, plan: PostsMigrationPlan.plan)
/// let count = try ModelContext(container).fetchCount(FetchDescriptor<PostsSchemaV4.Post>())
/// print("\(count) posts in \(duration)")
/// ```
///
/// A duration depends on the machine and on its other work. For several runs, use
/// ``benchmarkMigration(_:to:plan:runs:)``.
///
/// - Parameters:
///   - store: the store to migrate. A copy is migrated.
///   - version: the version to migrate to.
///   - plan: the plan. It must list the version. Its hooks don't run.
/// - Returns: the time to open the copy, including its migration, and a container with the migrated copy.
/// - Throws: ``MigrationTestError`` if the plan doesn't list the version, or if the migration fails; another error if
///   the store can't be copied.
public func benchmarkMigration(
    store: Fixture, to version: any VersionedSchema.Type, plan: MigrationPlan
) async throws -> (duration: Duration, container: ModelContainer) {
    let duration = Locked(Duration.zero)
    let container = try await MigratedContainers.container {
        let migration = try migrate(store, to: version, plan: plan)
        duration.withLock { $0 = migration.duration }
        return migration
    }
    return (duration.withLock { $0 }, container)
}

/// Measures one migration with the app's plan, and returns its duration with the migrated container. See the function
/// that accepts a `MigrationPlan` for details.
public func benchmarkMigration(
    store: Fixture, to version: any VersionedSchema.Type, plan: any SchemaMigrationPlan.Type
) async throws -> (duration: Duration, container: ModelContainer) {
    try await benchmarkMigration(store: store, to: version, plan: MigrationPlan(plan))
}

/// The peak memory of the process, measured since this value was created (on Linux, if the system allows it) or since
/// the process started.
private struct PeakMemory {
    init() {
        #if os(Linux)
            // Reset the peak. If the system doesn't allow that, the peak covers the time since the process started.
            try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
        #endif
    }

    /// The peak of the resident memory, in bytes; nil if the system doesn't report it.
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
