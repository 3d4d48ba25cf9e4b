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
///     try assertMigrationSnapshot(
///         of: Fixture("1.0.0"), through: [PostsSchemaV4.self], plan: PostsMigrationPlan.self,
///         matches: "1.0.0-to-4.0.0")
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
///   - fixture: the store to migrate. A copy is migrated.
///   - versions: the versions to migrate through, as for ``migrate(_:through:plan:)``.
///   - plan: the app's plan; nil to migrate without one.
///   - name: the snapshot's name.
///   - excluded: properties and entities to omit from the snapshot, because their values differ each time. For example,
///     exclude `Post.id` if the plan generates a UUID.
///   - recording: the recording mode; nil for the mode in the `PERMAFROST_RECORD` environment variable. If that isn't
///     set either, the mode is ``SnapshotRecording/missing``.
///   - fileID: the test's `#fileID`, for the location of a failure.
///   - file: the path of the test's file. The snapshot's folder is next to it.
///   - line: the line of a failure.
///   - column: the column of a failure.
public func assertMigrationSnapshot(
    of fixture: Fixture, through versions: [any VersionedSchema.Type], plan: (any SchemaMigrationPlan.Type)?,
    matches name: String, excluding excluded: [String] = [], record recording: SnapshotRecording? = nil,
    fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let location = TestLocation(fileID: fileID, file: file, line: line, column: column)
    do {
        let snapshot = try StoreSnapshot.File(named: name, nextTo: location.path)
        let migration = try migrate(fixture, through: versions, plan: plan)
        let result = try snapshot.compare(with: migration, excluding: excluded, recording: recording)
        result.record(migration, named: name, at: location)
    } catch {
        TestFailure.record("\(name): \(ErrorText(error).text)", at: location)
    }
}

/// Migrates a copy of a fixture's store to a version of a plan, and fails if the result differs from a snapshot. The
/// migration doesn't block the caller's thread.
///
/// ```swift
/// @Test func snapshotOfTheWholeChain() async throws {
///     try await assertMigrationSnapshot(
///         fixture: Fixture("1.0.0"), through: PostsSchemaV4.self, plan: PostsMigrationPlan.plan,
///         matches: "v1_to_v4.json")
/// }
/// ```
///
/// If the snapshot doesn't exist, the assertion writes it and fails, so that someone reviews it: see
/// ``assertMigrationSnapshot(of:through:plan:matches:excluding:record:fileID:file:line:column:)``.
///
/// - Parameters:
///   - fixture: the store to migrate. A copy is migrated.
///   - version: the version to migrate to.
///   - plan: the plan. It must list the version. Its hooks don't run.
///   - name: the snapshot's name. The extension `.json` can be omitted.
///   - excluded: properties and entities to omit from the snapshot, because their values differ each time.
///   - recording: the recording mode; nil for the mode in the environment.
///   - fileID: the test's `#fileID`, for the location of a failure.
///   - file: the path of the test's file. The snapshot's folder is next to it.
///   - line: the line of a failure.
///   - column: the column of a failure.
/// - Throws: ``MigrationTestError`` if the plan doesn't list the version, or if the migration fails; ``SnapshotError``
///   if the name isn't a valid file name, or if the snapshot can't be read or written; `StoreError` if the store can't
///   be read; another error if the fixture's store can't be copied.
public func assertMigrationSnapshot(
    fixture: Fixture, through version: any VersionedSchema.Type, plan: MigrationPlan, matches name: String,
    excluding excluded: [String] = [], record recording: SnapshotRecording? = nil,
    fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async throws {
    let location = TestLocation(fileID: fileID, file: file, line: line, column: column)
    let name = name.hasSuffix(".json") ? String(name.dropLast(5)) : name
    let (result, migration) = try await MigratedContainers.onOtherThread {
        let migration = try migrate(fixture, to: version, plan: plan)
        let result = try StoreSnapshot.File(named: name, nextTo: location.path)
            .compare(with: migration, excluding: excluded, recording: recording)
        return (result, migration)
    }
    result.record(migration, named: name, at: location)
}

/// Migrates a copy of a fixture's store to a version of the app's plan, and fails if the result differs from a
/// snapshot. See the function that accepts a `MigrationPlan` for details.
public func assertMigrationSnapshot(
    fixture: Fixture, through version: any VersionedSchema.Type, plan: any SchemaMigrationPlan.Type,
    matches name: String, excluding excluded: [String] = [], record recording: SnapshotRecording? = nil,
    fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async throws {
    try await assertMigrationSnapshot(
        fixture: fixture, through: version, plan: MigrationPlan(plan), matches: name, excluding: excluded,
        record: recording, fileID: fileID, file: file, line: line, column: column)
}

/// Compares the store after a migration with a snapshot, and returns the result. To fail the test instead, use
/// ``assertMigrationSnapshot(of:through:plan:matches:excluding:record:fileID:file:line:column:)``.
///
/// > Important: This function can write the snapshot's file: see ``SnapshotRecording``.
///
/// - Parameters:
///   - fixture: the store to migrate. A copy is migrated.
///   - versions: the versions to migrate through.
///   - plan: the app's plan; nil to migrate without one.
///   - name: the snapshot's name.
///   - excluded: properties and entities to omit from the snapshot, because their values differ each time.
///   - recording: the recording mode; nil for the mode in the environment.
///   - file: the path of the test's file. The snapshot's folder is next to it.
/// - Returns: the result of the comparison.
/// - Throws: ``MigrationTestError`` if the plan doesn't list a version, if the list of versions is empty, or if a
///   migration fails; ``SnapshotError`` if the name isn't a valid file name, or if the snapshot can't be read or
///   written; `StoreError` if the store can't be read; another error if the fixture's store can't be copied.
public func verifyMigrationSnapshot(
    of fixture: Fixture, through versions: [any VersionedSchema.Type], plan: (any SchemaMigrationPlan.Type)?,
    matches name: String, excluding excluded: [String] = [], record recording: SnapshotRecording? = nil,
    file: String = #filePath
) throws -> SnapshotReport {
    let snapshot = try StoreSnapshot.File(named: name, nextTo: file)
    return try snapshot.compare(
        with: migrate(fixture, through: versions, plan: plan), excluding: excluded, recording: recording)
}

extension SnapshotReport {
    /// Records a failure if the store doesn't match. If the store differs from an existing snapshot, the failure shows
    /// the stores and the lines that differ.
    func record(_ migration: Migration, named name: String, at location: TestLocation) {
        guard !isMatch else { return }
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
