import PermafrostDeclarations
import PermafrostModel

/// The shapes in which a project's versions really shipped, by its tags.
package struct ProjectHistory: Sendable {
    /// One shape of a version: declarations with equal version hashes.
    package struct Shape: Sendable, Hashable {
        /// The group's name.
        package let group: String
        /// The version's name.
        package let version: String
        /// The type that declared it.
        package let schema: String
        /// Core Data's checksum over its version hashes, by which its stores are known.
        package let versionChecksum: String
        /// The tags that it shipped in, oldest first.
        package internal(set) var tags: [String]
        /// The version that has these hashes today; nil where none has.
        package let describedBy: String?
    }

    /// The shapes, by group, version and first tag.
    package private(set) var shapes: [Shape] = []
    /// How many tags were replayed.
    package let tagCount: Int
    /// What was found: a shape that no version describes, sources of a tag that cannot be read.
    package private(set) var findings: [Finding] = []

    /// Replays every tag.
    ///
    /// - Parameter project: the project as it is today.
    /// - Throws: ``GitError``, ``ProjectError/noTags``, or what the reader throws.
    package init(
        _ project: Project, repository: GitRepository, sources: CommitSources
    ) throws {
        let tags = try repository.tags()
        guard !tags.isEmpty else { throw ProjectError.noTags }
        tagCount = tags.count
        let today = Self.descriptions(of: project)
        for (tag, commit) in tags {
            let declarations = try sources.declarations(at: commit)
            for group in VersionGroup.groups(of: declarations) where project.selects(group) {
                for schema in group.schemas { add(schema, of: group.name, tag, today) }
            }
            findings += Self.problems(of: declarations, tag)
        }
        let order = Dictionary(tags.enumerated().map { ($1.name, $0) }) { first, _ in first }
        shapes.sort { left, right in
            if left.group != right.group { return left.group < right.group }
            if left.version != right.version { return VersionOrder(left.version) < VersionOrder(right.version) }
            return order[left.tags[0], default: 0] < order[right.tags[0], default: 0]
        }
        for shape in shapes where shape.describedBy == nil {
            findings.append(
                Finding(
                    .undescribedShape(tags: shape.tags), severity: .error, group: shape.group, version: shape.version,
                    schema: shape.schema))
        }
    }

    private mutating func add(_ schema: DeclaredSchema, of group: String, _ tag: String, _ today: [String: String]) {
        guard let checksum = schema.model?.versionChecksum else { return }
        let version = schema.version ?? schema.versionIdentifier
        let known = shapes.firstIndex {
            $0.group == group && $0.version == version && $0.versionChecksum == checksum && $0.schema == schema.name
        }
        if let known {
            shapes[known].tags.append(tag)
        } else {
            shapes.append(
                Shape(
                    group: group, version: version, schema: schema.name, versionChecksum: checksum, tags: [tag],
                    describedBy: today[checksum]))
        }
    }

    /// The version that has each checksum today.
    private static func descriptions(of project: Project) -> [String: String] {
        let schemas = project.groups.flatMap(\.schemas)
        return Dictionary(
            schemas.compactMap { schema in
                schema.model.map { ($0.versionChecksum, schema.version ?? schema.versionIdentifier) }
            }
        ) { first, _ in first }
    }

    private static func problems(of declarations: ArchivedDeclarations, _ tag: String) -> [Finding] {
        (declarations.issues + declarations.schemas.flatMap(\.issues)).filter { $0.severity == .error }.map { issue in
            Finding(
                .source(issue.problem), severity: .error,
                location: SourceLocation(
                    file: "\(tag):\(issue.location.file)", line: issue.location.line, column: issue.location.column),
                reference: tag)
        }
    }
}
