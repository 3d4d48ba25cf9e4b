import Foundation
import PermafrostModel
import PermafrostStore
import SwiftData

/// A schema version that declares the name of its fixture. Conform to this protocol to freeze a version or to check it
/// for drift from a test instead of with the `permafrost` command.
///
/// The `@FreezeSchema(version:)` macro of `PermafrostMacros` adds the conformance. You can also write it by hand:
///
/// ```swift
/// extension PostsSchemaV2: FreezableSchema {
///     public static let frozenVersion = "2.0.0"
/// }
/// ```
///
/// Freeze the version with ``freeze(into:group:replacing:)`` when it ships, commit the fixture, and compare the types
/// with it in a test from then on: see ``checkDrift(group:file:)``.
public protocol FreezableSchema: VersionedSchema {
    /// The name of the frozen version, which is also the name of its folder.
    static var frozenVersion: String { get }
}

extension FreezableSchema {
    /// Freezes the version as its live types declare it. The model is read from an empty store that SwiftData makes
    /// from the types, so on Apple's platforms it is the system framework's own model.
    ///
    /// ```swift
    /// let fixture = try PostsSchemaV2.freeze(into: URL(filePath: "Fixtures"))
    /// ```
    ///
    /// A store records less than the source. It doesn't contain the Swift types behind its columns or the cases of
    /// enums with raw values. For a default such as `UUID()`, a store records only that the default differs each time.
    /// The fixture doesn't contain these details, and ``checkDrift(group:file:)`` doesn't compare them. `permafrost
    /// freeze` reads the source, and freezes these details, too.
    ///
    /// > Warning: With `replacing: true` the existing fixture is deleted. Don't replace the fixture of a version that
    /// > has shipped, because stores of that version still exist.
    ///
    /// - Parameters:
    ///   - folder: the fixture tree, or the group's folder in it. It is created if it doesn't exist.
    ///   - group: the name of the migration plan. By default, the type's name without its version suffix.
    ///   - replacing: whether to replace an existing fixture of the version. The existing fixture stays until the new
    ///     one is complete.
    /// - Returns: the URL of the fixture's folder.
    /// - Throws: ``FixtureError`` if the fixture already exists or can't be written, if ``frozenVersion`` can't be the
    ///   name of a folder, or if the `SOURCE_DATE_EPOCH` environment variable, which overrides the date, isn't a number
    ///   of seconds; SwiftData's error if it can't make a container from the types.
    @discardableResult
    public static func freeze(into folder: URL, group: String? = nil, replacing: Bool = false) throws -> URL {
        try FrozenSchema<Self>.freeze(as: frozenVersion, into: folder, group: group, replacing: replacing)
    }
}

