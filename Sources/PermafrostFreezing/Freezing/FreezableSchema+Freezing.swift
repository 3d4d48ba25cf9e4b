import Foundation
import Permafrost
import SwiftData

extension FreezableSchema {
    /// Freezes the version as its live types declare it. The model is read from an empty store that SwiftData makes
    /// from the types, so on Apple's platforms it is the system framework's own model.
    ///
    /// ```swift
    /// let fixture = try PostsSchemaV2.freeze(into: URL(filePath: "Fixtures"))
    /// ```
    ///
    /// This fixture lacks details that only the source contains: the Swift types of values, the cases of enums with raw
    /// values, and the expression of a default such as `UUID()`. For such a default, the fixture records only that it
    /// differs each time. `checkDrift()` doesn't compare the missing details. To freeze them, too, use
    /// `permafrost freeze`, which reads the source.
    ///
    /// > Warning: With `replacing: true`, the existing fixture is deleted. Don't replace the fixture of a version that
    /// > has shipped, because stores of that version still exist.
    ///
    /// - Parameters:
    ///   - folder: the fixture tree, or the group's folder in it. It is created if it doesn't exist.
    ///   - group: the name of the migration plan. By default, the type's name without its version suffix.
    ///   - replacing: whether to replace an existing fixture of the version. The existing fixture stays until the new
    ///     one is complete.
    /// - Returns: the URL of the fixture's folder.
    /// - Throws: ``FixtureError`` if the fixture already exists or can't be written, if `frozenVersion` can't be the
    ///   name of a folder, or if the `SOURCE_DATE_EPOCH` environment variable, which overrides the date, isn't a number
    ///   of seconds; SwiftData's error if it can't make a container from the types.
    @discardableResult
    public static func freeze(into folder: URL, group: String? = nil, replacing: Bool = false) throws -> URL {
        try FrozenSchema<Self>.freeze(as: frozenVersion, into: folder, group: group, replacing: replacing)
    }
}

extension FreezableSchema {
    /// Compares the live types with the fixture frozen under `frozenVersion`, in the fixture tree that belongs to the
    /// calling source file.
    ///
    /// ```swift
    /// let report = try PostsSchemaV2.checkDrift()
    /// if !report.passed { print(report) }
    /// ```
    ///
    /// If the `PERMAFROST_FIXTURES` environment variable is set, the tree is the folder that it specifies. Otherwise,
    /// the tree is the folder `Fixtures` or `FreezeRay/Fixtures` next to the file, in a parent folder, or in the
    /// resources of a loaded bundle.
    ///
    /// - Parameters:
    ///   - group: the name of the migration plan. Required only if several plans have a fixture of the version, and the
    ///     type's name doesn't identify one of them.
    ///   - file: the path where the search starts.
    /// - Returns: the differences. The comparison doesn't change the fixture or any store.
    /// - Throws: ``FixtureError`` if the fixture is missing, ambiguous or damaged, or if `frozenVersion` can't be the
    ///   name of a folder; SwiftData's error if it can't make a container from the types.
    public static func checkDrift(group: String? = nil, file: String = #filePath) throws -> FixtureDiff {
        try FixtureDiff(of: self, frozenAs: frozenVersion, group: group, search: FixtureSearch(file: file))
    }

    /// Compares the live types with the fixture frozen under `frozenVersion` in a given fixture tree.
    ///
    /// - Parameters:
    ///   - folder: the fixture tree.
    ///   - group: the name of the migration plan, as for `checkDrift()`.
    /// - Returns: the differences.
    /// - Throws: the same errors as `checkDrift()`.
    public static func checkDrift(in folder: URL, group: String? = nil) throws -> FixtureDiff {
        try FixtureDiff(of: self, frozenAs: frozenVersion, group: group, search: FixtureSearch(tree: folder.path))
    }
}

extension FreezableSchema {
    /// Throws an error if the live types differ from the fixture frozen under `frozenVersion`. If a test calls it,
    /// the failure lists the differences.
    ///
    /// ```swift
    /// @Test func versionTwoIsUnchanged() throws { try PostsSchemaV2.requireNoDrift() }
    /// ```
    ///
    /// - Parameters:
    ///   - group: the name of the migration plan, as for `checkDrift()`.
    ///   - file: the path where the search for the fixture tree starts.
    /// - Throws: ``SchemaDriftError`` with the differences, or the same errors as `checkDrift()`.
    public static func requireNoDrift(group: String? = nil, file: String = #filePath) throws {
        let diff = try checkDrift(group: group, file: file)
        if !diff.passed { throw SchemaDriftError(diff: diff) }
    }
}
