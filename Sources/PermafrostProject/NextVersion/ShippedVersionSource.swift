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
    private(set) var lastCommit: GitRepository.Commit?

    /// Finds the model that a version had when it shipped, and the sources that declare it.
    ///
    /// - Throws: ``NextVersionError`` if the version hasn't shipped, if its edit doesn't affect the version hash, or if
    ///   no commit contains its shipped declaration. `GitError` if git fails, or the source reader's error if sources
    ///   can't be read.
    init(
        of schema: DeclaredVersion, in project: Project, _ options: NextVersionOptions,
        history: (repository: GitRepository, sources: CommitSources)?
    ) throws {
        let all = { (schemas: [DeclaredVersion]) in Dictionary(schemas.map { ($0.name, $0) }) { first, _ in first } }
        let version = schema.version ?? schema.versionIdentifier
        let frozen = try VersionMatcher(project).pairs.first { pair in
            pair.declared?.name == schema.name && pair.frozen?.model != nil
        }?.frozen
        isFrozen = frozen != nil
        let frozenTag = try frozen.flatMap { try Self.lastTag(having: $0.fixture, of: project, history) }
        let shipped = frozenTag == nil ? try Self.lastTag(with: schema.name, history) : nil
        lastCommit = frozenTag ?? shipped?.commit
        func missing(_ what: NextVersionError.Missing) -> NextVersionError {
            .notShipped(schema: schema.name, version: version, schema.location, missing: what)
        }
        if lastCommit == nil, !options.evenUnshipped {
            let (records, _) = try ReleaseRecord.read(in: project.tree)
            let identity = frozen.flatMap { FixtureIdentity(of: $0.fixture) }
            let isRecorded = identity.map { identity in records.contains { $0.identity == identity } } ?? false
            let hasTags = try history?.repository.tags().isEmpty == false
            // If the tree has records and patterns of release tags, a version without a record or tag hasn't shipped.
            let areAllKnown = try !records.isEmpty && FixtureSettings.read(in: project.tree)?.releaseTags != nil
            if !isRecorded, hasTags || areAllKnown { throw missing(records.isEmpty ? .tag : .record) }
        }
        let model: SchemaVersion
        if let frozen {
            (model, origin) = (frozen.schemaVersion, "fixture " + frozen.fixture.folder)
        } else if let shipped {
            (model, origin) = (shipped.schema.schemaVersion, "tag " + shipped.tag)
        } else if let history {
            let head = try history.repository.commit(of: "HEAD")
            guard
                let committed = try history.sources.declarations(at: head).schemas.first(where: {
                    $0.name == schema.name
                })
            else {
                guard options.evenUnshipped else { throw missing(.commit) }
                (self.model, declared, schemas) = (schema.schemaVersion, schema, all(project.declarations.schemas))
                (place, origin) = (.project, "the sources")
                return
            }
            (model, origin) = (committed.schemaVersion, "commit " + head.shortID)
            lastCommit = head
        } else {
            let isFreezing = try !VersionMatcher(project).pairs.isEmpty
            guard !isFreezing || options.evenUnshipped else { throw missing(.fixture) }
            (model, origin) = (schema.schemaVersion, "the sources")
        }
        self.model = model
        let drift = try SchemaDrift(model, schema)
        guard let strongest = drift.strongest else {
            (declared, schemas, place) = (schema, all(project.declarations.schemas), .project)
            return
        }
        if strongest < .identity, options.hashModifiers.isEmpty {
            let current = try schema.decoded()
            throw NextVersionError.sameHash(
                schema: schema.name, version: version, changes: drift.changes.map(\.change), schema.location,
                attribute: drift.changes.lazy.compactMap { current?.attributeForHashModifier($0.change) }.first)
        }
        let folder = frozen.map { project.place(of: $0.fixture.folder).file }
        let missingSource = NextVersionError.noSource(
            schema: schema.name, version: version, schema.location, fixture: folder)
        guard let history else { throw missingSource }
        let head = try history.repository.commit(of: "HEAD")
        for commit in try history.repository.commitsOfSources(until: head) {
            let declarations = try history.sources.declarations(at: commit)
            guard let candidate = declarations.schemas.first(where: { $0.name == schema.name }), candidate.model != nil,
                try SchemaDrift(model, candidate).strongest == nil
            else { continue }
            (declared, schemas, place) = (candidate, all(declarations.schemas), .commit(commit))
            lastCommit = lastCommit ?? commit
            return
        }
        throw missingSource
    }

    /// Whether the version was edited in the project's sources after it shipped.
    var isEdited: Bool { if case .commit = place { true } else { false } }

    /// Returns the commit of the newest tag that contains a version's fixture. Returns nil if no tag contains it, or if
    /// the fixture is outside the project's folder.
    private static func lastTag(
        having fixture: FixtureFolder, of project: Project,
        _ history: (repository: GitRepository, sources: CommitSources)?
    ) throws -> GitRepository.Commit? {
        let prefix = project.options.directory + "/"
        let path = fixture.path(of: fixture.files.model)
        guard let history, path.hasPrefix(prefix) else { return nil }
        return try history.repository.tags().reversed().first { _, commit in
            try history.repository.has(String(path.dropFirst(prefix.count)), at: commit)
        }?.commit
    }

    /// Returns the newest tag whose sources declare the version, or nil if there is no such tag.
    private static func lastTag(
        with schema: String, _ history: (repository: GitRepository, sources: CommitSources)?
    ) throws -> (tag: String, commit: GitRepository.Commit, schema: DeclaredVersion)? {
        guard let history else { return nil }
        for (tag, commit) in try history.repository.tags().reversed() {
            if let found = try history.sources.declarations(at: commit).schemas.first(where: { $0.name == schema }) {
                return (tag, commit, found)
            }
        }
        return nil
    }
}
