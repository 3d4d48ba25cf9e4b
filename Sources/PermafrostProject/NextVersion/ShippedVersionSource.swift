import Foundation
import PermafrostFixtures
import PermafrostModel
import PermafrostSource

/// The newest version as it shipped, with its model and the sources that declare it.
struct ShippedVersionSource {
    /// The place that the sources are read from.
    enum Place {
        /// The project's current sources, if the version wasn't edited.
        case project
        case commit(GitRepository.Commit)
    }

    /// The model of the version as it shipped.
    let model: SchemaVersion
    /// The declaration of the shipped model.
    let declared: DeclaredVersion
    /// All versions in the sources that contain ``declared``, keyed by type name.
    let schemas: [String: DeclaredVersion]
    let place: Place
    /// The origin of the shipped model, for messages. It is a fixture (`fixture 3.0.0`), a tag (`tag v2.1`), a commit,
    /// or the sources.
    let origin: String
    let isFrozen: Bool
    /// The last commit that is known to contain the shipped version, or nil if there is none.
    let lastCommit: GitRepository.Commit?

    /// The project's repository, and the sources at its commits.
    typealias History = (repository: GitRepository, sources: CommitSources)

    /// Finds the model that a version had when it shipped, and the sources that declare it.
    ///
    /// - Throws: ``NextVersionError`` if the version hasn't shipped, if its edit doesn't affect the version hash, or if
    ///   no commit contains its shipped declaration. `GitError` if git fails, or the source reader's error if sources
    ///   can't be read.
    static func find(
        _ schema: DeclaredVersion, in project: Project, _ options: NextVersionOptions, history: History?
    ) throws -> ShippedVersionSource {
        let frozen = try VersionMatcher(project).pairs.first { pair in
            pair.declared?.name == schema.name && pair.frozen?.model != nil
        }?.frozen
        let known = try shippedModel(of: schema, frozen, in: project, options, history)
        let drift = try SchemaDrift.find(from: known.model, to: schema)
        func source(
            _ declared: DeclaredVersion, among schemas: [DeclaredVersion], _ place: Place,
            _ commit: GitRepository.Commit?
        ) -> ShippedVersionSource {
            ShippedVersionSource(
                model: known.model, declared: declared,
                schemas: Dictionary(schemas.map { ($0.name, $0) }) { first, _ in first }, place: place,
                origin: known.origin, isFrozen: frozen != nil, lastCommit: commit)
        }
        guard let strongest = drift.strongest else {
            return source(schema, among: project.declarations.schemas, .project, known.commit)
        }
        let version = schema.version ?? schema.versionIdentifier
        if strongest < .identity, options.hashModifiers.isEmpty {
            let current = try schema.decoded()
            throw NextVersionError.sameHash(
                schema: schema.name, version: version, changes: drift.changes.map(\.change), schema.location,
                attribute: drift.changes.lazy.compactMap { current?.attributeForHashModifier($0.change) }.first)
        }
        if let history {
            let head = try history.repository.commit(of: "HEAD")
            for commit in try history.repository.commitsOfSources(until: head) {
                let schemas = try history.sources.declarations(at: commit).schemas
                guard let candidate = schemas.first(where: { $0.name == schema.name }), candidate.model != nil,
                    try SchemaDrift.find(from: known.model, to: candidate).strongest == nil
                else { continue }
                return source(candidate, among: schemas, .commit(commit), known.commit ?? commit)
            }
        }
        throw NextVersionError.noSource(
            schema: schema.name, version: version, schema.location,
            fixture: frozen.map { project.place(of: $0.fixture.folder).file })
    }

