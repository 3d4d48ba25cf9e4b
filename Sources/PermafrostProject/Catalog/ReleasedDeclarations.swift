import PermafrostFixtures
import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The versions that the sources at release tags declare.
///
/// Most commands never ask for them. The sources of a tag are read only when a question depends on them, newest tag
/// first, and only until a tag answers the question.
package final class ReleasedDeclarations: Sendable {
    /// A version to find at the tags.
    struct Query {
        /// The name of the version's group.
        var group: String
        /// The version's name, such as `1.0.0`. Nil for models without a `VersionedSchema`.
        var version: String?
        /// The names of the types that declare the version, now or when it was frozen.
        var types: Set<String>
        /// The frozen model, or nil to find only declarations with the version's name.
        var model: SchemaModel?
        /// Whether ``model`` contains only information that a store also contains. An older framework may then have
        /// computed its hashes.
        var isStoreDerived = false
    }

    private let search: Locked<TagSearch>
    private let settings: FixtureSettings
    private let tags: [String]

    /// Prepares to read the sources at tags.
    ///
    /// - Parameters:
    ///   - tags: the names of the release tags.
    ///   - settings: the settings that determine which tags are releases.
    init(
        _ repository: GitRepository, _ options: ProjectOptions, _ reader: CachedSourceReader, tags: [String],
        settings: FixtureSettings
    ) {
        self.tags = tags
        self.settings = settings
        search = Locked(TagSearch(repository, options, reader, tags: Set(tags)))
    }

    /// Returns the newest release that declares a version or a schema with its hashes, or nil if there is none.
    ///
    /// - Throws: ``GitError`` if git fails, or the source reader's error if the sources can't be read at a tag.
    func release(of query: Query) throws -> DeclaringRelease? {
        let checksums = query.checksums
        return try search.withLock { search in
            try search.first(mentioning: query.names) { tag, groups in
                let all = groups.flatMap { group in group.schemas.map { (group: group.name, schema: $0) } }
                let named = all.first { query.version != nil && $0.schema.version == query.version && query.names($0) }
                let same = { (schema: DeclaredVersion) in
                    try !schema.checksums(withVariants: query.isStoreDerived).isDisjoint(with: checksums)
                }
                guard let found = try named ?? all.first(where: { try same($0.schema) }) else { return nil }
                return try release(tag, found.schema, hasEqualHashes: same(found.schema))
            }
        }
    }

    /// Returns the newest release that declares a version differently. Returns nil if a release declares the version as
    /// given, or if no release declares it.
    ///
    /// - Throws: ``GitError`` if git fails, a ``ProjectError`` if a model can't be decoded, or the source reader's error
    ///   if the sources can't be read at a tag.
    func otherRelease(of schema: DeclaredVersion, in group: String) throws -> DeclaringRelease? {
        let query = Query(group: group, version: schema.version, types: [schema.name])
        guard schema.version != nil, schema.model != nil else { return nil }
        var other: DeclaringRelease?
        let isEqual = try search.withLock { search in
            try search.first(mentioning: query.names) { tag, groups -> Bool? in
                let all = groups.flatMap { group in group.schemas.map { (group: group.name, schema: $0) } }
                guard
                    let found = all.first(where: {
                        $0.schema.version == query.version && $0.schema.model != nil && query.names($0)
                    })?.schema
                else { return nil }
                let strongest = try SchemaDrift.find(from: found.schemaVersion, to: schema).strongest
                guard let strongest, strongest > .physical else { return true }
                other = other ?? release(tag, found, hasEqualHashes: false)
                return nil
            }
        }
        return isEqual == true ? nil : other
    }

    private func release(_ tag: String, _ declared: DeclaredVersion, hasEqualHashes: Bool) -> DeclaringRelease {
        DeclaringRelease(
            tag: tag, hasEqualHashes: hasEqualHashes, exclusion: settings.exclusion(of: tag, among: tags),
            declared: declared)
    }
}

extension ReleasedDeclarations.Query {
    /// Returns whether a declaration at a tag is the version's, apart from its name.
    fileprivate func names(_ found: (group: String, schema: DeclaredVersion)) -> Bool {
        types.contains(found.schema.name) || found.group == group
    }

    /// The version checksums of the model, with those that older frameworks compute for it.
    fileprivate var checksums: Set<String> {
        guard let model else { return [] }
        return Set([model.versionChecksum] + model.frameworkVariants.map { model.model(of: $0).versionChecksum })
    }

    /// The names that the sources of a tag contain if they declare the version: either the name of its type, or the
    /// names of all models and properties.
    fileprivate var names: [Set<String>] {
        let ofModel = model.map { model in
            Set(model.entities.flatMap { entity in [entity.name] + entity.properties.map(\.name) })
        }
        let ofTypes = types.compactMap { $0.split(separator: ".").last.map { Set([String($0)]) } }
        return ofTypes + [ofModel].compactMap(\.self).filter { !$0.isEmpty }
    }
}

extension DeclaredVersion {
    /// Returns the version checksums on all platforms.
    ///
    /// - Parameter withVariants: whether to include the checksums that older frameworks compute.
    /// - Throws: ``ProjectError/unreadableModel(schema:_:reason:)`` if the model can't be decoded.
    func checksums(withVariants: Bool = false) throws(ProjectError) -> Set<String> {
        guard let model else { return [] }
        var checksums = Set([model.versionChecksum] + variants.compactMap(\.content?.versionChecksum))
        if withVariants, let model = try decoded() {
            checksums.formUnion(model.frameworkVariants.map { model.model(of: $0).versionChecksum })
        }
        return checksums
    }
}
