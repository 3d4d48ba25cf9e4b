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
        case drift(DriftTest)
        /// That stores of one version come to another with their data.
        case migration(MigrationTest)
    }
}

/// The framework that a test file is written for.
package enum TestFramework: String, Sendable, Hashable, CaseIterable {
    case xctest
    case swiftTesting = "swift-testing"
}

/// A frozen version as a test names it.
package struct FrozenName: Sendable, Hashable {
    /// The version.
    package var version: String
    /// The folder of its group; nil in a tree without groups.
    package var group: String?
}

/// A test that a frozen version is declared as it was frozen.
package struct DriftTest: Sendable, Hashable {
    /// The type that declares the version.
    package var schema: String
    /// What was frozen.
    package var fixture: FrozenName
}