    /// Returns the model that a version had when it shipped, its origin, and the last commit that is known to contain
    /// it.
    ///
    /// - Throws: ``NextVersionError`` if the version hasn't shipped.
    private static func shippedModel(
        of schema: DeclaredVersion, _ frozen: FrozenVersion?, in project: Project, _ options: NextVersionOptions,
        _ history: History?
    ) throws -> (model: SchemaVersion, origin: String, commit: GitRepository.Commit?) {
        let frozenTag = try frozen.flatMap { try lastTag(having: $0.fixture, of: project, history) }
        let shipped = frozenTag == nil ? try lastTag(with: schema.name, in: project, history) : nil
        let checksum = frozen?.model?.versionChecksum ?? schema.model?.versionChecksum
        let commit =
            try frozenTag ?? shipped?.commit ?? checksum.flatMap { try lastTag(withChecksum: $0, in: project, history) }
        func missing(_ what: NextVersionError.Missing) -> NextVersionError {
            .notShipped(
                schema: schema.name, version: schema.version ?? schema.versionIdentifier, schema.location,
                missing: what, isFrozen: frozen != nil)
        }
        if commit == nil, !options.evenUnshipped {
            let (records, _) = try ReleaseRecord.read(in: project.tree)
            let identity = frozen.flatMap { FixtureIdentity(of: $0.fixture) }
            let isRecorded = identity.map { identity in records.contains { $0.identity == identity } } ?? false
            let hasTags = try history.map { try !project.releases(in: $0.repository).isEmpty } ?? false
            // If the tree has records and patterns of release tags, a version without a record or tag hasn't shipped.
            let areAllKnown = try !records.isEmpty && FixtureSettings.read(in: project.tree)?.releaseTags != nil
            if !isRecorded, hasTags || areAllKnown { throw missing(records.isEmpty ? .tag : .record) }
        }
        if let frozen { return (frozen.schemaVersion, "fixture " + frozen.fixture.folder, commit) }
        if let shipped { return (shipped.schema.schemaVersion, "tag " + shipped.tag, commit) }
        if let history {
            let head = try history.repository.commit(of: "HEAD")
            let committed = try history.sources.declarations(at: head).schemas.first { $0.name == schema.name }
            if let committed { return (committed.schemaVersion, "commit " + head.shortID, head) }
            guard options.evenUnshipped else { throw missing(.commit) }
            return (schema.schemaVersion, "the sources", commit)
        }
        let isFreezing = try !VersionMatcher(project).pairs.isEmpty
        guard !isFreezing || options.evenUnshipped else { throw missing(.fixture) }
        return (schema.schemaVersion, "the sources", commit)
    }

    /// The commit to restore the version's source from, or nil if the version wasn't edited.
    var commit: GitRepository.Commit? { if case .commit(let found) = place { found } else { nil } }

    /// Whether the version was edited in the project's sources after it shipped.
    var isEdited: Bool { if case .commit = place { true } else { false } }

    /// Returns the commit of the newest release tag that contains a version's fixture. Returns nil if no tag contains it, or if
    /// the fixture is outside the project's folder.
    private static func lastTag(
        having fixture: FixtureFolder, of project: Project,
        _ history: History?
    ) throws -> GitRepository.Commit? {
        let prefix = project.options.directory + "/"
        let path = fixture.path(of: fixture.files.model)
        guard let history, path.hasPrefix(prefix) else { return nil }
        return try project.releases(in: history.repository).reversed().first { _, commit in
            try history.repository.has(String(path.dropFirst(prefix.count)), at: commit)
        }?.commit
    }

    /// Returns the commit of the newest release tag with models that have the given checksum. They may have shipped without a
    /// `VersionedSchema`, before `adopt` declared them. Returns nil if no tag has such models.
    private static func lastTag(
        withChecksum checksum: String, in project: Project, _ history: History?
    ) throws -> GitRepository.Commit? {
        guard let history else { return nil }
        return try project.releases(in: history.repository).reversed().first { _, commit in
            try history.sources.declarations(at: commit).schemas.contains { $0.model?.versionChecksum == checksum }
        }?.commit
    }

    /// Returns the newest release tag whose sources declare the version, or nil if there is no such tag.
    private static func lastTag(
        with schema: String, in project: Project, _ history: History?
    ) throws -> (tag: String, commit: GitRepository.Commit, schema: DeclaredVersion)? {
        guard let history else { return nil }
        for (tag, commit) in try project.releases(in: history.repository).reversed() {
            if let found = try history.sources.declarations(at: commit).schemas.first(where: { $0.name == schema }) {
                return (tag, commit, found)
            }
        }
        return nil
    }
}
