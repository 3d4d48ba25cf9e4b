import Foundation
import PermafrostModel
import PermafrostStore
import SwiftData

/// Fails if the store that a migration ends in is not, value for value, the one of a snapshot.
///
/// The snapshot is `__Snapshots__/TestFile/NAME.json` beside the test's source file: sorted JSON, one value a line, read
/// from the store by SQL. The failure shows the lines that differ.
///
/// - Parameters:
///   - fixture: the store to migrate; a copy of it is.
///   - versions: the versions to go through, as ``migrate(_:through:plan:)`` does.
///   - plan: the app's plan; nil for inference alone.
///   - name: the snapshot's name.
///   - excluded: what is different each time, such as a UUID that the plan makes: `Post.id`, or an entity.
///   - recording: when the snapshot is written; nil for what `PERMAFROST_RECORD` says, else where it is missing.
///   - fileID: the test's file as the compiler names it, where a failure is shown.
///   - file: its path, where the search for the fixture tree starts.
///   - line: the line of a failure.
///   - column: its column.
public func assertMigrationSnapshot(
    of fixture: Fixture, through versions: [any VersionedSchema.Type], plan: (any SchemaMigrationPlan.Type)?,
    matches name: String, excluding excluded: [String] = [], record recording: SnapshotRecording? = nil,
    fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let location = TestLocation(fileID: fileID, file: file, line: line, column: column)
    do {
        let result = try verifyMigrationSnapshot(
            of: fixture, through: versions, plan: plan, matches: name, excluding: excluded, record: recording,
            file: location.path)
        if !result.isMatch { TestFailure.record("\(name): \(result)", at: location) }
    } catch {
        TestFailure.record("\(name): \(ErrorText(error).text)", at: location)
    }
}

/// Compares the store that a migration ends in with a snapshot, as
/// ``assertMigrationSnapshot(of:through:plan:matches:excluding:record:fileID:file:line:column:)`` does.
///
/// - Throws: ``MigrationTestError``, ``SnapshotError``, or `StoreError` if the store cannot be read.
public func verifyMigrationSnapshot(
    of fixture: Fixture, through versions: [any VersionedSchema.Type], plan: (any SchemaMigrationPlan.Type)?,
    matches name: String, excluding excluded: [String] = [], record recording: SnapshotRecording? = nil,
    file: String = #filePath
) throws -> SnapshotResult {
    // What is safe as a folder's name is safe as a file's.
    guard (try? VersionName(name)) != nil else { throw SnapshotError.unsafeName(name) }
    let migration = try migrate(fixture, through: versions, plan: plan)
    let text = try StoreSnapshot(of: migration.after.url.path, excluding: Set(excluded)).text
    let source = URL(fileURLWithPath: file)
    let url = source.deletingLastPathComponent().appendingPathComponent("__Snapshots__")
        .appendingPathComponent(source.deletingPathExtension().lastPathComponent)
        .appendingPathComponent("\(name).json")
    return try StoreSnapshot.File(url: url).compare(with: text, recording: .effective(recording))
}

extension StoreSnapshot {
    /// The file of a snapshot.
    struct File {
        let url: URL

        /// Compares the file with what it should hold, or writes it.
        func compare(with text: String, recording: SnapshotRecording) throws(SnapshotError) -> SnapshotResult {
            do {
                let exists = FileManager.default.fileExists(atPath: url.path)
                let known = exists ? String(decoding: try Data(contentsOf: url), as: UTF8.self) : nil
                if known == text, recording != .all { return .matches(path: url.path) }
                let isRecorded =
                    switch recording {
                    case .all, .failed: true
                    case .missing: known == nil
                    case .never: false
                    }
                if isRecorded {
                    try FileManager.default.createDirectory(
                        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                    try Data(text.utf8).write(to: url, options: .atomic)
                    return .recorded(path: url.path)
                }
                guard let known else { return .missing(path: url.path) }
                return .differs(path: url.path, difference: LineDifference(from: known, to: text).text)
            } catch {
                throw .file(path: url.path, reason: error.localizedDescription)
            }
        }
    }
}
