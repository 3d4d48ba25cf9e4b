import PermafrostModel

/// One schema version as the source declares it: its name, its version and the model it describes.
package struct SchemaDeclaration: Sendable, Hashable {
    /// The type's name with its nesting: `App.PostsSchemaV1` for a type nested in `App`. For models without a
    /// `VersionedSchema` the name of the group (`Models`).
    package var name: String
    /// Whether it stands for models without a `VersionedSchema`, which have no version of their own.
    package var isUnversioned: Bool
    /// The name of such a schema, and of its group.
    package static let unversionedName = "Models"
    /// What names the version: `@FreezeSchema(version:)`, else `versionIdentifier` as `major.minor.patch`. Nil if it
    /// cannot be determined (an issue says why) and for models without a `VersionedSchema`.
    package var version: String?
    /// `versionIdentifier` as `major.minor.patch`, which the store's metadata records; `1.0.0` without one.
    package var versionIdentifier: String
    /// Where the type is declared.
    package var location: SourceLocation
    /// Where its version is given, else ``location``.
    package var versionLocation: SourceLocation
    /// The module that declares it, if the folder shows it (`Sources/<module>/`).
    package var module: String?
    /// What its `@available` and those around it say that the type needs.
    package var availability: Availability
    /// The model; nil if it could not be evaluated, for which ``issues`` gives the reason.
    package var model: SchemaModel?
    /// Where the model's parts are declared.
    package var places: ModelPlaces
    /// Parts whose mapping is not proven on stores of Apple's framework.
    package var assumptions: [Assumption]
    /// Platforms on which the declaration differs from ``model``, which is what most platforms see.
    package var variants: [PlatformVariant]
    /// What was found while evaluating this version.
    package var issues: [SourceIssue]

    /// A declaration.
    package init(
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

/// What a declaration is on platforms that see other branches of its `#if`.
package struct PlatformVariant: Sendable, Hashable {
    /// The platforms or conditions, as written in the source: `os(iOS)`.
    package var condition: String
    /// Where the branch stands.
    package var location: SourceLocation
    /// The model there; nil if it could not be evaluated.
    package var model: SchemaModel?

    /// A variant.
    package init(condition: String, location: SourceLocation, model: SchemaModel?) {
        self.condition = condition
        self.location = location
        self.model = model
    }
}
