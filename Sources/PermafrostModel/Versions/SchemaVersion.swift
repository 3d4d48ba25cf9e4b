/// A version of a schema that was read from source, a commit, a fixture, a store, or live types.
///
/// Hashes are used for lookup and don't identify a version: two versions of a plan may have equal hashes, which is a
/// problem of the plan. Information about a version's state, such as drift, is in the rows of reports.
package struct SchemaVersion: Sendable {
    /// The source that a version was read from.
    package enum Origin: Sendable, Hashable {
        /// Source code, with a condition if the declaration differs by platform.
        case declared(condition: String? = nil)
        /// Live types of the process.
        case live
        /// A fixture of the project, by its folder relative to the fixture tree.
        case frozen(folder: String)
        /// A fixture folder that was specified by its path.
        case fixture
        /// A store file.
        case store
    }

    /// A version on platforms where a conditional branch applies.
    package struct Variant: Sendable, Equatable {
        /// The condition as written in the source.
        package let condition: String
        /// The names of the platforms; empty if the condition is about a flag.
        package let platforms: [String]
        /// The location of the branch; nil if it wasn't read from source.
        package let location: SourceLocation?
        /// The model on these platforms; nil if it couldn't be evaluated.
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

    /// The name of the type that declares the version. It is unique in the graph; nil if there is none.
    package var schema: String?
    /// The name for users, such as `1.0.0`.
    package var name: String
    /// The group of the version; nil if it isn't known.
    package var group: String?
    /// Whether the version itself declares the name. If not, a substitute is used.
    package var isNamed: Bool
    /// Whether the version consists of models without a `VersionedSchema`, so that no version is declared.
    package var isUnversioned: Bool
    /// The `versionIdentifier` as a string. The framework doesn't use it. Nil if nothing declares the version.
    package var identifier: String?
    /// The source that the version was read from.
    package var origin: Origin
    /// The model; nil if it couldn't be evaluated.
    package var content: ModelContent?
    /// The platforms with a different model.
    package var variants: [Variant]
    /// The parts whose hash is assumed and not verified.
    package var assumptions: [Assumption]
    /// The locations of the version's declarations; nil if it wasn't read from source.
    package var places: SourcePlaces?

    package init(
        schema: String?, name: String, group: String? = nil, isNamed: Bool = true, isUnversioned: Bool = false,
        identifier: String? = nil, origin: Origin, content: ModelContent?, variants: [Variant] = [],
        assumptions: [Assumption] = [],
        places: SourcePlaces? = nil
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
        self.places = places
    }

    /// The version's title, such as `PostsSchemaV1 1.0.0`.
    package var title: String { isUnversioned ? name : titleWithSchema }

    /// The name of the type that declares the version, or else the version's name.
    package var typeName: String { schema ?? name }

    /// Whether the current sources declare the version.
    package var isDeclared: Bool { if case .declared = origin { true } else { false } }

    /// Core Data's checksum over the version hashes; nil if the version couldn't be evaluated.
    package var checksum: String? { content?.versionChecksum }

    /// Returns a copy of this version with a different model and, if `name` isn't nil, a different name.
    package func with(_ model: SchemaModel, name: String? = nil) -> SchemaVersion {
        var version = self
        version.content = ModelContent(model, isArchived: content?.isArchived ?? false)
        version.name = name ?? self.name
        return version
    }

    // MARK: Locations

    /// The location of the version's declaration.
    package var location: SourceLocation? { places?.location }
    /// The location of the version identifier.
    package var versionLocation: SourceLocation? { places?.version }
    /// The location of each entity's class, by entity name.
    package var classes: [String: SourceLocation] { places?.parts.entities ?? [:] }

    /// Returns the location of a property, or else of its entity, or else of the version.
    package func place(entity: String?, property: String?) -> SourceLocation? {
        guard let entity, let parts = places?.parts else { return location }
        if let property {
            let place = owners(of: entity).lazy.compactMap { parts.properties[$0]?[property] }.first
            if let place { return place }
        }
        return parts.entities[entity] ?? location
    }

    /// Returns an entity and its superentities.
    private func owners(of entity: String) -> [String] {
        [entity] + ((try? content?.decoded())?.superentities(of: entity).map(\.name) ?? [])
    }

    /// Returns the project's enums and structs that a property's values contain.
    package func valueTypes(entity: String, property: String) -> [ValueType] {
        guard let parts = places?.parts, !parts.valueTypes.isEmpty else { return [] }
        return owners(of: entity).lazy.compactMap { parts.valueTypes[$0]?[property] }.first ?? []
    }

    /// Returns the location of a changed declaration. For a removed part, it is the location of the enclosing
    /// declaration.
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
