import PermafrostModel

/// A schema version as the sources declare it: the version, with its place, its module, what it requires, and what was found while
/// it was evaluated.
package struct DeclaredVersion: Sendable {
    /// The version. It is called by the name that it declares, else by its `versionIdentifier`, until its group gives it another
    /// name.
    package private(set) var schemaVersion: SchemaVersion
    /// The places of the type, of its version and of the parts of its model.
    package let places: SourcePlaces
    /// The module that declares it, if the folder shows it (`Sources/<module>/`).
    package let module: String?
    /// What its `@available` and those around it require.
    package let availability: Availability
    /// What was found while evaluating this version.
    package internal(set) var issues: [SourceIssue]

    /// The name of models without a `VersionedSchema`, and of their group.
    package static let unversionedName = "Models"

    /// - Parameters:
    ///   - name: the type's name with its nesting: `App.PostsSchemaV1` for a type nested in `App`. For models without a
    ///     `VersionedSchema` the name of the group (`Models`).
    ///   - version: what names the version: `@FreezeSchema(version:)`, else `versionIdentifier` as `major.minor.patch`. Nil if it
    ///     cannot be determined (an issue says why) and for models without a `VersionedSchema`.
    ///   - versionIdentifier: `versionIdentifier` as `major.minor.patch`, which the store's metadata records; `1.0.0` without one.
    ///   - model: nil if it could not be evaluated, for which an issue gives the reason.
    ///   - variants: the platforms on which the declaration differs from `model`, which is what most platforms see.
    ///   - assumptions: the parts whose mapping is not proven on stores of Apple's framework.
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

    /// The version in a group, under the name that it is called by there.
    ///
    /// - Parameter name: nil for its own name.
    package func inGroup(_ group: String, named name: String? = nil) -> DeclaredVersion {
        var version = self
        version.schemaVersion.group = group
        version.schemaVersion.name = name ?? schemaVersion.name
        return version
    }

    /// The version under another name, or as a branch declares it.
    ///
    /// - Parameters:
    ///   - name: nil for its own name.
    ///   - variant: the branch; nil for what most platforms see.
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
    /// The type's name with its nesting.
    package var name: String { schemaVersion.typeName }
    /// Whether it stands for models without a `VersionedSchema`, which have no version of their own.
    package var isUnversioned: Bool { schemaVersion.isUnversioned }
    /// The name that it declares; nil if that is unknown, and for models without a `VersionedSchema`.
    package var version: String? { schemaVersion.isNamed ? schemaVersion.name : nil }
    /// `versionIdentifier` as `major.minor.patch`.
    package var versionIdentifier: String { schemaVersion.identifier ?? schemaVersion.name }
    /// The name of its group; nil until it is in one.
    package var group: String? { schemaVersion.group }
    /// The place of the type.
    package var location: SourceLocation { places.location }
    /// The place of its version, else of the type.
    package var versionLocation: SourceLocation { places.version }
    /// The model; nil if it could not be evaluated.
    package internal(set) var model: ModelContent? {
        get { schemaVersion.content }
        set { schemaVersion.content = newValue }
    }
    /// The parts whose mapping is assumed.
    package var assumptions: [Assumption] { schemaVersion.assumptions }
    /// The platforms on which the declaration differs.
    package internal(set) var variants: [SchemaVersion.Variant] {
        get { schemaVersion.variants }
        set { schemaVersion.variants = newValue }
    }

    /// The conditions under which it declares another model, with their places: `os(iOS) (Sources/App/Models.swift:3:1)`.
    package var variantTexts: [String] { variants.map { "\($0.condition) (\($0.location ?? location))" } }

    /// The assumed parts as a fixture lists them: `Post.link: URL`.
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
