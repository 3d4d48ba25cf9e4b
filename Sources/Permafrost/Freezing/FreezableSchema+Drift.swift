import Foundation
import PermafrostFixtures
import SwiftData

extension FreezableSchema {
    /// Compares the live types with what is frozen under ``frozenVersion``, in the fixture tree that belongs to the calling
    /// source file: the folder that the environment variable `PERMAFROST_FIXTURES` names, else `Fixtures` (or
    /// `FreezeRay/Fixtures`) beside the file or in a folder above it, else in the bundle's resources.
    ///
    /// ```swift
    /// #expect(try !PostsSchemaV2.checkDrift().hasDrifted)
    /// ```
    ///
    /// - Parameters:
    ///   - group: the group, needed where several froze that version and none names the type: the migration plan's name.
    ///   - file: where the search starts.
    /// - Throws: ``FixtureError`` where there is no intact fixture, SwiftData's error where no container can be made of the
    ///   types.
    public static func checkDrift(group: String? = nil, file: String = #filePath) throws -> DriftReport {
        try DriftReport(of: self, frozenAs: frozenVersion, group: group, search: FixtureSearch(file: file))
    }

    /// Compares the live types with what is frozen under ``frozenVersion`` in a fixture tree.
    ///
    /// - Parameters: `folder` is the tree; `group` as for ``checkDrift(group:file:)``.
    /// - Throws: as ``checkDrift(group:file:)``.
    public static func checkDrift(in folder: URL, group: String? = nil) throws -> DriftReport {
        try DriftReport(of: self, frozenAs: frozenVersion, group: group, search: FixtureSearch(tree: folder.path))
    }
}
