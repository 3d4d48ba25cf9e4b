import Foundation
import PermafrostModel
import PermafrostStore
import SwiftData

/// The fixture of a version under a given name. The version itself doesn't need to declare that name.
package enum FrozenSchema<S: VersionedSchema> {
    /// Freezes the version as its live types declare it; see ``FreezableSchema/freeze(into:group:replacing:)``.
    @discardableResult
    package static func freeze(
        as name: String, into folder: URL, group: String? = nil, replacing: Bool = false
    ) throws -> URL {
        let document = try document(as: name, group: group)
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
