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
    package var targets = ProjectDeclarations.ProjectTargets()
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

extension ProjectDeclarations {
    /// What a project's Xcode projects and package manifests say of its targets: facts, which the command line words.
    package struct ProjectTargets: Sendable, Hashable, Codable {
        /// The names by which targets can be chosen, sorted.
        package var names: [String] = []
        /// The target that was asked for, where there is none of that name: nothing was read.
        package var missing: String?
        /// What is to be known of how the targets were read.
        package var notes: [Note] = []

        /// Something to know of how targets were read.
        package enum Note: Sendable, Hashable, Codable {
            /// Swift files that lie in the project's folder and in none of its targets, and were not read: how many, and the first.
            case filesOfNoTarget(count: Int, first: [String])
            /// A project file or manifest whose targets are not known, and why: all Swift files in its folder were read.
            case unreadable(file: String, reason: String)
            /// A commit has no target of the name that was asked for: all of its targets were read.
            case missingAtCommit(target: String)
        }

        /// Nothing.
        package init() {}
    }
}
