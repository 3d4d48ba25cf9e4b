import PermafrostModel

/// One schema version as the source declares it: its name, its version and the model it describes.
public struct SchemaDeclaration: Sendable, Hashable {
    /// The type's name with its nesting: `App.PostsSchemaV1` for a type nested in `App`. For models without a
    /// `VersionedSchema` the name of the group (`Models`).
    public var name: String
    /// Whether it stands for models without a `VersionedSchema`, which have no version of their own.
    public var isUnversioned: Bool
    /// What names the version: `@FreezeSchema(version:)`, else `versionIdentifier` as `major.minor.patch`. Nil where it
    /// cannot be told (an issue says why) and for models without a `VersionedSchema`.
    public var version: String?
    /// `versionIdentifier` as `major.minor.patch`, which the store's metadata records; `1.0.0` without one.
    public var versionIdentifier: String
    /// Where the type is declared.
    public var location: SourceLocation
    /// Where its version is given, else ``location``.
    public var versionLocation: SourceLocation
    /// The module that declares it, where the folder tells (`Sources/<module>/`).
    public var module: String?
    /// What its `@available` and those around it say that the type needs.
    public var availability: Availability
    /// The model; nil where it could not be evaluated, for which ``issues`` gives the reason.
    public var model: SchemaModel?
    /// The model by the rules of earlier releases of Permafrost, by which frozen ones of theirs are recognised; nil if these
    /// give the same.
    package var formerModel: SchemaModel?
    /// Where the model's parts are declared.
    public var places: ModelPlaces
    /// Parts whose mapping is not proven on stores of Apple's framework.
    public var assumptions: [Assumption]
    /// Platforms on which the declaration differs from ``model``, which is what most platforms see.
    public var variants: [PlatformVariant]
    /// What was found while evaluating this version.
    public var issues: [SourceIssue]

    /// A declaration.
    public init(
        name: String, isUnversioned: Bool = false, version: String?, versionIdentifier: String,
        location: SourceLocation,
        versionLocation: SourceLocation, module: String? = nil, availability: Availability = Availability(),
        model: SchemaModel?, places: ModelPlaces,
        assumptions: [Assumption] = [], variants: [PlatformVariant] = [], issues: [SourceIssue] = []
    ) {
        self.name = name
        self.isUnversioned = isUnversioned
        self.version = version
        self.versionIdentifier = versionIdentifier
        self.location = location
        self.versionLocation = versionLocation
        self.module = module
        self.availability = availability
        self.model = model
        self.places = places
        self.assumptions = assumptions
        self.variants = variants
        self.issues = issues
    }
}

/// Where the parts of a model are declared.
public struct ModelPlaces: Sendable, Hashable {
    /// The class of each entity, by entity name.
    public var entities: [String: SourceLocation]
    /// Each own property, by entity name and property name.
    public var properties: [String: [String: SourceLocation]]

    /// Places.
    public init(
        entities: [String: SourceLocation] = [:], properties: [String: [String: SourceLocation]] = [:]
    ) {
        self.entities = entities
        self.properties = properties
    }
}

/// A part of a model whose mapping is assumed, not proven on stores of Apple's framework.
public struct Assumption: Sendable, Hashable, Codable {
    /// The entity's name.
    public var entity: String
    /// The property's name; nil where the entity itself is meant (inheritance).
    public var property: String?
    /// What is assumed, in a few words: `URL`, `dictionary`, `class inheritance`.
    public var shape: String

    /// An assumption.
    public init(entity: String, property: String?, shape: String) {
        self.entity = entity
        self.property = property
        self.shape = shape
    }
}

/// What a declaration is on platforms that see other branches of its `#if`.
public struct PlatformVariant: Sendable, Hashable {
    /// The platforms or conditions, as written in the source: `os(iOS)`.
    public var condition: String
    /// Where the branch stands.
    public var location: SourceLocation
    /// The model there; nil where it could not be evaluated.
    public var model: SchemaModel?
    /// The model there by the rules of earlier releases of Permafrost; nil if these give the same.
    package var formerModel: SchemaModel?

    /// A variant.
    public init(condition: String, location: SourceLocation, model: SchemaModel?) {
        self.condition = condition
        self.location = location
        self.model = model
    }
}
