import PermafrostModel

/// A fixture that matches several declarations.
struct AmbiguousFixture: Sendable {
    let version: String
    let groups: [String]
    /// The groups' folders in the fixture tree, in the order of ``groups``.
    let folders: [String]
    let location: SourceLocation
}
