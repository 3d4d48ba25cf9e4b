import PermafrostModel

/// A schema version as the sources declare it: the version with its places, its module, its availability, and the
/// issues found while evaluating it.
package struct DeclaredVersion: Sendable {
    /// The version. Its name is the one it declares, else its `versionIdentifier`, until its group gives it another
    /// name.
    package private(set) var schemaVersion: SchemaVersion
    /// The places of the type, of its version and of its model's parts.
    package let places: SourcePlaces
    /// The module that declares it, if the folder shows it (`Sources/<module>/`).
    package let module: String?
    /// The requirements of its `@available` and of the enclosing ones.
    package let availability: Availability
    /// Issues found while evaluating this version.
    package internal(set) var issues: [SourceIssue]

    /// The name of models without a `VersionedSchema`, and of their group.
    package static let unversionedName = "Models"

    /// - Parameters:
    ///   - name: the type's qualified name: `App.PostsSchemaV1` for a type nested in `App`. For models without a
    ///     `VersionedSchema`, the name of the group (`Models`).
    ///   - version: the version's name: `@FreezeSchema(version:)`, else `versionIdentifier` as `major.minor.patch`. Nil
    ///     if it can't be determined (an issue gives the reason) and for models without a `VersionedSchema`.
    ///   - versionIdentifier: `versionIdentifier` as `major.minor.patch`, as the store's metadata records it; `1.0.0`
    ///     without one.
    ///   - model: nil if it couldn't be evaluated; an issue gives the reason.
    ///   - variants: the platforms with a declaration that differs from `model`, the model of most platforms.
    ///   - assumptions: the parts whose mapping isn't proven with stores that Apple's framework wrote.
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

    /// Returns the version as a member of a group.
    ///
    /// - Parameter name: its name in the group; nil for its own name.
    package func inGroup(_ group: String, named name: String? = nil) -> DeclaredVersion {
        var version = self
        version.schemaVersion.group = group
        version.schemaVersion.name = name ?? schemaVersion.name
        return version
    }

    /// Returns the version with another name, or as a branch declares it.
    ///
    /// - Parameters:
    ///   - name: nil for its own name.
    ///   - variant: the branch; nil for the model of most platforms.
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
    /// Whether it represents models without a `VersionedSchema`, which have no version of their own.
    package var isUnversioned: Bool { schemaVersion.isUnversioned }
    /// The declared name; nil if it is unknown, and for models without a `VersionedSchema`.
    package var version: String? { schemaVersion.isNamed ? schemaVersion.name : nil }
    /// `versionIdentifier` as `major.minor.patch`.
    package var versionIdentifier: String { schemaVersion.identifier ?? schemaVersion.name }
    /// The name of its group; nil until it is in one.
    package var group: String? { schemaVersion.group }
    package var location: SourceLocation { places.location }
    /// The place of its version; the type's place if it has none.
    package var versionLocation: SourceLocation { places.version }
    /// The model; nil if it couldn't be evaluated.
    package internal(set) var model: ModelContent? {
        get { schemaVersion.content }
        set { schemaVersion.content = newValue }
    }
    /// The parts whose mapping is assumed.
    package var assumptions: [Assumption] { schemaVersion.assumptions }
    /// The platforms with a different declaration.
    package internal(set) var variants: [SchemaVersion.Variant] {
        get { schemaVersion.variants }
        set { schemaVersion.variants = newValue }
    }

    /// The conditions of its different models, with their places: `os(iOS) (Sources/App/Models.swift:3:1)`.
    package var variantTexts: [String] { variants.map { "\($0.condition) (\($0.location ?? location))" } }

    /// The assumed parts, in the format of a fixture's list: `Post.link: URL`.
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
            && left.places.parts == right.places.parts
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(location)
    }
}
