import PermafrostSource

/// A description of a test file. ``TestFileText`` creates the Swift source.
package struct TestFile: Sendable, Hashable {
    /// The name of the type that contains the test. The file's name is this name with `.swift`.
    package var name: String
    /// The modules to import for the types in the test, sorted. The module that contains the test isn't included.
    package var modules: [String]
    /// The platform versions that the types in the test require.
    package var availability = Availability()
    package var test: Test

    package enum Test: Sendable, Hashable {
        /// A test that checks that a frozen version's declaration is unchanged.
        case drift(DriftTest)
        /// A test that migrates a store from one version to another and checks that its data is kept.
        case migration(MigrationTest)
        /// A test that checks that a plan rejects the store of a retired version.
        case retirement(RetirementTest)
    }
}

extension TestFile.Test {
    /// Whether the test fails until somebody writes assertions. A drift test never does.
    package internal(set) var isUnfinished: Bool {
        get { if case .migration(let test) = self { test.isUnfinished } else { false } }
        set {
            guard case .migration(var test) = self else { return }
            test.isUnfinished = newValue
            self = .migration(test)
        }
    }
}
