import Foundation

/// What a save tells the store of the context that asks for it.
public struct EditingState: Sendable, Identifiable {
    /// What tells the context from others.
    public let id: UUID
    /// The name under which the history keeps the context's saves.
    public var author: String?

    init() { id = UUID() }
}
