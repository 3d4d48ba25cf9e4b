import Foundation
import PermafrostModel
import PermafrostStore

/// The entities of a set of `@Model` classes.
///
/// Use a schema to create a ``ModelContainer`` from a list of classes or from a ``VersionedSchema``, or to examine a
/// model's properties. Related classes and superclasses are included.
///
/// ```swift
/// import SwiftData
///
/// @Model final class Trip {
///     var name: String
///     init(name: String) { self.name = name }
/// }
///
/// func openTrips() throws -> ModelContainer {
///     let schema = Schema([Trip.self], version: Schema.Version(1, 2, 0))
///     for entity in schema.entities { print(entity.name, entity.storedProperties.map { $0.name }) }
///     return try ModelContainer(for: schema)
/// }
/// ```
///
/// Creating a schema never fails. If a store can't contain the classes, the container throws
/// `SwiftDataError.unknownSchema` with the reason.
public final class Schema: Sendable, Hashable, CustomDebugStringConvertible {
    /// The schema's version, which is recorded in the store.
    public let version: Version
    /// The version of the format in which this schema is encoded. Schemas can't be encoded on Linux.
    public let encodingVersion: Version = schemaEncodingVersion
    /// The version of the format in which schemas are encoded. Schemas can't be encoded on Linux.
    public static let schemaEncodingVersion = Version(1, 0, 0)
    /// The entities, sorted by name.
    public let entities: [Entity]
    /// The entities, keyed by name.
    public let entitiesByName: [String: Entity]
    /// The schema as a value to compare with the model in a store or with a model read from source code.
    let model: SchemaModel
    /// The classes, in the order of ``entities``.
    let types: [any PersistentModel.Type]
    /// The reason that a store can't contain the classes, or nil if a store can contain them.
    let problem: SchemaProblem?

    /// Creates a schema from classes, including the classes that they refer to or inherit from.
    ///
    /// - Parameters:
    ///   - types: the classes.
    ///   - version: the version that is recorded in stores.
    public convenience init(_ types: [any PersistentModel.Type], version: Version = Version(1, 0, 0)) {
        self.init(ModelReflection(types), version: version)
    }

    /// Creates a schema from classes, including the classes that they refer to or inherit from.
    ///
    /// - Parameters:
    ///   - types: the classes.
    ///   - version: the version that is recorded in stores.
    public convenience init(_ types: any PersistentModel.Type..., version: Version = Version(1, 0, 0)) {
        self.init(types, version: version)
    }

    /// Creates a schema from a version's models and version identifier.
    ///
    /// Use this initializer for the app's current version. If there are previous versions, also pass a migration plan
    /// to the container.
    ///
    /// ```swift
    /// import SwiftData
    ///
    /// enum TripsSchemaV1: VersionedSchema {
    ///     static let versionIdentifier = Schema.Version(1, 0, 0)
    ///     static var models: [any PersistentModel.Type] { [Trip.self] }
    ///
    ///     @Model final class Trip {
    ///         var name: String
    ///         init(name: String) { self.name = name }
    ///     }
    /// }
    ///
    /// func openTrips() throws -> ModelContainer {
    ///     try ModelContainer(for: Schema(versionedSchema: TripsSchemaV1.self))
    /// }
    /// ```
    ///
    /// - Parameter versionedSchema: the version.
    public convenience init(versionedSchema: any VersionedSchema.Type) {
        self.init(versionedSchema.models, version: versionedSchema.versionIdentifier)
    }

    /// Creates a schema without entities.
    public convenience init() {
        self.init([], version: Version(1, 0, 0))
    }

    private init(_ reflection: ModelReflection, version: Version) {
        self.version = version
        entities = reflection.classes.map(\.schemaEntity)
        entitiesByName = Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        model = SchemaModel(
            entities: reflection.classes.map(\.entity), versionIdentifiers: [version.description],
            frameworkVariants: reflection.variants)
        types = reflection.classes.map(\.type)
        problem = reflection.problem
    }

