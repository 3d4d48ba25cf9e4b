import Foundation
import PermafrostModel
import PermafrostStore
import SwiftData

/// A version that knows the name under which it is frozen. The macro `@FreezeSchema(version:)` of `PermafrostMacros` makes
/// a type one; a conformance written by hand works as well.
///
/// ```swift
/// enum PostsSchemaV2: VersionedSchema, FreezableSchema {
///     static let frozenVersion = "2.0.0"
///     …
/// }
/// ```
public protocol FreezableSchema: VersionedSchema {
    /// The name of the frozen version, which is also the name of its folder.
    static var frozenVersion: String { get }
}

extension FreezableSchema {
    /// Freezes the version as its live types are: the model is asked of an empty store that SwiftData itself makes of them.
    /// On Apple's platforms the model is thus the system framework's own.
    ///
    /// ```swift
    /// try PostsSchemaV2.freeze(into: fixtures)
    /// ```
    ///
    /// A store says less than the source: neither the Swift types behind its columns nor the cases of enums with raw
    /// values, and of a default that is made anew each time, such as `UUID()`, that it is. What it does not say is no part
    /// of the fixture, and is not compared with it; `permafrost freeze` freezes it too.
    ///
    /// - Parameters:
    ///   - folder: the fixture tree, or the group's folder in it. It need not exist.
    ///   - group: the name of the migration plan; without one the type's name less its version suffix.
    ///   - replacing: whether a fixture of the version that is there already is replaced. It stays until its successor is
    ///     complete.
    /// - Returns: the fixture's folder.
    /// - Throws: ``FixtureError`` if the fixture is there already or cannot be written, if ``frozenVersion`` cannot be a folder's
    ///   name, or if the environment variable `SOURCE_DATE_EPOCH`, which fixes the date, does not hold a time; SwiftData's error
    ///   if no container can be made of the types.
    @discardableResult
    public static func freeze(into folder: URL, group: String? = nil, replacing: Bool = false) throws -> URL {
        let identity = try LiveVersion.of(self)
        guard let version = try? VersionName(frozenVersion) else { throw FixtureError.unsafeVersion(frozenVersion) }
        let request = FreezeRequest(
            version: version, group: group ?? SchemaName.withoutVersion(identity.name), schema: identity.name,
            model: identity.model.markingDynamicDefaults(identity.dynamicDefaults), isOfStore: true,
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

    /// Now, or the time that the environment fixes, as for `permafrost freeze`.
    static func date(_ environment: [String: String]) throws(FixtureError) -> String {
        do { return try FreezeDate.text(environment) } catch { throw .invalidDate(error.value) }
    }
}

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
    /// - Throws: ``FixtureError`` if there is no intact fixture, SwiftData's error if no container can be made of the
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

extension SchemaModel {
    /// The model in which defaults that are made anew each time are an expression, as in a declaration, and not the value
    /// that one of them happened to have: it is the same model each time.
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
        default: .expression("made anew each time")
        }
    }
}
