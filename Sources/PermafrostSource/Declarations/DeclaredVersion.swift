import PermafrostModel

/// A schema version declared in the sources, with its locations, its module, its availability, and the issues found
/// while evaluating it.
package struct DeclaredVersion: Sendable {
    /// The version. Its name is the declared name, or its `versionIdentifier`, until its group gives it a different
    /// one.
    package private(set) var schemaVersion: SchemaVersion
    /// The locations of the type, the version and the parts of the model.
    package let places: SourcePlaces
    /// The module that declares the version, if it can be determined from the folder (`Sources/<module>/`).
    package let module: String?
    /// The requirements of the `@available` attributes on the version and its enclosing declarations.
    package let availability: Availability
    /// The names of the platforms with ``model``, if other platforms have a different one; empty if all have it.
    package internal(set) var platforms: [String] = []
    /// Issues found while evaluating this version.
    package internal(set) var issues: [SourceIssue]

    /// The name used for models without a `VersionedSchema`, and for their group.
    package static let unversionedName = "Models"

    /// - Parameters:
    ///   - name: the type's qualified name: `App.PostsSchemaV1` for a type nested in `App`. For models without a
    ///     `VersionedSchema`, the name of the group (`Models`).
    ///   - version: the version's name: the argument of `@FreezeSchema(version:)`, otherwise `versionIdentifier` as
    ///     `major.minor.patch`. Nil if it can't be determined (an issue gives the reason) and for models without a
    ///     `VersionedSchema`.
    ///   - versionIdentifier: `versionIdentifier` as `major.minor.patch`, as the store's metadata records it; `1.0.0`
    ///     if there is none.
    ///   - model: nil if it couldn't be evaluated; an issue gives the reason.
    ///   - variants: the declarations of platforms that differ from `model`, the model of the platform that is frozen.
    ///   - assumptions: the parts whose mapping isn't verified against stores that Apple's framework wrote.
    init(
        name: String, isUnversioned: Bool = false, version: String?, versionIdentifier: String, places: SourcePlaces,
        module: String? = nil, availability: Availability = Availability(), model: ModelContent?,
        assumptions: [Assumption] = [], variants: [SchemaVersion.Variant] = [], issues: [SourceIssue] = []
    ) {
        schemaVersion = SchemaVersion(
            schema: name, name: version ?? versionIdentifier, isNamed: version != nil, isUnversioned: isUnversioned,
            identifier: versionIdentifier, origin: .declared(), content: model, variants: variants,
            assumptions: assumptions, places: places)
        self.places = places
        self.module = module
        self.availability = availability
        self.issues = issues
    }

    /// Returns a copy of this version as a member of a group.
    ///
    /// - Parameter name: the version's name in the group; nil to keep its own name.
    package func inGroup(_ group: String, named name: String? = nil) -> DeclaredVersion {
        var version = self
        version.schemaVersion.group = group
        version.schemaVersion.name = name ?? schemaVersion.name
        return version
    }

    /// Returns the version with a different name, a variant's model, or both.
    ///
    /// - Parameters:
    /// - name: nil to keep the version's own name.
    /// - variant: nil for the model of the platform that is frozen.
    package func schemaVersion(named name: String?, under variant: SchemaVersion.Variant? = nil) -> SchemaVersion {
        var version = schemaVersion
        version.name = name ?? version.name
        guard let variant else { return version }
        version.origin = .declared(condition: variant.condition)
        version.content = variant.content
        if let location = variant.location { version.places = places.at(location) }
        return version
    }
}

extension DeclaredVersion {
    /// The type's qualified name.
    package var name: String { schemaVersion.typeName }
    /// Whether this represents models without a `VersionedSchema`, which have no version of their own.
    package var isUnversioned: Bool { schemaVersion.isUnversioned }
    /// The declared name; nil if it is unknown or the models have no `VersionedSchema`.
    package var version: String? { schemaVersion.isNamed ? schemaVersion.name : nil }
    /// `versionIdentifier` as `major.minor.patch`.
    package var versionIdentifier: String { schemaVersion.identifier ?? schemaVersion.name }
    /// The name of the version's group; nil if it hasn't been added to one.
    package var group: String? { schemaVersion.group }
    package var location: SourceLocation { places.location }
    /// The location of the declared version; the type's location if no version is declared.
    package var versionLocation: SourceLocation { places.version }
    /// The model; nil if it couldn't be evaluated.
    package internal(set) var model: ModelContent? {
        get { schemaVersion.content }
        set { schemaVersion.content = newValue }
    }
    /// The parts whose mapping isn't verified against Apple's framework.
    package var assumptions: [Assumption] { schemaVersion.assumptions }
    /// The declarations of platforms that differ from the platform that is frozen.
    package internal(set) var variants: [SchemaVersion.Variant] {
        get { schemaVersion.variants }
        set { schemaVersion.variants = newValue }
    }

    /// The conditions of the variants, with their locations, such as `os(iOS) (Sources/App/Models.swift:3:1)`.
    package var variantTexts: [String] { variants.map { "\($0.condition) (\($0.location ?? location))" } }

    /// The unverified parts, in the format of a fixture's list, such as `Post.link: URL`.
    package var assumptionTexts: [String] {
        assumptions.map { assumption in
            let subject = [assumption.entity, assumption.property].compactMap { $0 }.joined(separator: ".")
            return "\(subject): \(assumption.shape)"
        }.sortedByCodeUnit()
    }
}

extension DeclaredVersion: Hashable {
    package static func == (left: DeclaredVersion, right: DeclaredVersion) -> Bool {
        left.name == right.name && left.version == right.version && left.versionIdentifier == right.versionIdentifier
            && left.location == right.location && left.versionLocation == right.versionLocation
            && left.module == right.module && left.availability == right.availability && left.model == right.model
            && left.assumptions == right.assumptions && left.variants == right.variants && left.issues == right.issues
            && left.platforms == right.platforms && left.places.parts == right.places.parts
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(location)
    }
}
