import PermafrostModel

/// A version that the branch added, changed, removed, retired or froze.
package struct ReviewVersion: Sendable, Hashable, Encodable {
    package enum Status: String, Sendable, Hashable, CaseIterable, Encodable {
        /// The base doesn't declare the version.
        case added
        /// The declaration differs from the base's.
        case changed
        /// Only the base declares the version.
        case removed
        /// Only the base declares the version, and the branch's plan declares it as retired.
        case retired
        /// The declaration is the same.
        case unchanged
    }

    /// The change that the branch made to a version's fixture.
    package enum Freeze: String, Sendable, Hashable, CaseIterable, Encodable {
        /// The base has no fixture of the version.
        case new
        /// The base has a different fixture of the version.
        case replaced
        /// Only the base has a fixture of the version.
        case removed
        /// The fixture is the same.
        case unchanged
        /// Neither the branch nor the base has a fixture of the version.
        case none
    }

    package var group: String
    package var name: String
    /// The type that declares the version. Nil if it isn't known, or if the models have no `VersionedSchema`.
    package var schema: String?
    package var status: Status
    package var freeze: Freeze
    /// The most serious kind of drift that `check` reports, or nil if the version may still be edited.
    package var drift: ModelChange.Kind?
    /// The differences between the base's declaration and the branch's.
    package var changes: [ReviewChange]
    /// The tests that check the version for drift.
    package var tests: [ReviewTest]
    package var file: String?
    package var line: Int?

    package init(
        group: String, name: String, schema: String?, status: Status, freeze: Freeze,
        drift: ModelChange.Kind? = nil, changes: [ReviewChange] = [], tests: [ReviewTest] = [], file: String? = nil,
        line: Int? = nil
    ) {
        self.group = group
        self.name = name
        self.schema = schema
        self.status = status
        self.freeze = freeze
        self.drift = drift
        self.changes = changes
        self.tests = tests
        self.file = file
        self.line = line
    }

    private enum CodingKeys: String, CodingKey {
        case group, schema, status, drift, changes, tests, file, line
        case name = "version"
        case freeze = "fixture"
    }

    /// Whether only the base declares the version.
    package var isUndeclared: Bool { status == .removed || status == .retired }

    /// The type and name, such as `PostsSchemaV1 1.0.0`.
    package var title: String {
        schema.map { VersionTitle(schema: $0, name: name).description } ?? name
    }
}
