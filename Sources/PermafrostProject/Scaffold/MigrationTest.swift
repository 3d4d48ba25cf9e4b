/// A test that migrates a store from one version to another and checks that its data is kept.
package struct MigrationTest: Sendable, Hashable {
    /// The frozen version of the store that the test migrates.
    package var fixture: FrozenName
    /// The version that the store migrates to.
    package var version: String
    /// The type that declares the destination version.
    package var schema: String
    package var plan: String
    /// The changes to data that the test must declare. The user fills in the reasons.
    package var expectations: [Expectation] = []
    /// The removed data whose loss the plan declares.
    package var dropped: [Dropped] = []
    /// The data that stays unchanged. There is one element for each entity that has unchanged properties.
    package var carried: [Carried] = []
    /// The new properties that no custom stage can set, with their default values.
    package var defaults: [NewProperty] = []
    /// The destination's classes, keyed by entity. The example in an unfinished test uses them.
    package var classes: [String: String] = [:]
    /// Whether the destination is frozen.
    package var endsFrozen = true
    /// Whether the test fails until somebody writes assertions. This is true if the destination wasn't frozen when
    /// the test was first written.
    package var isUnfinished = false

    /// A change to data that the test must declare.
    package struct Expectation: Sendable, Hashable {
        /// The kinds of changes. The raw values are the names of the `ExpectedChange` functions that a test calls.
        package enum Kind: String, Sendable, Hashable {
            /// An operation moves the subject's values to another property.
            case renamed
            /// The subject exists only in the old version.
            case removed
            /// The subject is stored in different forms in the two versions.
            case changed
            /// The subject exists only in the new version. A custom stage can set its values.
            case added
        }

        package var kind: Kind
        /// The entity, or the property with its entity, such as `Post.subtitle`.
        package var subject: String
        /// The property that has the values of a renamed subject. Nil for other kinds.
        package var newSubject: String?
        /// A short description of the old and new states.
        package var detail: String
        /// The reason that the plan's operations give. Nil if the user must fill it in.
        package var reason: String?

        init(_ kind: Kind, _ subject: String, to newSubject: String? = nil, detail: String, reason: String? = nil) {
            self.kind = kind
            self.subject = subject
            self.newSubject = newSubject
            self.detail = detail
            self.reason = reason
        }
    }

    /// An entity, and its properties that stay unchanged.
    package struct Carried: Sendable, Hashable {
        package var entity: String
        /// The property names, in backticks. A renamed property includes its old name, as in
        /// `` `content` (was `body`) ``.
        package var properties: [String]
    }

    /// A removed entity or property, with the reason that the plan declares. The reason is empty if it isn't known.
    package struct Dropped: Sendable, Hashable {
        package var subject: String
        package var reason: String
    }

    /// A new property, with its default value.
    package struct NewProperty: Sendable, Hashable {
        /// The property with its entity, such as `Post.stars`.
        package var subject: String
        /// A description of the value that existing rows get, such as a default in backticks, `nil` or `empty`.
        package var value: String
    }
}
