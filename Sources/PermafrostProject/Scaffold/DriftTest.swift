/// A test that checks that a frozen version's declaration is unchanged.
package struct DriftTest: Sendable, Hashable {
    /// The type that declares the version.
    package var schema: String
    package var fixture: FrozenName
}
