import PermafrostSource

/// What a command looks at: the project's folder, where its fixtures are, and which part of it is meant.
package struct ProjectOptions: Sendable {
    /// The project's folder, absolute.
    package var directory: String
    /// The fixture tree's folder, as given; nil to find it.
    package var fixtures: String?
    /// Whether a fixture tree that was given must exist: nothing will make it.
    package var requiresTree = false
    /// The plan whose group is meant (`--plan`).
    package var plan: String?
    /// The schema whose group is meant (`--schema`).
    package var schema: String?
    /// The classes of an app without a `VersionedSchema` (`--models`).
    package var models: [String]
    /// Core Data models (`--model`), relative to the project's folder.
    package var coreDataModels: [String]
    /// The target whose files are read (`--target`); nil for all.
    package var target: String?
    /// Whether folders of tests are read.
    package var includesTests: Bool
    /// Whether what was parsed before is used.
    package var usesCache: Bool
    /// Whether code is read, too, for containers that it makes and what hooks fetch.
    package var readsCode = false
    /// The texts of files that are not written yet, by their paths.
    var overlay: [String: String] = [:]

    /// Options for a project.
    package init(
        directory: String, fixtures: String? = nil, plan: String? = nil, schema: String? = nil, models: [String] = [],
        coreDataModels: [String] = [], target: String? = nil, includesTests: Bool = false, usesCache: Bool = true
    ) {
        self.directory = directory
        self.fixtures = fixtures
        self.plan = plan
        self.schema = schema
        self.models = models
        self.coreDataModels = coreDataModels
        self.target = target
        self.includesTests = includesTests
        self.usesCache = usesCache
    }

    /// What is read of the project.
    package var request: SourceRequest {
        var request = SourceRequest(
            directory: directory, includesTests: includesTests, models: models, coreDataModels: coreDataModels,
            target: target, readsCode: readsCode)
        request.overlay = overlay
        return request
    }
}
