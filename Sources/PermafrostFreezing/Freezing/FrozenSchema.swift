import Foundation
import Permafrost
import PermafrostFixtures
import PermafrostModel
import SwiftData

/// Functions that freeze a version, or compare it with its fixture, under a given name. The version doesn't need to be
/// a `FreezableSchema`.
package enum FrozenSchema<S: VersionedSchema> {
    /// Freezes the version as its live types declare it; see `freeze(into:)`.
    @discardableResult
    package static func freeze(
        as name: String, into folder: URL, group: String? = nil, replacing: Bool = false
    ) throws -> URL {
        let document = try LiveVersion.of(S.self).document(as: name, group: group)
        guard let version = try? VersionName(name) else { throw FixtureError.unsafeVersion(name) }
        let request = FreezeRequest(
            version: version, group: document.group, schema: document.schema, model: document.model,
            isStoreDerived: true, date: try date(ProcessInfo.processInfo.environment))
        let fixture = FixtureFolder(version: version, tree: folder.path, folder: version.description)
        do {
            try Freezer(toolVersion: PermafrostRelease.version).freeze(request, as: fixture, replacing: replacing)
        } catch FreezeError.alreadyFrozen(let version, let path) {
            throw FixtureError.alreadyFrozen(version: version, folder: path)
        } catch let error as FreezeError {
            throw FixtureError.notWritten(folder: fixture.path, reason: "\(error)")
        }
        return URL(fileURLWithPath: fixture.path, isDirectory: true)
    }

    /// Compares the live types with the fixture that has the given name; see
    /// `checkDrift()`.
    package static func checkDrift(as name: String, group: String? = nil, file: String) throws -> FixtureDiff {
        try FixtureDiff(of: S.self, frozenAs: name, group: group, search: FixtureSearch(file: file))
    }

    /// Returns the URL of the store in the fixture with the given name.
    ///
    /// - Throws: ``FixtureError`` if the fixture is missing, ambiguous or damaged, or if the name can't be used as a
    ///   folder's name.
    package static func store(as name: String, file: String) throws(FixtureError) -> URL {
        let frozen = try FixtureSearch(file: file).fixture(name, group: nil, schema: "\(S.self)")
        guard frozen.damage.isEmpty else { throw .damaged(frozen) }
        return URL(fileURLWithPath: frozen.fixture.storePath)
    }

    /// Returns the date for a fixture, in UTC and in ISO 8601 format. The `SOURCE_DATE_EPOCH` variable overrides the
    /// current date, unless it is empty.
    ///
    /// - Throws: ``FixtureError/invalidDate(_:)`` if the variable isn't a number of seconds.
    static func date(_ environment: [String: String]) throws(FixtureError) -> String {
        do { return try FreezeDate.text(environment) } catch { throw .invalidDate(error.value) }
    }
}
