import PermafrostSource

/// The declared versions that are not frozen, each with the tag to freeze it at.
///
/// A store of a version has the schema that was declared when a container opened it. So the tag is the last one at
/// which a container opened the version: that is the version as it shipped. A later tag may only declare the version,
/// with an edit that no store has. If no container opened the version, the last tag that declares it is used.
package struct UnfrozenVersions: Sendable {
    /// A version that is not frozen yet.
    package struct Version: Sendable, Hashable {
        package let name: String
        package let schema: String
        /// The tag; nil if no tag has the type, and the version is frozen from the current sources.
        package let tag: String?
    }

    /// The versions that a tag has; in a project without tags, all of them.
    package private(set) var shipped: [Version] = []
    /// The versions that no tag has. They are frozen when they ship.
    package private(set) var unshipped: [Version] = []

    /// - Parameter replay: the repository, its sources, and the shapes at its tags; nil without tags.
    /// - Throws: `GitError`, `FileError`, or an error of the source reader.
    init(
        of group: VersionGroup, in project: Project,
        _ replay: (repository: GitRepository, sources: CommitSources, history: ProjectHistory)?
    ) throws {
        let frozen = Set(try VersionMatcher(project).pairs.compactMap(\.declared?.name))
        let open = group.schemas.filter { !frozen.contains($0.name) }
        guard let replay else {
            shipped = open.map { Version(name: project.versionName(of: $0), schema: $0.name, tag: nil) }
            return
        }
        var last: [String: String] = [:]
        for (tag, commit) in try replay.repository.tags() {
            for schema in try replay.sources.declarations(at: commit).schemas where schema.model != nil {
                last[schema.name] = tag
            }
        }
        for one in replay.history.shipped where one.isOpened && one.schema.model != nil {
            last[one.schema.name] = one.tag
        }
        // A shape that shipped may have received its type later, for example from `adopt`.
        let shapes = Set(replay.history.shipped.compactMap { $0.schema.model?.versionChecksum })
        for schema in open {
            let version = Version(name: project.versionName(of: schema), schema: schema.name, tag: last[schema.name])
            let isShipped = version.tag != nil || schema.model.map { shapes.contains($0.versionChecksum) } ?? false
            if isShipped { shipped.append(version) } else { unshipped.append(version) }
        }
    }
}
