import Foundation
import PermafrostModel
import PermafrostStore
import SwiftData

/// The parts of a schema version that its stores record: the version number, the version hashes, and the model.
///
/// On Apple's platforms, Core Data computes the hashes and records them in each store. They are therefore read from an
/// empty store that SwiftData creates in a temporary folder. On Linux, this package's SwiftData computes the parts
/// without a store. Each version is read only once, because types don't change while a process runs.
///
/// - Note: On Apple's platforms, two versions of one entity in one process can interfere with each other. So when
///   ``SafeModelContainer`` opens a store, it reads versions other than the app's only if the store doesn't have the
///   app's version.
package struct LiveVersion: Sendable {
    package let version: Schema.Version
    /// The name of the version's type.
    package let name: String
    /// The version hashes of the version's entities, keyed by entity name.
    package let hashes: [String: [UInt8]]
    /// The model in the version's stores, with its version identifiers. The model doesn't contain the properties' Swift
    /// types, because a store doesn't record them; see ``PermafrostModel/SchemaModel/archived``.
    package let model: SchemaModel
    package let type: any VersionedSchema.Type

    /// The attributes whose default differs for each object, such as `UUID()`, in the form `Entity.property`. They are
    /// computed on each access and not in advance, because opening a store doesn't require them.
    package var dynamicDefaults: Set<String> { DynamicDefaults.of(type) }

    private static let known = Locked<[ObjectIdentifier: LiveVersion]>([:])

    /// Returns the recorded parts of a version. They are read on the first call.
    ///
    /// - Throws: SwiftData's error if a store can't contain the types. On Apple's platforms, also an error in creating
    ///   or reading the temporary store.
    package static func of(_ type: any VersionedSchema.Type) throws -> LiveVersion {
        let key = ObjectIdentifier(type)
        if let identity = known.withLock({ $0[key] }) { return identity }
        let identity = try LiveVersion(reading: type)
        known.withLock { $0[key] = identity }
        return identity
    }

    private init(reading type: any VersionedSchema.Type) throws {
        let recorded = try Self.recordedModel(of: type)
        version = type.versionIdentifier
        name = "\(type)"
        hashes = recorded.hashes
        var model = recorded.model
        model.frameworkVariants = model.variantsOfStore
        self.model = model
        self.type = type
    }

    #if os(Linux)
        private static func recordedModel(
            of type: any VersionedSchema.Type
        ) throws -> (model: SchemaModel, hashes: [String: [UInt8]]) {
            try Schema(versionedSchema: type).recordedModel()
        }
    #else
        private static func recordedModel(
            of type: any VersionedSchema.Type
        ) throws -> (model: SchemaModel, hashes: [String: [UInt8]]) {
            let folder = try TemporaryFolder(for: "version", in: TemporaryFolder.parent)
            defer { withExtendedLifetime(folder) {} }
            let url = folder.url.appendingPathComponent("version.store")
            let schema = Schema(versionedSchema: type)
            // Close the store before reading it. A closed store is read in place; an open one would be copied first.
            _ = try ModelContainer(
                for: schema, configurations: ModelConfiguration(schema: schema, url: url, cloudKitDatabase: .none))
            let reader = try StoreReader(path: url.path)
            let metadata = try reader.metadata()
            var model = try reader.model()
            model.versionIdentifiers = metadata.versionIdentifiers
            return (model, metadata.versionHashes)
        }
    #endif
}

extension LiveVersion {
    /// Returns the content of the `schema-….json` of the version's fixture.
    ///
    /// - Parameters:
    ///   - name: the name of the frozen version.
    ///   - group: the name of the migration plan. By default, the type's name without its version suffix.
    package func document(as name: String, group: String? = nil) -> ModelDocument {
        let model = model.markingDynamicDefaults(dynamicDefaults)
        return ModelDocument(
            group: group ?? SchemaName.withoutVersion(self.name), version: name, schema: self.name, model: model,
            isStoreDerived: true, ddlChecksum: StoreLayout(model: model).ddlChecksum)
    }
}

extension SchemaModel {
    /// Returns a copy of the model that replaces the default values of the given attributes with expressions, such as
    /// `UUID()`. The values themselves differ each time, so they must not be recorded.
    ///
    /// - Parameter names: the attributes whose default differs each time, as `Entity.property`.
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