    /// Returns the model of a version's classes. Unlike the model in a store, it contains the attributes' Swift types.
    package static func model(of version: any VersionedSchema.Type) -> SchemaModel {
        SchemaModel(
            entities: ModelReflection(version.models).classes.map(\.entity),
            versionIdentifiers: [version.versionIdentifier.description])
    }

    /// Returns the model that a new store of this schema records, and its version hashes, keyed by entity name.
    ///
    /// - Throws: `SwiftDataError.unknownSchema` if a store can't contain the classes.
    package func recordedModel() throws -> (model: SchemaModel, hashes: [String: [UInt8]]) {
        try requireStorable()
        return (model.archived, model.versionHashes)
    }

    /// Throws `SwiftDataError.unknownSchema` if a store can't contain the classes.
    func requireStorable() throws {
        if let problem { throw SwiftDataError(.unknownSchema, problem.explanation) }
    }

    /// Returns the name of a class's entity: the class's name without the enclosing types.
    ///
    /// - Parameter type: the class.
    public static func entityName<T: PersistentModel>(for type: T.Type) -> String { name(of: type) }

    /// Returns the name of a class's entity.
    static func name(of type: any PersistentModel.Type) -> String {
        // Unlike `String(describing:)`, the interpolation of an `Any.Type` doesn't search for conformances.
        "\(type as Any.Type)"
    }

    /// Returns the entity of a class, or nil if the class isn't in this schema.
    ///
    /// - Parameter type: the class.
    public func entity<T: PersistentModel>(for type: T.Type) -> Entity? {
        types.contains { $0 == type } ? entitiesByName[Self.name(of: type)] : nil
    }

    /// Returns whether two schemas have the same version and equal entities.
    public static func == (left: Schema, right: Schema) -> Bool {
        left.model == right.model
    }

    /// Hashes the version and the entities' names.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(version)
        hasher.combine(model.entities.map(\.name))
    }

    /// The version and the entities' names.
    public var debugDescription: String {
        "Schema(\(version): \(entities.map(\.name).joined(separator: ", ")))"
    }
}

extension Schema {
    /// The version of a schema: three numbers.
    ///
    /// A ``VersionedSchema/versionIdentifier`` has this type. Versions are compared by their first number, then by the
    /// second, then by the third. A store records the version as a string, such as `1.0.0`.
    public struct Version: Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
        /// The first of the version's three numbers.
        public let major: Int
        /// The second of the version's three numbers.
        public let minor: Int
        /// The third of the version's three numbers.
        public let patch: Int

        /// Creates a version from three numbers.
        ///
        /// - Parameters:
        ///   - major: the first number.
        ///   - minor: the second number.
        ///   - patch: the third number.
        public init(_ major: Int, _ minor: Int, _ patch: Int) {
            self.major = major
            self.minor = minor
            self.patch = patch
        }

        /// The three numbers with dots between them.
        public var description: String { "\(major).\(minor).\(patch)" }

        /// Returns whether the left version comes before the right one.
        public static func < (left: Version, right: Version) -> Bool {
            (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
        }
    }
}

extension SchemaProblem {
    var explanation: String {
        switch self {
        case .duplicateEntity(let name): "Two classes are named \(name)."
        case .unsupportedType(let entity, let property, let type):
            "\(entity).\(property) has type \(type), which is neither Codable nor a model."
        case .constantRelationship(let entity, let property):
            "\(entity).\(property) is a 'let' relationship, which the other side couldn't change; make it a 'var'."
        case .preservedComposite(let entity, let property):
            "\(entity).\(property) is preserved on deletion, but its value contains a struct or an enum with associated "
                + "values. Core Data rejects a preserved composite inside another."
        case .unknownKeyPath(let entity, let what):
            "\(what) of \(entity) refers to something that isn't a stored property."
        }
    }
}
