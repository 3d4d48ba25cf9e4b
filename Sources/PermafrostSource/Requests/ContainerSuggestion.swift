import PermafrostModel

/// A container that isn't edited.
package struct ContainerSuggestion: Sendable, Hashable {
    /// A change that the edit doesn't make.
    package enum Rest: Sendable, Hashable {
        /// The list of the container's models, which isn't in the call.
        case models
        /// The arguments of SwiftUI's modifier that it doesn't accept together with a container.
        case arguments([String])
    }

    package var location: SourceLocation
    /// Whether ``NextVersionDraft/suggestedFiles`` have an edit of the container. If not, the call must be replaced.
    package var hasEdit: Bool
    /// The change that the edit doesn't make, or nil if it is complete.
    package var rest: Rest?
}
