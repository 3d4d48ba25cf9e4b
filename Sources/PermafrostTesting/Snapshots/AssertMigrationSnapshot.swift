import Foundation
import Permafrost
import PermafrostModel
import PermafrostStore
import SwiftData

/// Fails if the store after a migration differs from a snapshot, value for value. Use it when you want to review the
/// complete result of a migration in a pull request.
///
/// ```swift
/// @Test func snapshotOfTheFirstRelease() throws {
///     let migration = try migrate(Fixture("1.0.0"), to: PostsSchemaV4.self, plan: PostsMigrationPlan.self)
///     assertMigrationSnapshot(migration, matches: "1.0.0-to-4.0.0")
/// }
/// ```
///
/// The snapshot is `__Snapshots__/TestFile/NAME.json` next to the test's source file: sorted JSON with one value per
/// line, read from the store with SQL. The failure shows the lines that differ, and the store before and after.
///
/// > Important: If the snapshot doesn't exist, the assertion writes it and fails, so that someone reviews it. Commit
/// > the file. ``SnapshotRecording`` describes the other modes.
///
/// - Parameters:
///   - migration: the migration.
///   - name: the snapshot's name. The extension `.json` can be included.
///   - excluded: properties and entities to omit from the snapshot, because their values differ each time. For example,
///     exclude `Post.id` if the plan generates a UUID.
///   - recording: the recording mode; nil for the mode in the `PERMAFROST_RECORD` environment variable. If that isn't
///     set either, the mode is ``SnapshotRecording/missing``.
///   - fileID: the test's `#fileID`, for the location of a failure.
///   - file: the path of the test's file. The snapshot's folder is next to it.
///   - line: the line of a failure.
///   - column: the column of a failure.
public func assertMigrationSnapshot(
    _ migration: Migration, matches name: String, excluding excluded: [String] = [],
    record recording: SnapshotRecording? = nil,
    fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let location = TestLocation(fileID: fileID, file: file, line: line, column: column)
    do {
        let result = try verifyMigrationSnapshot(
            migration, matches: name, excluding: excluded, record: recording, file: location.path)
        result.record(migration, named: name, at: location)
    } catch {
        TestFailure.record("\(name): \(ErrorText(error).text)", at: location)
    }
}

/// Compares the store after a migration with a snapshot, and returns the result. To fail the test instead, use
/// ``assertMigrationSnapshot(_:matches:excluding:record:fileID:file:line:column:)``.
///
/// > Important: This function can write the snapshot's file: see ``SnapshotRecording``.
///
/// - Parameters:
///   - migration: the migration.
///   - name: the snapshot's name. The extension `.json` can be included.
///   - excluded: properties and entities to omit from the snapshot, because their values differ each time.
///   - recording: the recording mode; nil for the mode in the environment.
///   - file: the path of the test's file. The snapshot's folder is next to it.
/// - Returns: the result of the comparison.
/// - Throws: ``SnapshotError`` if the name isn't a valid file name, or if the snapshot can't be read or written;
///   `StoreError` if the store can't be read.
public func verifyMigrationSnapshot(
    _ migration: Migration, matches name: String, excluding excluded: [String] = [],
    record recording: SnapshotRecording? = nil, file: String = #filePath
) throws -> SnapshotReport {
    let name = name.hasSuffix(".json") ? String(name.dropLast(5)) : name
    return try StoreSnapshot.File(named: name, nextTo: file)
        .compare(with: migration, excluding: excluded, recording: recording)
}

extension SnapshotReport {
    /// Records a failure if the store doesn't match. If the store differs from an existing snapshot, the failure shows
    /// the stores and the lines that differ.
    func record(_ migration: Migration, named name: String, at location: TestLocation) {
        guard !passed else { return }
        TestFailure.record(
            "\(name): \(self)",
            showing: {
                guard case .differs(let path, let difference) = self else { return [] }
                let page = DifferencePage(
                    title: "\(name): \(migration.description)",
                    summary: ["The store after the migration (+) doesn't match the snapshot (-) \(path)."],
                    lines: difference.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
                return [try migration.evidence(of: page)]
            }, at: location)
    }
}

extension StoreSnapshot {
    struct File {
        let url: URL

        init(url: URL) { self.url = url }

        /// Creates a reference to a snapshot's file, `__Snapshots__/TestFile/NAME.json` next to the test's source file.
        /// The file may not exist yet.
        ///
        /// - Throws: ``SnapshotError`` if the name isn't a valid file name.
        init(named name: String, nextTo file: String) throws {
            // A name that is safe for a folder is also safe for a file.
            guard (try? VersionName(name)) != nil else { throw SnapshotError.unsafeName(name) }
            let source = URL(fileURLWithPath: file)
            url = source.deletingLastPathComponent().appendingPathComponent("__Snapshots__")
                .appendingPathComponent(source.deletingPathExtension().lastPathComponent)
                .appendingPathComponent("\(name).json")
        }

        /// Compares the file with the store after a migration, or writes the store's JSON to the file if the recording
        /// mode requires it.
        func compare(
            with migration: Migration, excluding excluded: [String], recording: SnapshotRecording?
        ) throws -> SnapshotReport {
            let version = try LiveVersion.of(migration.last).model
            let text = try StoreSnapshot(
                of: migration.after.url.path, versions: [version], excluding: Set(excluded)
            ).text
            return try compare(with: text, recording: .effective(recording))
        }

        /// Compares the file with the JSON of a store, or writes the JSON to the file if the recording mode requires
        /// it.
        func compare(with text: String, recording: SnapshotRecording) throws(SnapshotError) -> SnapshotReport {
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
