import PermafrostSource

/// The facts of a test file: the subject and the expectations of its test. ``TestFileText`` writes the Swift source.
package struct TestFile: Sendable, Hashable {
    /// The name of the type that contains the test, and of the file without `.swift`.
    package var name: String
    /// The modules that declare the types in the test, sorted.
    package var modules: [String]
    /// The platforms that the types in the test are available on.
    package var availability = Availability()
    /// The test in the file.
    package var test: Test

    /// The kind of test in a file.
    package enum Test: Sendable, Hashable {
        /// A test that a frozen version's declaration is unchanged.
        case drift(TestFile.DriftTest)
        /// A test that stores migrate from one version to another with their data.
        case migration(TestFile.MigrationTest)
    }
}

extension TestFile {
    /// A test that a frozen version's declaration is unchanged.
    package struct DriftTest: Sendable, Hashable {
        /// The type that declares the version.
        package var schema: String
        /// The frozen version.
        package var fixture: TestFile.FrozenName
    }
}

extension TestFile {
    /// The name of a frozen version in a test.
    package struct FrozenName: Sendable, Hashable {
        package var version: String
        /// The folder of its group; nil if the fixture is in no group's folder.
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
    /// A test that stores migrate from one version to another with their data.
    package struct MigrationTest: Sendable, Hashable {
        /// The frozen version of the store.
        package var fixture: TestFile.FrozenName
        /// The version that the store migrates to.
        package var version: String
        /// The type that declares that version.
        package var schema: String
        package var plan: String
        /// The changes of data that the test must declare with a reason.
        package var expectations: [Expectation] = []
        /// The data that stays unchanged: for each entity of the new version, its name and the properties that stay
        /// unchanged.
        package var carried: [Carried] = []
        /// The new properties with their default values: `Post.stars` and the default as the source writes it.
        package var defaults: [NewProperty] = []

        /// A change of data that the test must declare.
        package struct Expectation: Sendable, Hashable {
            /// The kind of the change. Raw values are the names of the cases in PermafrostTesting.
            package enum Kind: String, Sendable, Hashable {
                /// The subject is only in the old version.
                case removed
                /// The subject is stored differently.
                case changed
                /// The subject is only in the new version, and the plan's own code sets its values.
                case added
            }

            package var kind: Kind
            /// The entity, or the property with its entity: `Post.subtitle`.
            package var subject: String
            /// A short description of the old and the new state.
            package var detail: String

            init(_ kind: Kind, _ subject: String, detail: String) {
                self.kind = kind
                self.subject = subject
                self.detail = detail
            }
        }

        /// An entity with its properties that stay unchanged.
        package struct Carried: Sendable, Hashable {
            /// The entity's name.
            package var entity: String
            /// The properties. A renamed property includes its old name: `content (was body)`.
            package var properties: [String]
        }

        /// A new property with its default value.
        package struct NewProperty: Sendable, Hashable {
            /// The property with its entity: `Post.stars`.
            package var subject: String
            /// The default, as the source writes it.
            package var value: String
        }
    }
}
