import PermafrostModel
import PermafrostStore

/// The schemas that shipped, but that no version of a plan without stages declares. Their stores open by inference until
/// the first stage is added.
package struct LockedOutShapes: Sendable, Encodable {
    /// A schema that shipped, with the releases that contain it.
    package struct Shape: Sendable, Hashable, Encodable {
        /// The type that declared the schema.
        package let schema: String
        /// The name of the version that it declared.
        package let version: String
        /// The tags that contain the schema, oldest first. Empty if it is known only from a fixture.
        package let tags: [String]
        /// The path of the fixture with the schema, relative to the fixture tree. Nil if it isn't frozen.
        package let fixture: String?
    }

    /// The schemas, in the order of their versions.
    package let shapes: [Shape]
    /// Whether other schemas may have shipped, because the project has no tags, or because some tags or their sources
    /// can't be read.
    package let isIncomplete: Bool

    private enum CodingKeys: String, CodingKey {
        case shapes = "schemas"
        case isIncomplete
    }

    /// Finds the schemas.
    ///
    /// - Parameters:
    ///   - project: the project, read as if the next version had already been written.
    ///   - group: the name of the plan's group.
    ///   - history: the project's repository and the sources at its commits, or nil if there is no repository.
    /// - Throws: `GitError` if git fails, a ``ProjectError`` if a model can't be decoded, or the source reader's error.
    init(
        _ project: Project, group: String, history: (repository: GitRepository, sources: CommitSources)?
    ) throws {
        let matcher = try VersionMatcher(project)
        let past = try history.map {
            try ProjectHistory.run(project, repository: $0.repository, sources: $0.sources, matcher, needsTags: false)
        }
        let tagged = past?.shapes.filter { $0.group == group && !$0.isDescribed } ?? []
        var known = Set(project.declaredNames.keys).union(tagged.map(\.versionChecksum))
        var shapes = tagged.map {
            Shape(schema: $0.schema, version: $0.version, tags: $0.tags, fixture: $0.fixture)
        }
        for pair in matcher.pairs where pair.group?.name == group {
            guard let frozen = pair.frozen, let model = frozen.model, known.insert(model.versionChecksum).inserted
            else {
                continue
            }
            switch pair.match {
            case .same, .gone, .ambiguous: break
            case .superseded, .retired, .leftOut: continue
            }
            shapes.append(
                Shape(
                    schema: frozen.schema ?? group, version: frozen.version.description, tags: [],
                    fixture: frozen.fixture.folder))
        }
        self.shapes = shapes.sorted { VersionOrder($0.version) < VersionOrder($1.version) }
        isIncomplete = past.map { $0.tagCount == 0 || $0.isShallow || !$0.unreadTags.isEmpty } ?? true
    }
}
