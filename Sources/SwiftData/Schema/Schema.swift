import Foundation
import PermafrostModel
import PermafrostStore

/// The entities of a set of `@Model` classes: what a store is made for.
///
/// The classes reached over relationships, and those that any of them inherits from, belong to it too. `SchemaModel` is its value form, equal to the
/// one that is read from source.
public final class Schema: Sendable, Hashable, CustomDebugStringConvertible {
    /// The version that a store keeps.
    public let version: Version
    /// The version of ``Schema``'s own encoding.
    public let encodingVersion: Version = schemaEncodingVersion
    /// The version of ``Schema``'s own encoding.
    public static let schemaEncodingVersion = Version(1, 0, 0)
    /// The entities, sorted by name.
    public let entities: [Entity]
    /// The entities by name.
    public let entitiesByName: [String: Entity]
    /// The value form of the schema.
    let model: SchemaModel
    /// The classes, in the order of ``entities``.
    let types: [any PersistentModel.Type]
    /// What stands against making a store of the classes; nil for nothing.
    let problem: Schema.Problem?

    /// The schema of the classes and of those that they refer to.
    public convenience init(_ types: [any PersistentModel.Type], version: Version = Version(1, 0, 0)) {
        self.init(ModelReflection(types), version: version)
    }

    /// The schema of the classes and of those that they refer to.
    public convenience init(_ types: any PersistentModel.Type..., version: Version = Version(1, 0, 0)) {
        self.init(types, version: version)
    }

    /// The schema of a version.
    public convenience init(versionedSchema: any VersionedSchema.Type) {
        self.init(versionedSchema.models, version: versionedSchema.versionIdentifier)
    }

    /// The schema without entities.
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

    /// The model of a version's classes, with the Swift types behind the storage that no store's archive names.
    package static func model(of version: any VersionedSchema.Type) -> SchemaModel {
        SchemaModel(
            entities: ModelReflection(version.models).classes.map(\.entity),
            versionIdentifiers: [version.versionIdentifier.description])
    }

    /// The name of the entity of a class.
    public static func entityName<T: PersistentModel>(for type: T.Type) -> String { name(of: type) }

    /// The name of the entity of a class that is known as a value alone.
    static func name(of type: any PersistentModel.Type) -> String { String(describing: type) }

    /// The entity of a class; nil if it is of another schema.
    public func entity<T: PersistentModel>(for type: T.Type) -> Entity? {
        types.contains { $0 == type } ? entitiesByName[Self.name(of: type)] : nil
    }

    /// Whether both have equal models.
    public static func == (left: Schema, right: Schema) -> Bool {
        left.model == right.model
    }

    /// Adds version and names.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(version)
        hasher.combine(model.entities.map(\.name))
    }

    /// Version and entities.
    public var debugDescription: String {
        "Schema(\(version): \(entities.map(\.name).joined(separator: ", ")))"
    }
}

extension Schema {
    /// A reason that no store can be made of a set of classes.
    enum Problem: Error, Sendable, Hashable {
        /// Two classes of one name.
        case duplicateEntity(String)
        /// A property's type is neither `Codable` nor a model.
        case unsupportedType(entity: String, property: String, type: String)
        /// A relationship is a `let`: the other side could not change it.
        case constantRelationship(entity: String, property: String)
        /// `#Unique`, `#Index` or `inverse:` names something that is no stored property.
        case unknownKeyPath(entity: String, what: String)
    }
}

extension Schema {
    /// The version of a schema: three numbers, compared from the left. A store keeps it as `1.0.0`.
    public struct Version: Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
        /// The first number.
        public let major: Int
        /// The second number.
        public let minor: Int
        /// The third number.
        public let patch: Int

        /// The version of the three numbers.
        public init(_ major: Int, _ minor: Int, _ patch: Int) {
            self.major = major
            self.minor = minor
            self.patch = patch
        }

        /// The numbers with dots between them.
        public var description: String { "\(major).\(minor).\(patch)" }

        /// Whether the left version comes before the right one.
        public static func < (left: Version, right: Version) -> Bool {
            (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
        }
    }
}

extension Schema.Problem {
    var explanation: String {
        switch self {
        case .duplicateEntity(let name): "Two classes are named \(name)."
        case .unsupportedType(let entity, let property, let type):
            "\(entity).\(property) is of type \(type), which is neither Codable nor a model."
        case .constantRelationship(let entity, let property):
            "\(entity).\(property) is a relationship and a 'let', which the other side could not change; make it a 'var'."
        case .unknownKeyPath(let entity, let what): "\(what) of \(entity) names something that is no stored property."
        }
    }
}

extension Schema {
    /// The inheritance between models, as their classes declare it.
    enum Inheritance {
        /// The model that a class inherits from; nil if its superclass is not a model.
        static func superclass(of type: any PersistentModel.Type) -> (any PersistentModel.Type)? {
            _getSuperclass(type) as? any PersistentModel.Type
        }

        /// A class and the models that it inherits from, nearest first.
        static func line(of type: any PersistentModel.Type) -> [any PersistentModel.Type] {
            var line = [type]
            while let next = line.last.flatMap(superclass) { line.append(next) }
            return line
        }
    }
}
