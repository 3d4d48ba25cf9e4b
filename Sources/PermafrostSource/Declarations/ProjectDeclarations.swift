/// Everything that a project's sources declare about its schemas.
package struct ProjectDeclarations: Sendable, Codable {
    /// Every schema version, sorted by file and line.
    package var schemas: [DeclaredVersion]
    /// Every migration plan, sorted by file and line.
    package var plans: [PlanDeclaration]
    /// Where containers are made, by file and place; empty if code was not to be read.
    package var containers: [ContainerDeclaration]
    /// Copies of stores' files alone; empty if code was not to be read.
    package var storeCopies: [StoreCopyDeclaration]
    /// What was found outside any one schema or plan: files that could not be read or parsed.
    package var issues: [SourceIssue]
    /// What project files and manifests say of targets.
    package var targets = ProjectTargets()
    /// How many Swift files the project holds, and how many of them had to be parsed.
    package var fileCount: Int
    package var parsedFileCount: Int

    /// Declarations.
    package init(
        schemas: [DeclaredVersion] = [], plans: [PlanDeclaration] = [], containers: [ContainerDeclaration] = [],
        storeCopies: [StoreCopyDeclaration] = [], issues: [SourceIssue] = [], fileCount: Int = 0,
        parsedFileCount: Int = 0
    ) {
        self.schemas = schemas
        self.plans = plans
        self.containers = containers
        self.storeCopies = storeCopies
        self.issues = issues
        self.fileCount = fileCount
        self.parsedFileCount = parsedFileCount
    }
}

/// What to read of a project.
package struct SourceRequest: Sendable, Hashable, Codable {
    /// The project's folder, absolute.
    package var directory: String
    /// Whether folders of tests are read.
    package var includesTests: Bool
    /// The classes of an app without any `VersionedSchema` (`--models A,B`); empty to infer them.
    package var models: [String]
    /// Whether classes of `models` may be missing, as at a commit before they came.
    package var mayLackModels = false
    /// Core Data models (`--model App.xcdatamodeld`), relative to the project's folder.
    package var coreDataModels: [String]
    /// The one target whose files are read (`--target App`); nil for all.
    package var target: String?
    /// Whether code is read, too, for containers that it makes and what hooks fetch.
    package var readsCode: Bool
    /// The texts of files, by their paths, in the place of those in the folder: files that are not written yet.
    package var overlay: [String: String] = [:]

    /// A request.
    package init(
        directory: String, includesTests: Bool = false, models: [String] = [], coreDataModels: [String] = [],
        target: String? = nil, readsCode: Bool = false
    ) {
        self.target = target
        self.directory = directory
        self.includesTests = includesTests
        self.models = models
        self.coreDataModels = coreDataModels
        self.readsCode = readsCode
    }
}
