/// The options of `scaffold`, such as the tests to write and their folder.
package struct ScaffoldRequest: Sendable, Hashable, Codable {
    /// The tests to write.
    package enum Selection: Sendable, Hashable, Codable {
        /// A drift test for each frozen version, and migration tests for consecutive frozen versions and from the
        /// oldest to the newest.
        case all
        /// The tests of ``all``, and a test of the migration to a version that isn't frozen yet, from the newest frozen
        /// version before it. The value is the type that declares the unfrozen version.
        case allAndNext(schema: String)
        /// The test of a migration between two versions. Only `from` must be frozen.
        case migration(from: String, to: String)
        /// The drift test of one version.
        case drift(String)
    }

    package var selection: Selection
    /// The absolute path of the test folder. If nil, the folder is determined from the manifest or the Xcode project's
    /// folders.
    package var tests: String?
    /// The test framework. If nil, an existing file keeps its framework, and a new file uses the test target's
    /// framework.
    package var framework: TestFramework?
    /// Whether to replace the files that an earlier run wrote and nobody edited.
    package var replaces: Bool

    package init(
        _ selection: Selection = .all, tests: String? = nil, framework: TestFramework? = nil,
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
