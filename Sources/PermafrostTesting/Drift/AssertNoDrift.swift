import Permafrost
import SwiftData

/// Fails if the live types of a version are no longer those that were frozen.
///
/// The failure lists every difference with its kind, and what to do. What no store says is compared as far as live types show it:
/// on Linux the cases and fields of every enum and struct, on Apple's platforms whether each raw value that was frozen still is
/// one, for a property that is such an enum or a collection of it. `permafrost check`, which reads the source, compares all of it.
///
/// - Parameters:
///   - schema: the version's type.
///   - version: the name that it was frozen under, such as `1.0.0`.
///   - group: the group, needed where several froze that version and none names the type: the migration plan's name.
///   - fileID: the test's file as the compiler names it, where a failure is shown.
///   - file: its path, where the search for the fixture tree starts.
///   - line: the line of a failure.
///   - column: its column.
public func assertNoDrift<S: VersionedSchema>(
    of schema: S.Type, frozenAs version: String, group: String? = nil, fileID: StaticString = #fileID,
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let location = TestLocation(fileID: fileID, file: file, line: line, column: column)
    do {
        let report = try verifyNoDrift(of: schema, frozenAs: version, group: group, file: location.path)
        if report.hasDrifted { TestFailure.record("\(report)", at: location) }
    } catch {
        TestFailure.record(
            "\(schema) cannot be compared with the frozen \(version): \(ErrorText(error).text)", at: location)
    }
}

/// Compares the live types of a version with those that were frozen.
///
/// - Parameters: as in ``assertNoDrift(of:frozenAs:group:fileID:file:line:column:)``; `file` is where the search for the
///   fixture tree starts.
/// - Throws: ``FixtureError`` if there is no intact fixture, SwiftData's error if no container can be made of the
///   types.
public func verifyNoDrift<S: VersionedSchema>(
    of schema: S.Type, frozenAs version: String, group: String? = nil, file: String = #filePath
) throws -> DriftReport {
    try DriftReport(of: schema, frozenAs: version, group: group, search: FixtureSearch(file: file))
}
