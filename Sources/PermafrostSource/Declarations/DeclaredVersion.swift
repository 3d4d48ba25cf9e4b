import PermafrostModel

/// A schema version that the sources declare, with the issues found while it was evaluated. Models without a
/// `VersionedSchema` and versions of Core Data models are also declared versions.
package struct DeclaredVersion: Sendable {
    /// The schema version, with the declared name or the `versionIdentifier` as its name. A group may give it a
    /// different name.
    package private(set) var schemaVersion: SchemaVersion
    /// The locations of the type, the version and the parts of the model.
    package let places: SourcePlaces
    /// The module that declares the version, according to the target or the folder (`Sources/<module>/`). Nil if
    /// neither determines the module. Always nil for models without a `VersionedSchema` and for versions of Core Data
    /// models.
    package let module: String?
    /// The requirements in the `@available` attributes of the version and its enclosing declarations.
    package let availability: Availability
    /// The names of the platforms on which the version has ``model`` instead of a variant's model. Empty if the version
    /// has no ``variants`` and the sources' platforms aren't known. Always empty for a version of a Core Data model.
    package internal(set) var platforms: [String] = []
    /// The issues found while the version was evaluated.
    package internal(set) var issues: [SourceIssue]
    /// The location of the store that contains models without a `VersionedSchema`. Nil for other versions, and if the
    /// models were requested by name.
    package internal(set) var store: StorePlace?

    /// The default name of models without a `VersionedSchema`, and of their group. Models of a store with a custom file
    /// name are named after the file.
    package static let unversionedName = "Models"

    /// Creates a version that doesn't belong to a group yet.
    ///
    /// - Parameters:
    ///   - name: the type's qualified name, such as `App.PostsSchemaV1` for a type nested in `App`. For models without
    ///     a `VersionedSchema`, the name of the group, such as `Models`. For a version of a Core Data model, the name
    ///     of its folder.
    ///   - version: the version's name, which is the argument of `@FreezeSchema(version:)` or, without that attribute,
    ///     the `versionIdentifier` as `major.minor.patch`. For a version of a Core Data model, the identifier if it is
    ///     unique in the bundle, or the name of the folder. Nil for models without a `VersionedSchema`. Also nil if the
    ///     name can't be determined; an issue then has the reason.
    ///   - versionIdentifier: the `versionIdentifier` as `major.minor.patch`, which the store's metadata records. If it
    ///     isn't declared, this is `1.0.0`. For a version of a Core Data model, its identifier or name.
    ///   - model: the model; nil if it couldn't be evaluated. An issue then has the reason.
    ///   - variants: the models that differ from `model` because of the platform or a compilation flag. `model` is the
    ///     model on the platform that is frozen.
    ///   - code: the code that determines how values are stored, in addition to the model; nil for a version of a Core
    ///     Data model.
    ///   - assumptions: the parts whose mapping to storage isn't verified with stores that Apple's framework wrote.
    init(
        name: String, isUnversioned: Bool = false, version: String?, versionIdentifier: String, places: SourcePlaces,
        module: String? = nil, availability: Availability = Availability(), model: ModelContent?,
        code: StoredCode? = nil, assumptions: [Assumption] = [], variants: [SchemaVersion.Variant] = [],
        issues: [SourceIssue] = []
    ) {
        schemaVersion = SchemaVersion(
            schema: name, name: version ?? versionIdentifier, isNamed: version != nil, isUnversioned: isUnversioned,
            identifier: versionIdentifier, origin: .declared(), content: model, variants: variants,
            assumptions: assumptions, code: code, places: places)
        self.places = places
        self.module = module
        self.availability = availability
        self.issues = issues
    }

    /// Returns a copy of this version that belongs to a group.
    ///
    /// - Parameter name: the version's name in the group; nil to keep the name.
    package func inGroup(_ group: String, named name: String? = nil) -> DeclaredVersion {
        var version = self
        version.schemaVersion.group = group
        version.schemaVersion.name = name ?? schemaVersion.name
        return version
    }

    /// Returns a copy with a different name. Call this only for models without a `VersionedSchema`.
    func renamed(_ name: String) -> DeclaredVersion {
        var renamed = DeclaredVersion(
            name: name, isUnversioned: isUnversioned, version: version, versionIdentifier: versionIdentifier,
            places: places, module: module, availability: availability, model: model, code: code,
            assumptions: assumptions, variants: variants, issues: issues)
        renamed.store = store
        return renamed
    }

    /// Returns whether a declaration at another commit is this one. The name of only one of them starts with the module
    /// if another module declares the same name at only one of the commits.
    package func isDeclaration(of other: DeclaredVersion) -> Bool {
        guard version == other.version else { return false }
        return name == other.name || module != nil && module == other.module && nameInModule == other.nameInModule
    }

    private var nameInModule: Substring {
        guard let prefix = module.map({ $0 + "." }), name.hasPrefix(prefix) else { return name[...] }
        return name.dropFirst(prefix.count)
    }

    /// Returns the version with a different name, a variant's model, or both.
    ///
    /// - Parameters:
    ///   - name: the new name; nil to keep the name.
    ///   - variant: the variant; nil for the model on the platform that is frozen.
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
    /// The qualified name of the version's type. For models without a `VersionedSchema`, the name of their group. For a
    /// version of a Core Data model, the name of its folder, such as `App 2.xcdatamodel`, or `App/App 2.xcdatamodel` if
    /// another version has a folder with that name.
    package var name: String { schemaVersion.typeName }
    /// Whether this value represents models without a `VersionedSchema`, which have no version name.
    package var isUnversioned: Bool { schemaVersion.isUnversioned }
    /// The version's name. Nil if it can't be determined, and for models without a `VersionedSchema`.
    package var version: String? { schemaVersion.isNamed ? schemaVersion.name : nil }
    /// The `versionIdentifier` as `major.minor.patch`. For a version of a Core Data model, the model's identifier as
    /// written or, if there isn't one, the version's name.
    package var versionIdentifier: String { schemaVersion.identifier ?? schemaVersion.name }
    /// The name of the version's group, or nil if the version doesn't belong to a group yet.
    package var group: String? { schemaVersion.group }
    package var location: SourceLocation { places.location }
    /// The location of the version's declared name or identifier or, if neither is declared, of the type.
    package var versionLocation: SourceLocation { places.version }
    /// The model, or nil if it couldn't be evaluated.
    package internal(set) var model: ModelContent? {
        get { schemaVersion.content }
        set { schemaVersion.content = newValue }
    }
    /// The code that determines how values are stored, in addition to the model. Nil for a version of a Core Data model.
    package var code: StoredCode? { schemaVersion.code }
    /// The parts of the model whose mapping to storage isn't verified with stores that Apple's framework wrote.
    package var assumptions: [Assumption] { schemaVersion.assumptions }
    /// The models that differ from ``model`` because of the platform or a compilation flag, with their conditions and
    /// locations.
    package internal(set) var variants: [SchemaVersion.Variant] {
        get { schemaVersion.variants }
        set { schemaVersion.variants = newValue }
    }

    /// The variants' conditions and locations, such as `os(iOS) (Sources/App/Models.swift:3:1)`.
    package var variantTexts: [String] { variants.map { "\($0.condition) (\($0.location ?? location))" } }

    /// The ``assumptions`` in the format that fixtures use, such as `Post.link: URL`. Sorted.
    package var assumptionTexts: [String] {
        assumptions.map { assumption in
            let subject = [assumption.entity, assumption.property].compactMap { $0 }.joined(separator: ".")
            return "\(subject): \(assumption.shape.text)"
        }.sortedByCodeUnit()
    }
}

extension DeclaredVersion: Hashable {
    package static func == (left: DeclaredVersion, right: DeclaredVersion) -> Bool {
        left.name == right.name && left.version == right.version && left.versionIdentifier == right.versionIdentifier
            && left.location == right.location && left.versionLocation == right.versionLocation
            && left.module == right.module && left.availability == right.availability && left.model == right.model
            && left.code == right.code && left.assumptions == right.assumptions && left.variants == right.variants
            && left.issues == right.issues
            && left.platforms == right.platforms && left.places.parts == right.places.parts
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(location)
    }
}
