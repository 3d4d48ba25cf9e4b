import Foundation
import Permafrost
import PermafrostModel
import PermafrostStore
import SwiftData

/// A run of an interruption test. It finds the points of a migration, interrupts migrations of copies at some of them,
/// and compares the results with the uninterrupted migration.
struct InterruptionRun: Sendable {
    /// The store to migrate.
    let fixture: Fixture
    /// The plan. The store is migrated to its last version.
    let plan: MigrationPlan
    let safety: MigrationSafety
    /// The points to try, unless environment variables override them.
    let choice: InterruptionChoice
    /// The properties and entities whose values differ in each migration.
    let excluded: [String]
    /// The running test; nil if neither Swift Testing nor XCTest reports one.
    let test: RunningTest?
    /// The location of the call.
    let location: TestLocation
    /// The variables of this process, which can contain a request of another process.
    var environment = ProcessInfo.processInfo.environment

    /// The identification of the call in a request, which a process that runs the same test compares with its own
    /// calls.
    var call: String {
        "\(location.fileID):\(location.line):\(location.column) \(plan.title) \(fixture.version)"
    }

    /// Returns the position in messages: the stage and the operation, or the phase.
    static func place(_ progress: MigrationProgress) -> String {
        let stage = progress.from.flatMap { from in progress.to.map { "stage \(from) → \($0), " } } ?? ""
        let rows = progress.rows > 0 ? ", \(progress.rows) rows" : ""
        return stage + (progress.operation.map { "\($0) (\(progress.phase))" } ?? "\(progress.phase)") + rows
    }

    /// Interrupts the migration at the chosen points, or does the work that another process requests.
    ///
    /// - Throws: an error if the fixture can't be copied, or if a temporary file can't be created.
    func report() throws -> InterruptionReport {
        var report = InterruptionReport(plan: plan.title, version: fixture.version)
        guard let version = plan.schemas.last else {
            report.problem = "the plan has no versions"
            return report
        }
        if let request = try InterruptionRequest.read(environment) {
            if request.call == call { try request.perform(plan: plan, version: version) }
            report.isAnswer = true
            return report
        }
        let limitation: String
        #if os(Linux) || os(macOS)
            if let reason = TestProcess.limitation(environment) {
                limitation = reason
            } else if let test {
                do {
                    return try KilledMigrations(run: self, test: test).fill(report)
                } catch let error as TestProcess.CannotRun {
                    limitation = error.reason
                }
            } else {
                limitation = "no test of Swift Testing or XCTest is running in this task"
            }
        #else
            limitation = "an app can't start processes"
        #endif
        report.limitation = limitation
        return try ThrownInterruptions(run: self, version: version).fill(report)
    }

    /// Copies the fixture's store into a folder.
    func copy(to folder: URL) throws -> URL { try ScratchStore(of: fixture.url, in: folder).url }

    /// Returns the differences between a store and the uninterrupted migration's store, or nil if both have the same
    /// data. Also compares the files that the plan's code wrote next to the store.
    ///
    /// - Parameters:
    ///   - words: the descriptions of the two stores in messages.
    ///   - excluded: properties and entities that aren't compared; nil for the test's own exclusions.
    func difference(
        of store: URL, from expected: URL, _ words: (was: String, isNow: String), excluding excluded: [String]? = nil
    ) throws -> String? {
        let changes = (excluded ?? self.excluded).map { ExpectedChange.changed($0, because: "evaluated each time") }
        let report = try PreservationCheck(
            comparing: expected.path, with: store.path, expecting: changes, subject: plan.title
        ).run()
        var lines = report.passed ? [] : report.differences.prefix(5).map { "\($0)" }
        if report.count > 5 { lines.append("… and \(report.count - 5) more") }
        let files = try (Self.otherFiles(of: expected), Self.otherFiles(of: store))
        for name in Set(files.0.keys).union(files.1.keys).sorted() where files.0[name] != files.1[name] {
            lines.append(
                "the file \(name) next to the store has \(Self.text(files.0[name])) \(words.was), and "
                    + "\(Self.text(files.1[name])) \(words.isNow)")
        }
        guard !lines.isEmpty else { return nil }
        return lines.map { "\n      \($0)" }.joined()
    }

    /// Returns the files next to a store that don't belong to the store or to its backups.
    private static func otherFiles(of store: URL) throws -> [String: Data] {
        let folder = store.deletingLastPathComponent()
        let name = store.lastPathComponent
        let own = [name, "\(name)-wal", "\(name)-shm", "\(name)-journal"]
        var files: [String: Data] = [:]
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            guard !own.contains(file), !file.hasPrefix(".") else { continue }
            let url = folder.appendingPathComponent(file)
            if FileStatus(at: url.path)?.isFolder != true { files[file] = try Data(contentsOf: url) }
        }
        return files
    }

    /// Returns a file's content for messages: a short text or, for a longer content, the number of bytes.
    private static func text(_ content: Data?) -> String {
        guard let content else { return "no content" }
        let text = String(decoding: content.prefix(40), as: UTF8.self).visible
        return content.count <= 40 ? "the content “\(text)”" : "\(content.count) bytes"
    }

    /// The fix for the app's own code that changed the result because it ran twice.
    static let repeatableCode = """
        Make the code repeatable: let it find the rows that it has finished, such as with a predicate for the rows \
        without a value; set values that are computed from the old ones instead of adding to values; and before it \
        writes outside of the store, let it check whether the effect already exists
        """
}
