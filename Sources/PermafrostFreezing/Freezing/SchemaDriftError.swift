import Permafrost

/// The error that `requireNoDrift()` throws if a version's live types differ from its
/// fixture.
public struct SchemaDriftError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The differences between the live types and the fixture.
    public let diff: FixtureDiff

    /// Creates an error with the given differences.
    public init(diff: FixtureDiff) { self.diff = diff }

    /// A list of every difference, followed by the affected users and the fix for the most serious one.
    public var description: String { diff.description }
}
