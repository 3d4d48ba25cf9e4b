import PermafrostSource

/// A test file as facts: what is tested, and what the test expects. ``TestFileText`` makes Swift of it.
package struct TestFile: Sendable, Hashable {
    /// The name of the type that holds the test, and of the file less `.swift`.
    package var name: String
    /// The modules that declare what the test names, sorted.
    package var modules: [String]
    /// What the declarations that the test names need of the platforms.
    package var availability = Availability()
    /// What is tested.
    package var test: Test

    /// What a test file tests.
    package enum Test: Sendable, Hashable {
        /// That a frozen version is declared as it was frozen.
        case drift(TestFile.DriftTest)
        /// That stores of one version come to another with their data.
        case migration(TestFile.MigrationTest)
    }
}

extension TestFile {
    /// A test that a frozen version is declared as it was frozen.
    package struct DriftTest: Sendable, Hashable {
        /// The type that declares the version.
        package var schema: String
        /// What was frozen.
        package var fixture: TestFile.FrozenName
    }
}

extension TestFile {
    /// A frozen version as a test names it.
    package struct FrozenName: Sendable, Hashable {
        /// The version.
        package var version: String
        /// The folder of its group; nil in a tree without groups.
        package var group: String?
    }
}

extension TestFile {
    /// The framework that a test file is written for.
    package enum TestFramework: String, Sendable, Hashable, CaseIterable {
        case xctest
        case swiftTesting = "swift-testing"
    }
}

extension TestFile {
    /// A test that stores of one version come to another with their data.
    package struct MigrationTest: Sendable, Hashable {
        /// The frozen version that the store is of.
        package var fixture: TestFile.FrozenName
        /// The version that it migrates to.
        package var version: String
        /// The type that declares that version.
        package var schema: String
        /// The migration plan.
        package var plan: String
        /// What does not come over as it was, to be declared with its reason.
        package var expectations: [Expectation] = []
        /// What comes over as it was: for each entity of the new version its name and those properties.
        package var carried: [Carried] = []
        /// New properties that are at their defaults: `Post.stars` and the default as source writes it.
        package var defaults: [NewProperty] = []

        /// One thing that does not come over as it was.
        package struct Expectation: Sendable, Hashable {
            /// What becomes of it. Raw values are the cases' names in PermafrostTesting.
            package enum Kind: String, Sendable, Hashable {
                /// It is in the old version alone.
                case removed
                /// It is stored otherwise.
                case changed
                /// It is in the new version alone, and the plan's own code gives it its values.
                case added
            }

            /// What becomes of it.
            package var kind: Kind
            /// The entity, or the property with its entity: `Post.subtitle`.
            package var subject: String
            /// What it was and what it is, in a few words.
            package var detail: String

            /// An expectation.
            init(_ kind: Kind, _ subject: String, detail: String) {
                self.kind = kind
                self.subject = subject
                self.detail = detail
            }
        }

        /// An entity with the properties that come over as they were.
        package struct Carried: Sendable, Hashable {
            /// The entity's name.
            package var entity: String
            /// The properties; one that was renamed with its old name: `content (was body)`.
            package var properties: [String]
        }

        /// A new property at its default.
        package struct NewProperty: Sendable, Hashable {
            /// The property with its entity: `Post.stars`.
            package var subject: String
            /// The default, as source writes it.
            package var value: String
        }
    }
}
