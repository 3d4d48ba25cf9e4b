import PermafrostModel

/// A container that opens the app's store without a plan.
package struct PlanlessContainer: Sendable, Hashable {
    package var location: SourceLocation
    /// Whether the draft may edit the container. If not, its edit is only suggested.
    package var isEditable: Bool

    package init(location: SourceLocation, isEditable: Bool) {
        self.location = location
        self.isEditable = isEditable
    }
}
