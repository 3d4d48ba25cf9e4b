import PermafrostModel

/// A container that opens the app's store without a plan.
package struct PlanlessContainer: Sendable, Hashable {
    package var location: SourceLocation
    /// Whether the draft may edit the container. If not, its edit is only suggested.
    package var isEditable: Bool
    /// Whether the container is known to have only some of the plan's models. An edit must then replace its models.
    package var lacksModels: Bool

    package init(location: SourceLocation, isEditable: Bool, lacksModels: Bool = false) {
        self.location = location
        self.isEditable = isEditable
        self.lacksModels = lacksModels
    }
}
