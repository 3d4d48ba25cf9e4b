/// A reference to a frozen version in a test.
package struct FrozenName: Sendable, Hashable {
    package var version: String
    /// The folder of the fixture's group, or nil if the fixture isn't in a group's folder.
    package var group: String?
}
