import PermafrostModel

/// The versions whose model classes ``SquashWriter`` makes compact, and the other declarations of the project.
package struct SquashRequest: Sendable {
    /// A declared version with its model classes.
    package struct Version: Sendable {
        /// The qualified name of the type that declares the version.
        package var type: String
        /// The location of the type's name.
        package var location: SourceLocation
        /// The locations of the model classes' names, keyed by class name.
        package var classes: [String: SourceLocation]

        package init(type: String, location: SourceLocation, classes: [String: SourceLocation]) {
            self.type = type
            self.location = location
            self.classes = classes
        }
    }

    /// The project's folder.
    package var directory: String
    /// All versions that the project declares.
    package var versions: [Version]
    /// The names of the types of the versions to squash.
    package var squashed: Set<String>
    /// The locations of the classes that the app uses, because a newest version lists them. They aren't changed.
    package var live: Set<SourceLocation>
    /// The locations of the plans' types, keyed by the plans' names. A plan without a type, which is a constant, has no
    /// location.
    package var plans: [String: SourceLocation?]

    package init(
        directory: String, versions: [Version], squashed: Set<String>, live: Set<SourceLocation>,
        plans: [String: SourceLocation?]
    ) {
        self.directory = directory
        self.versions = versions
        self.squashed = squashed
        self.live = live
        self.plans = plans
    }
}
