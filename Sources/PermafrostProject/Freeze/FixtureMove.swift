/// The move of one fixture. Both folders are relative to the fixture tree.
package struct FixtureMove: Sendable, Hashable, Encodable {
    package let group: String
    package let version: String
    package let from: String
    package let to: String
}
