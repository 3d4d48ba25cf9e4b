import PermafrostModel

/// A request to draft an unversioned app's first versions and their migration plan. ``AdoptionWriter`` returns the
/// files, but doesn't write them to disk.
package struct AdoptionRequest: Sendable, Hashable {
    package struct Version: Sendable, Hashable {
        /// The name of the version's type.
        package var type: String
        /// The version's identifier, as three numbers.
        package var identifier: [Int]
        /// The tags of the releases that shipped the version, such as `v1.2 … v1.6`, for a comment in the declaration.
        package var releases: String
        /// The location of each entity's class in ``sources`` or, if that is nil, in the project, keyed by entity name.
        package var classes: [String: SourceLocation]
        /// The contents of the Swift files that shipped the classes, keyed by path. Nil if the version lists the
        /// project's current classes.
        package var sources: [String: String]?

        package init(
            type: String, identifier: [Int], releases: String, classes: [String: SourceLocation],
            sources: [String: String]?
        ) {
            self.type = type
            self.identifier = identifier
            self.releases = releases
            self.classes = classes
            self.sources = sources
        }
    }

    /// The absolute path of the project's folder.
    package var directory: String
    /// The path of a file that declares one of the app's classes. New files are placed in the same folder. If they
    /// wouldn't belong to the same targets, their declarations are appended to this file instead.
    package var neighbor: String
    /// The name of the plan's type.
    package var plan: String
    /// The versions, oldest first.
    package var versions: [Version]
    /// The kinds of the stages between neighboring versions, in order.
    package var stages: [PlanStage.Kind]
    /// The containers that need the plan.
    package var containers: [PlanlessContainer]

    package init(
        directory: String, neighbor: String, plan: String, versions: [Version], stages: [PlanStage.Kind],
        containers: [PlanlessContainer]
    ) {
        self.directory = directory
        self.neighbor = neighbor
        self.plan = plan
        self.versions = versions
        self.stages = stages
        self.containers = containers
    }
}
