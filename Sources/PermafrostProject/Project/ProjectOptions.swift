import PermafrostSource

/// The options of a command: the project's folder, the place of its fixtures, and the part of the project to use.
package struct ProjectOptions: Sendable {
    /// The absolute path of the project's folder.
    package var directory: String
    /// The fixture tree's folder, as given by the user; nil to find it.
    package var fixtures: String?
    /// Whether a given fixture tree must exist because the command doesn't create it.
    package var requiresTree = false
    /// The plan whose group is selected (`--plan`).
    package var plan: String?
    /// The schema whose group is selected (`--schema`).
    package var schema: String?
    /// The model classes of an app without a `VersionedSchema` (`--models`).
    package var models: [String]
    /// Core Data models (`--model`), relative to the project's folder.
    package var coreDataModels: [String]
    /// The target whose files are read (`--target`); nil for all targets.
    package var target: String?
    /// Whether folders of tests are read.
    package var includesTests: Bool
    /// Whether the results of earlier runs are used.
    package var usesCache: Bool
    /// Whether code is also read, to find the containers that it creates and the fetches in hooks.
    package var readsCode = false
    /// The texts of files that are not written yet, by path.
    var overlay: [String: String] = [:]

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

    /// The request for the source reader.
    package var request: SourceRequest {
        var request = SourceRequest(
            directory: directory, includesTests: includesTests, models: models, coreDataModels: coreDataModels,
            target: target, readsCode: readsCode)
        request.overlay = overlay
        return request
    }
}
