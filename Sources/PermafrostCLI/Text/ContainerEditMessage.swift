import PermafrostSource

/// The sentences about containers that `adopt` doesn't edit.
struct ContainerEditMessage {
    /// The type of the version that the containers must open.
    let schema: String
    let plan: String

    /// The heading of the edits.
    var heading: String {
        "Make these edits by hand, and keep each configuration, because it determines the store's file:"
    }

    /// The sentence for an app without a known container.
    var missing: String {
        "No container with these models was found. Where the app makes it, pass \(arguments), and keep its configuration."
    }

    private var arguments: String { "for: Schema(versionedSchema: \(schema).self), migrationPlan: \(plan).self" }

    /// Returns the line about a change that the edits don't make, or nil if they are complete.
    func line(_ suggestion: ContainerSuggestion, at place: String) -> String? {
        guard suggestion.hasEdit else {
            return "\(place): make the container with ModelContainer(\(arguments)), and the same configuration"
        }
        return switch suggestion.rest {
        case .models: "\(place): also make its schema with Schema(versionedSchema: \(schema).self)"
        case .arguments(let labels):
            "\(place): .modelContainer(_:) doesn't accept \(labels.map { $0 + ":" }.listed). Set this on the container or "
                + "its main context"
        case nil: nil
        }
    }
}
