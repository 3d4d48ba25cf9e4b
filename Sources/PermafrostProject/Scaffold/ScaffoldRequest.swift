/// The options of `scaffold`, such as the tests to write and their folder.
package struct ScaffoldRequest: Sendable {
    /// The tests to write.
    package enum Selection: Sendable, Hashable {
        /// A drift test for each frozen version, and the tests of the migrations between them.
        case all
        /// The same tests, and the test of the migration from the newest frozen version to a declared version. The
        /// value is the type that declares the version.
        case allAndNext(schema: String)
        /// The test of one migration. Only the version that the store has must be frozen.
        case migration(from: String, to: String)
        /// The drift test of one version.
        case drift(String)
    }

    package var selection: Selection
    /// The absolute path of the test folder, or nil to search for it.
    package var tests: String?
    /// The test framework, or nil to use the test target's framework.
    package var framework: TestFile.TestFramework?
    /// Whether to replace the files that an earlier run wrote and nobody edited.
    package var replaces: Bool

    package init(
        _ selection: Selection = .all, tests: String? = nil, framework: TestFile.TestFramework? = nil,
        replaces: Bool = false
    ) {
        self.selection = selection
        self.tests = tests
        self.framework = framework
        self.replaces = replaces
    }

    /// Whether the request specifies the versions to test.
    var isOfSpecifiedVersions: Bool {
        switch selection {
        case .all, .allAndNext: false
        case .migration, .drift: true
        }
    }
}

/// The reason that the requested tests can't be written.
package enum ScaffoldError: Error, Sendable, Hashable {
    /// The version is declared but not frozen. The test needs its fixture. The last value contains the frozen versions.
    case notFrozen(version: String, isMigration: Bool, frozen: [String])
    /// The migration would start and end at the same version.
    case sameVersion(String)
    /// The migration would end at a version that precedes its start.
    case backwards(from: String, to: String)
    /// The versions belong to different migration plans.
    case otherPlan(from: String, plan: String, to: String, other: String)
}
