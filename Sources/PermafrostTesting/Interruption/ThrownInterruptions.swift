import Foundation
import Permafrost
import PermafrostModel
import PermafrostStore
import SwiftData

/// Migrations in the test's own process that an error stops between operations. They replace killed processes on
/// systems where a test can't start any.
struct ThrownInterruptions {
    /// The run with the plan, the fixture and the choice of points.
    let run: InterruptionRun
    /// The plan's last version.
    let version: any VersionedSchema.Type

    private typealias Point = InterruptionReport.Point

    /// The error that stops a migration.
    private struct Interruption: Error {}

    /// The points that a launch passes, and the point where it stops.
    private struct Passed: Sendable {
        var points: [Point] = []
        /// The names of the app's own code that began to run, in order.
        var appCode: [String] = []
    }

    /// Migrates a copy of the store, and then stops migrations of other copies at the selected points.
    ///
    /// On Apple's platforms, a process can't open a store again after a failed attempt. On these platforms, the stopped
    /// store is only compared with the original, and only if the safety setting restores it.
    ///
    /// - Throws: an error if the fixture can't be copied, or if a temporary file can't be created.
    func fill(_ report: InterruptionReport) throws -> InterruptionReport {
        var report = report
        let work = try TemporaryFolder(for: "interruption")
        let expected = try run.copy(to: work.url.appendingPathComponent("first"))
        let passed: Passed
        do { passed = try launch(expected) } catch {
            report.problem = "the migration fails without an interruption: \(ErrorText(error).text)"
            return report
        }
        let codes = passed.appCode.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        report.points =
            passed.points + codes.enumerated().map { Point(kind: .repetition, number: $0 + 1, place: $1) }
        let possible = report.points.filter { [.operation, .batch, .repetition].contains($0.kind) }
        for point in run.choice.overridden(by: run.environment).points(of: possible) {
            let store = try run.copy(to: work.url.appendingPathComponent("\(point.kind) \(point.number)"))
            if point.kind == .repetition {
                report.tried.append(point)
                if let problem = try repeated(point.place, store, expected) {
                    report.failures.append(InterruptionReport.Failure(point: point, problem: problem))
                }
            } else if let problem = try stopped(at: point, store, expected) {
                report.tried.append(point)
                if !problem.isEmpty {
                    report.failures.append(InterruptionReport.Failure(point: point, problem: problem))
                }
            }
        }
        return report
    }

    /// Runs the app's own code twice. Returns the problem, or nil if the data is the same as after the uninterrupted
    /// migration.
    private func repeated(_ code: String, _ store: URL, _ expected: URL) throws -> String? {
        let start = "the code ran twice, the second time with its own saved changes, and the launch"
        do { _ = try launch(store, repeating: code) } catch {
            return "\(start) failed: \(ErrorText(error).text)\n    \(InterruptionRun.repeatableCode)"
        }
        return try run.difference(of: store, from: expected, ("without the repetition", "after it")).map {
            "\(start) ended with different data:\($0)\n    \(InterruptionRun.repeatableCode)"
        }
    }

    /// Stops a migration at a point. Returns the problem, or an empty string if the result is right. Returns nil if the
    /// migration ended before it could be stopped.
    private func stopped(at point: Point, _ store: URL, _ expected: URL) throws -> String? {
        let isStopped = Locked(false)
        do {
            _ = try launch(store, stoppingAt: point.number, isStopped)
            return nil
        } catch {
            guard isStopped.withLock({ $0 }) else { return "the migration failed: \(ErrorText(error).text)" }
        }
        if run.safety == .backupAndRollback,
            let difference = try run.difference(of: store, from: run.fixture.url, ("before", "now"), excluding: [])
        {
            return "the migration was stopped there, and the store no longer has its original data:\(difference)"
        }
        #if os(Linux)
            do { _ = try launch(store) } catch {
                return "the migration was stopped there, and the next migration failed: \(ErrorText(error).text)"
            }
            let words = ("without an interruption", "after it")
            if let difference = try run.difference(of: store, from: expected, words) {
                return
                    "the migration was stopped there, and the next migration ended with different "
                    + "data:\(difference)\n    "
                    + InterruptionRun.repeatableCode
            }
        #endif
        return ""
    }

    /// Opens a store and returns the points that the launch passed. Points of all kinds are counted, but a launch can
    /// stop only at operations and batches.
    private func launch(
        _ store: URL, repeating code: String? = nil, stoppingAt number: Int? = nil,
        _ isStopped: Locked<Bool> = Locked(false)
    ) throws -> Passed {
        let passed = Locked(Passed())
        let folder = store.deletingLastPathComponent().path + "/"
        let launch = ObservedLaunch(
            store: store, version: version, plan: run.plan, safety: run.safety, repeats: { $0 == code },
            observe: { moment in
                let (kind, place): (Point.Kind, String) =
                    switch moment {
                    case .progress(let progress):
                        (
                            progress.rows > 0 && progress.operation != nil ? .batch : .operation,
                            InterruptionRun.place(progress)
                        )
                    case .appCodeBegins(let name): (.operation, "\(name) begins")
                    case .appCodeEnded(let name): (.operation, "\(name) has run")
                    case .file(let name, let path): (.fileCall, "\(name) \(path.replacing(folder, with: ""))")
                    }
                let count = passed.withLock { passed in
                    if case .appCodeBegins(let name) = moment { passed.appCode.append(name) }
                    passed.points.append(Point(kind: kind, number: passed.points.count + 1, place: place))
                    return passed.points.count
                }
                guard count == number else { return }
                isStopped.withLock { $0 = true }
                throw Interruption()
            })
        _ = try launch.open()
        return passed.withLock { $0 }
    }
}
