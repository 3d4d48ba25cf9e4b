/// Everything that a project's sources declare about its schemas.
public struct ProjectDeclarations: Sendable {
    /// Every schema version, sorted by file and line.
    public var schemas: [SchemaDeclaration]
    /// Every migration plan, sorted by file and line.
    public var plans: [PlanDeclaration]
    /// Where containers are made, by file and place; empty where code was not to be read.
    public var containers: [ContainerDeclaration]
    /// Copies of stores' files alone; empty where code was not to be read.
    public var storeCopies: [StoreCopyDeclaration]
    /// What was found outside any one schema or plan: files that could not be read or parsed.
    public var issues: [SourceIssue]
    /// How many Swift files the project holds, and how many of them had to be parsed.
    public var fileCount: Int
    public var parsedFileCount: Int

    /// Declarations.
    public init(
        schemas: [SchemaDeclaration] = [], plans: [PlanDeclaration] = [], containers: [ContainerDeclaration] = [],
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
public struct SourceRequest: Sendable, Hashable, Codable {
    /// The project's folder, absolute.
    public var directory: String
    /// Whether folders of tests are read.
    public var includesTests: Bool
    /// The classes of an app without any `VersionedSchema` (`--models A,B`); empty to infer them.
    public var models: [String]
    /// Core Data models (`--model App.xcdatamodeld`), relative to the project's folder.
    public var coreDataModels: [String]
    /// Whether code is read, too, for containers that it makes and what hooks fetch.
    public var readsCode: Bool

    /// A request.
    public init(
        directory: String, includesTests: Bool = false, models: [String] = [], coreDataModels: [String] = [],
        readsCode: Bool = false
    ) {
        self.directory = directory
        self.includesTests = includesTests
        self.models = models
        self.coreDataModels = coreDataModels
        self.readsCode = readsCode
    }
}
