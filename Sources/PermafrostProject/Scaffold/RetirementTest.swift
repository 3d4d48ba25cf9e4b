/// A test that checks that a plan rejects the store of a retired version.
package struct RetirementTest: Sendable, Hashable {
    package var fixture: FrozenName
    package var plan: String
}
