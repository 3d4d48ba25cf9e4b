import PermafrostSource

/// The options of a command that specify the project's folder, its fixture tree, and the selected part of the project.
package struct ProjectOptions: Sendable {
    /// The absolute path of the project's folder.
    package var directory: String
    /// The fixture tree's folder as specified by the user (`--fixtures`). If nil, the default locations are searched.
    package var fixtures: String?
    /// Whether a specified fixture tree must exist. True for commands that don't create it.
    package var requiresTree = false
    /// The name of the plan or group to select (`--plan`), or nil without this option.
    package var plan: String?
    /// The name of a group, or of a schema whose group is selected (`--schema`). Nil without this option.
    package var schema: String?
    /// The names of the model classes of an app without a `VersionedSchema` (`--models`).
    package var models: [String]
    /// The paths of the Core Data models to select (`--model`), relative to the project's folder. If empty, all models
    /// of the project are read.
    package var coreDataModels: [String]
    /// The target whose files are read (`--target`). If nil, the files of all targets are read.
    package var target: String?
    /// The platform whose stores are frozen (`--platform`), or nil for iOS. If the app isn't built for that platform,
    /// the stores on another platform are frozen.
    package var platform: Platform?
    package var includesTests: Bool
    /// Whether to use the results of earlier runs.
    package var usesCache: Bool
    /// Whether to also read the code in functions, to find containers, store copies, batch deletes and the fetches in
    /// migration hooks.
    package var readsCode = false
    /// The contents of files that haven't been written yet, keyed by path relative to the project's folder.
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

    /// The options for reading the sources, in the form that a ``ProjectReader`` requires.
    package var request: SourceRequest {
        var request = SourceRequest(
            directory: directory, includesTests: includesTests, models: models, coreDataModels: coreDataModels,
            target: target, readsCode: readsCode)
        request.platform = platform
        request.overlay = overlay
        return request
    }
}
