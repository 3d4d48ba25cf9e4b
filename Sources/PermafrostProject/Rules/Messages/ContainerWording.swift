import PermafrostModel

/// The consequences of a container that doesn't fit its plan.
enum ContainerWording {
    /// The container's models are not those of the plan's last version.
    static let cannotBeMade =
        "Every user whose store has to be migrated: the container cannot be made "
        + "(\(CoreDataFailure.unknownCoordinatorModelVersion.code))"
}
