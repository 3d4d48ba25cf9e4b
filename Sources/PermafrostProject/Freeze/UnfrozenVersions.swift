import PermafrostSource

/// The declared versions that are not frozen, each with the tag as of which it is.
///
/// A store of a version has what was declared where a container opened it. The last tag of which one did has the version as it
/// shipped; a later edit, which the last tag that merely declares it may have, is in no store. Where none opened it, that one serves.
package struct UnfrozenVersions: Sendable {
    /// A version that is not frozen yet.
    package struct Version: Sendable, Hashable {
        package let name: String
        package let schema: String
        /// The tag; nil if it is frozen as the sources have it, since no tag has its type.
        package let tag: String?
    }

    /// Those that a tag has, or all in a project without tags.
    package private(set) var shipped: [Version] = []
    /// Those that no tag has: they are frozen when they ship.
    package private(set) var unshipped: [Version] = []

    /// - Parameter replay: the repository, its sources and the shapes at its tags; nil without tags.
    /// - Throws: `GitError`, `FileError`, or what the reader of sources throws.
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
        // Shapes that shipped may have got their types since, as by `adopt`.
        let shapes = Set(replay.history.shipped.compactMap { $0.schema.model?.versionChecksum })
        for schema in open {
            let version = Version(name: project.versionName(of: schema), schema: schema.name, tag: last[schema.name])
            let isShipped = version.tag != nil || schema.model.map { shapes.contains($0.versionChecksum) } ?? false
            if isShipped { shipped.append(version) } else { unshipped.append(version) }
        }
    }
}