/// The fixture of a version under a given name. The version itself doesn't need to declare that name.
package enum FrozenSchema<S: VersionedSchema> {
    /// Freezes the version as its live types declare it; see ``FreezableSchema/freeze(into:group:replacing:)``.
    @discardableResult
    package static func freeze(
        as name: String, into folder: URL, group: String? = nil, replacing: Bool = false
    ) throws -> URL {
        let identity = try LiveVersion.of(S.self)
        guard let version = try? VersionName(name) else { throw FixtureError.unsafeVersion(name) }
        let request = FreezeRequest(
            version: version, group: group ?? SchemaName.withoutVersion(identity.name), schema: identity.name,
            model: identity.model.markingDynamicDefaults(identity.dynamicDefaults), isStoreDerived: true,
            date: try date(ProcessInfo.processInfo.environment))
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

    /// Compares the live types with the fixture of the given name; see ``FreezableSchema/checkDrift(group:file:)``.
    package static func checkDrift(as name: String, group: String? = nil, file: String) throws -> FixtureDiff {
        try FixtureDiff(of: S.self, frozenAs: name, group: group, search: FixtureSearch(file: file))
    }

    /// Returns the store of the fixture of the given name.
    ///
    /// - Throws: ``FixtureError`` if the fixture is missing, ambiguous or damaged, or if the name can't be used as a
    ///   folder's name.
    package static func store(as name: String, file: String) throws(FixtureError) -> URL {
        let frozen = try FixtureSearch(file: file).fixture(name, group: nil, schema: "\(S.self)")
        guard frozen.damage.isEmpty else { throw .damaged(frozen) }
        return URL(fileURLWithPath: frozen.fixture.storePath)
    }

    /// Returns the date in the `SOURCE_DATE_EPOCH` environment variable, as `permafrost freeze` does, or the current
    /// date if the variable isn't set or is empty. The date is in UTC and in ISO 8601 format.
    ///
    /// - Throws: ``FixtureError/invalidDate(_:)`` if the variable isn't a number of seconds.
    static func date(_ environment: [String: String]) throws(FixtureError) -> String {
        do { return try FreezeDate.text(environment) } catch { throw .invalidDate(error.value) }
    }
}

extension FreezableSchema {
    /// Compares the live types with the fixture frozen under ``frozenVersion``, in the fixture tree that belongs to the
    /// calling source file.
    ///
    /// ```swift
    /// let report = try PostsSchemaV2.checkDrift()
    /// if report.hasDrifted { print(report) }
    /// ```
    ///
    /// If the `PERMAFROST_FIXTURES` environment variable is set, the tree is the folder that it specifies. Otherwise,
    /// the tree is the folder `Fixtures` or `FreezeRay/Fixtures` next to the file, in a parent folder, or in the
    /// bundle's resources.
    ///
    /// - Parameters:
    ///   - group: the name of the migration plan. Required only if several plans have a fixture of the version and no
    ///     fixture records the type's name.
    ///   - file: the path where the search starts.
    /// - Returns: the differences. The comparison doesn't change the fixture or any store.
    /// - Throws: ``FixtureError`` if the fixture is missing, ambiguous or damaged, or if ``frozenVersion`` can't be the
    ///   name of a folder; SwiftData's error if it can't make a container from the types.
    public static func checkDrift(group: String? = nil, file: String = #filePath) throws -> FixtureDiff {
        try FixtureDiff(of: self, frozenAs: frozenVersion, group: group, search: FixtureSearch(file: file))
    }

    /// Compares the live types with the fixture frozen under ``frozenVersion`` in a given fixture tree.
    ///
    /// - Parameters:
    ///   - folder: the fixture tree.
    ///   - group: the name of the migration plan, as for ``checkDrift(group:file:)``.
    /// - Returns: the differences.
    /// - Throws: the same errors as ``checkDrift(group:file:)``.
    public static func checkDrift(in folder: URL, group: String? = nil) throws -> FixtureDiff {
        try FixtureDiff(of: self, frozenAs: frozenVersion, group: group, search: FixtureSearch(tree: folder.path))
    }
}

extension FreezableSchema {
    /// Throws an error if the live types differ from the fixture frozen under ``frozenVersion``. Use it in a test that
    /// should fail with the differences.
    ///
    /// ```swift
    /// @Test func versionTwoIsUnchanged() throws { try PostsSchemaV2.requireNoDrift() }
    /// ```
    ///
    /// - Parameters:
    ///   - group: the name of the migration plan, as for ``checkDrift(group:file:)``.
    ///   - file: the path where the search for the fixture tree starts.
    /// - Throws: ``SchemaDriftError`` with the differences, or the same errors as ``checkDrift(group:file:)``.
    public static func requireNoDrift(group: String? = nil, file: String = #filePath) throws {
        let diff = try checkDrift(group: group, file: file)
        if diff.hasDrifted { throw SchemaDriftError(diff: diff) }
    }

    /// Freezes the version into `FreezeRay/Fixtures` in the working directory, as FreezeRay does. The function that
    /// `@FreezeSchema` adds for FreezeRay's tests calls it. For other uses, see ``freeze(into:group:replacing:)``.
    ///
    /// - Throws: the same errors as ``freeze(into:group:replacing:)``.
    public static func freezeForFreezeRay() throws {
        try freeze(into: URL(fileURLWithPath: "FreezeRay/Fixtures", isDirectory: true))
    }
}

/// The error for a version whose live types differ from its fixture.
public struct SchemaDriftError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The differences.
    public let diff: FixtureDiff

    /// Creates an error with the given differences.
    public init(diff: FixtureDiff) { self.diff = diff }

    /// Every difference, the users that it affects, and the fix.
    public var description: String { diff.description }
}

extension SchemaModel {
    /// Returns a copy of the model with an expression, such as `UUID()`, in place of each default that differs each
    /// time. The copy doesn't depend on the current values of these defaults.
    ///
    /// - Parameter names: the attributes with such a default, as `Entity.property`.
    func markingDynamicDefaults(_ names: Set<String>) -> SchemaModel {
        guard !names.isEmpty else { return self }
        let entities = entities.map { entity in
            var entity = entity
            entity.setProperties(
                entity.properties.map { property in
                    guard case .attribute(var attribute) = property, names.contains("\(entity.name).\(attribute.name)")
                    else { return property }
                    attribute.defaultValue = attribute.defaultValue.map(Self.expression)
                    return .attribute(attribute)
                })
            return entity
        }
        return SchemaModel(
            entities: entities, configurations: configurations, versionIdentifiers: versionIdentifiers)
    }

    private static func expression(for value: DefaultValue) -> DefaultValue {
        switch value {
        case .uuid: .expression("UUID()")
        case .date: .expression("Date.now")
        default: .expression("evaluated each time")
        }
    }
}
