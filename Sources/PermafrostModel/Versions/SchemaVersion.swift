/// One version of a schema, wherever it was read: from source, from a commit, from a fixture, from a store or from live types.
///
/// Hashes are an index and not the version's key: two versions of one plan may have equal hashes, which is a problem of the plan.
/// What became of a version, such as its drift, is in the rows of reports.
package struct SchemaVersion: Sendable {
    /// Where a version was read.
    package enum Origin: Sendable, Hashable {
        /// In source, and under which condition if the declaration differs by platform.
        case declared(condition: String? = nil)
        /// From types of the running process.
        case live
        /// In a fixture of the project, by its folder relative to the tree.
        case frozen(folder: String)
        /// In a fixture's folder that was named by its path.
        case fixture
        /// In a store's file.
        case store
    }

    /// What a version is on platforms that see other branches.
    package struct Variant: Sendable, Equatable {
        /// The condition, as written.
        package let condition: String
        /// Where the branch is; nil if it was not read from source.
        package let location: SourceLocation?
        /// The model there; nil if it could not be evaluated.
        package let content: ModelContent?

        package init(condition: String, location: SourceLocation?, content: ModelContent?) {
            self.condition = condition
            self.location = location
            self.content = content
        }
    }

    /// The type that declares it, by a name that no other type of its graph has; nil if nothing names one.
    package var schema: String?
    /// What people call it: `1.0.0`.
    package var name: String
    /// The group that it belongs to; nil if that is not known.
    package var group: String?
    /// Whether the name is one that the version declares. Otherwise another name is used for it.
    package var isNamed: Bool
    /// Whether it is of models without a `VersionedSchema`, which have no version of their own.
    package var isUnversioned: Bool
    /// `versionIdentifier` as text: a hint for people. The framework does not go by it. Nil if nothing declares the version.
    package var identifier: String?
    /// Where it was read.
    package var origin: Origin
    /// The model; nil if it could not be evaluated.
    package var content: ModelContent?
    /// The platforms on which it differs.
    package var variants: [Variant]
    /// The parts whose hash is assumed and not proven.
    package var assumptions: [Assumption]
    /// Where its parts are declared; nil if it was not read from source.
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

    /// `PostsSchemaV1 1.0.0`
    package var title: String { isUnversioned ? name : titleWithSchema }

    /// The type that declares it, else what people call it.
    package var typeName: String { schema ?? name }

    /// Whether the sources declare it today.
    package var isDeclared: Bool { if case .declared = origin { true } else { false } }

    /// Core Data's checksum over the version hashes; nil if the version could not be evaluated.
    package var checksum: String? { content?.versionChecksum }

    /// The same version with another model.
    package func with(_ model: SchemaModel, name: String? = nil) -> SchemaVersion {
        var version = self
        version.content = ModelContent(model, isArchived: content?.isArchived ?? false)
        version.name = name ?? self.name
        return version
    }

    // MARK: Places

    /// Where it is declared as a whole.
    package var location: SourceLocation? { places?.location }
    /// Where its version is given.
    package var versionLocation: SourceLocation? { places?.version }
    /// Where the class of each entity is declared.
    package var classes: [String: SourceLocation] { places?.parts.entities ?? [:] }

    /// Where a property is declared, else its entity, else the version.
    package func place(entity: String?, property: String?) -> SourceLocation? {
        guard let entity, let parts = places?.parts else { return location }
        if let property {
            let place = owners(of: entity).lazy.compactMap { parts.properties[$0]?[property] }.first
            if let place { return place }
        }
        return parts.entities[entity] ?? location
    }

    /// An entity and those that it inherits from.
    private func owners(of entity: String) -> [String] {
        [entity] + ((try? content?.decoded())?.superentities(of: entity).map(\.name) ?? [])
    }

    /// The enums and structs of the project that a property's values are made of.
    package func valueTypes(entity: String, property: String) -> [ValueType] {
        guard let parts = places?.parts, !parts.valueTypes.isEmpty else { return [] }
        return owners(of: entity).lazy.compactMap { parts.valueTypes[$0]?[property] }.first ?? []
    }

    /// Where what changed is declared, or what holds what is gone.
    package func place(of change: ModelChange) -> SourceLocation? {
        if change.entity == nil, change.aspect == .versionIdentifier { return versionLocation }
        return place(entity: change.entity, property: change.property)
    }
}
