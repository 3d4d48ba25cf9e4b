/// A schema version that was read from source, a commit, a fixture, a store, or live types.
///
/// A version can be looked up by its hashes, but they don't identify it: an invalid plan can contain two versions with
/// equal hashes. This type doesn't contain a version's state, such as drift.
package struct SchemaVersion: Sendable {
    /// The sources that a version can be read from.
    package enum Origin: Sendable, Hashable {
        /// Source code. The value is the condition of the ``Variant`` that the model belongs to, or nil for the
        /// version's main model.
        case declared(condition: String? = nil)
        /// Live types in the process.
        case live
        /// A fixture of the project. The value is the path of the fixture's folder relative to the fixture tree.
        case frozen(folder: String)
        /// A fixture folder that was specified by path.
        case fixture
        /// A store file.
        case store
    }

    /// The model that a version has on certain platforms or with a compilation flag, if it differs from the version's
    /// main model.
    package struct Variant: Sendable, Equatable {
        /// The condition for using this model, such as `os(iOS)`. If no single condition in the source applies to all
        /// platforms and flags with this model, the text lists these platforms and flags.
        package let condition: String
        /// The names of the platforms that use this model. Empty if the condition requires a compilation flag, or if
        /// the version was read from a fixture.
        package let platforms: [String]
        /// The location of the branch, or nil if the version wasn't read from source.
        package let location: SourceLocation?
        /// The model if ``condition`` is satisfied, or nil if it couldn't be evaluated.
        package let content: ModelContent?

        package init(
            condition: String, platforms: [String] = [], location: SourceLocation?, content: ModelContent?
        ) {
            self.condition = condition
            self.platforms = platforms
            self.location = location
            self.content = content
        }
    }

    /// The name of the type that declares the version, such as `PostsSchemaV1`. For models without a `VersionedSchema`,
    /// this is the name of their group. For a version of a Core Data model, it is the name of the version's folder. Nil
    /// if the name isn't known, for example for a store that was specified by path.
    ///
    /// The name is unique in a graph, unless a plan lists the same type twice.
    package var schema: String?
    /// The name that users see, such as `1.0.0`.
    package var name: String
    /// The name of the version's group, or nil if it isn't known.
    package var group: String?
    /// Whether the version has a name of its own. If false, ``name`` is a substitute, such as the version identifier.
    package var isNamed: Bool
    /// Whether the version consists of models that no `VersionedSchema` lists.
    package var isUnversioned: Bool
    /// The `versionIdentifier` as a string, or nil if it isn't known. The framework doesn't use it.
    package var identifier: String?
    /// The source that the version was read from.
    package var origin: Origin
    /// The model, or nil if it couldn't be evaluated.
    package var content: ModelContent?
    /// The variants for platforms and compilation flags whose model differs from ``content``.
    package var variants: [Variant]
    /// The parts of the model whose hash isn't verified with Apple's framework.
    package var assumptions: [Assumption]
    /// The code that determines how values are stored, in addition to the model. Nil if it isn't known, because the
    /// version was read from a store, from live types, or from a fixture that doesn't record the code.
    package var code: StoredCode?
    /// The locations of the version's declarations, or nil if the version wasn't read from source.
    package var places: SourcePlaces?

    package init(
        schema: String?, name: String, group: String? = nil, isNamed: Bool = true, isUnversioned: Bool = false,
        identifier: String? = nil, origin: Origin, content: ModelContent?, variants: [Variant] = [],
        assumptions: [Assumption] = [], code: StoredCode? = nil, places: SourcePlaces? = nil
    ) {
        self.schema = schema
        self.name = name
        self.group = group
        self.isNamed = isNamed
        self.isUnversioned = isUnversioned
        self.identifier = identifier
        self.origin = origin
        self.content = content
        self.variants = variants
        self.assumptions = assumptions
        self.code = code
        self.places = places
    }

    /// The version's title, such as `PostsSchemaV1 1.0.0`. For an unversioned schema, this is only the name.
    package var title: String { isUnversioned ? name : titleWithSchema }

    /// The name of the type that declares the version, or the version's name if the type isn't known.
    package var typeName: String { schema ?? name }

    /// Whether the version was read from source code.
    package var isDeclared: Bool { if case .declared = origin { true } else { false } }

    /// Core Data's checksum of the version hashes, or nil if the version couldn't be evaluated.
    package var checksum: String? { content?.versionChecksum }

    /// Returns a copy of this version with a different model. If `name` isn't nil, the copy also has that name.
    package func with(_ model: SchemaModel, name: String? = nil) -> SchemaVersion {
        var version = self
        version.content = ModelContent(model, isArchived: content?.isArchived ?? false)
        version.name = name ?? self.name
        return version
    }

    // MARK: Locations

    package var location: SourceLocation? { places?.location }
    /// The location of the version's declared name or identifier, or of the version if it declares neither. Nil if the
    /// version wasn't read from source.
    package var versionLocation: SourceLocation? { places?.version }
    /// The location of each entity's declaration, keyed by entity name. Empty if the version wasn't read from source.
    package var classes: [String: SourceLocation] { places?.parts.entities ?? [:] }

    /// Returns the location of a property, of the entity if `property` is nil, or of the version if `entity` is nil. If
    /// that location isn't known, returns the location of the enclosing declaration. Returns nil if the version wasn't
    /// read from source.
    package func place(entity: String?, property: String?) -> SourceLocation? {
        guard let entity, let parts = places?.parts else { return location }
        if let property {
            let place = owners(of: entity).lazy.compactMap { parts.properties[$0]?[property] }.first
            if let place { return place }
        }
        return parts.entities[entity] ?? location
    }

    /// Returns the names of an entity and its superentities.
    private func owners(of entity: String) -> [String] {
        [entity] + ((try? content?.decoded())?.superentities(of: entity).map(\.name) ?? [])
    }

    /// Returns the project's enums and structs that are part of a property's values. Returns an empty array if the
    /// version wasn't read from source.
    package func valueTypes(entity: String, property: String) -> [ValueType] {
        guard let parts = places?.parts, !parts.valueTypes.isEmpty else { return [] }
        return owners(of: entity).lazy.compactMap { parts.valueTypes[$0]?[property] }.first ?? []
    }

    /// Returns the location of a changed declaration. If this version doesn't contain the declaration, returns the
    /// location of the enclosing declaration. Returns nil if the version wasn't read from source.
    package func place(of change: ModelChange) -> SourceLocation? {
        if change.entity == nil, change.aspect == .versionIdentifier { return versionLocation }
        if let entity = change.entity, let text = change.after, let parts = places?.parts,
            [.index, .indexOrder, .uniqueness, .uniquenessOrder].contains(change.aspect)
        {
            let place = owners(of: entity).lazy.compactMap { parts.constraints[$0]?[text] }.first
            if let place { return place }
        }
        return place(entity: change.entity, property: change.property)
    }
}
