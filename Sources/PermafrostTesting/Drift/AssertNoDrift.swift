import Permafrost
import SwiftData

/// Fails if the live types of a version differ from its fixture. Use it in a test of every version that has shipped.
/// Editing such a version can prevent SwiftData from opening users' stores.
///
/// ```swift
/// @Test func firstRelease() {
///     assertNoDrift(of: PostsSchemaV1.self, frozenAs: "1.0.0")
/// }
/// ```
///
/// The failure lists every difference with its kind, and the fix.
///
/// A store doesn't record the structure of enums and structs, and live types reveal only part of it. On Linux, the
/// cases and fields of every enum and struct are compared; a new case isn't a difference. On Apple's platforms, the
/// assertion only checks whether every frozen raw value still exists, for properties whose type is an enum or a
/// collection of enums. `permafrost check` reads the source and compares the complete structure.
///
/// - Parameters:
///   - schema: the version's type.
///   - version: the name that the version was frozen under, such as `1.0.0`.
///   - group: the name of the migration plan. Pass it if several plans have a fixture of the version. You can omit it
///     if exactly one of these fixtures records the type's name, or if exactly one isn't in a group's folder.
///   - fileID: the test's `#fileID`, for the location of a failure.
///   - file: the path of the test's file, where the search for the fixture tree starts.
///   - line: the line of a failure.
///   - column: the column of a failure.
public func assertNoDrift<S: VersionedSchema>(
    of schema: S.Type, frozenAs version: String, group: String? = nil, fileID: StaticString = #fileID,
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let location = TestLocation(fileID: fileID, file: file, line: line, column: column)
    do {
        let report = try verifyNoDrift(of: schema, frozenAs: version, group: group, file: location.path)
        if !report.passed { TestFailure.record("\(report)", at: location) }
    } catch {
        TestFailure.record(
            "\(schema) can't be compared with the frozen \(version): \(ErrorText(error).text)", at: location)
    }
}

/// Compares the live types of a version with its fixture. Use it instead of
/// ``assertNoDrift(of:frozenAs:group:fileID:file:line:column:)`` to examine the differences.
///
/// ```swift
/// let report = try verifyNoDrift(of: PostsSchemaV1.self, frozenAs: "1.0.0")
/// print(report.changes.map(\.what))
/// ```
///
/// - Parameters:
///   - schema: the version's type.
///   - version: the name that the version was frozen under, such as `1.0.0`.
///   - group: the name of the migration plan. Pass it if several plans have a fixture of the version. You can omit it
///     if exactly one of these fixtures records the type's name, or if exactly one isn't in a group's folder.
///   - file: the path where the search for the fixture tree starts.
/// - Returns: the differences.
/// - Throws: ``FixtureError`` if the fixture is missing, ambiguous or damaged, or if the version's name is unsafe;
///   SwiftData's error if it can't make a container from the types.
public func verifyNoDrift<S: VersionedSchema>(
    of schema: S.Type, frozenAs version: String, group: String? = nil, file: String = #filePath
) throws -> FixtureDiff {
    try FixtureDiff(of: schema, frozenAs: version, group: group, search: FixtureSearch(file: file))
}
