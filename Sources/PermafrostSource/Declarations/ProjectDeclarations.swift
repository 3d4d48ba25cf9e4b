/// A project's declarations of schemas and everything related to them.
package struct ProjectDeclarations: Sendable, Codable {
    /// Every schema version, sorted by file and line.
    package var schemas: [DeclaredVersion]
    /// Every migration plan, sorted by file and line.
    package var plans: [PlanDeclaration]
    /// Every place that creates a container, by file and place; empty if code wasn't read.
    package var containers: [ContainerDeclaration]
    /// The copies of only a store's main file; empty if code wasn't read.
    package var storeCopies: [StoreCopyDeclaration]
    /// Issues outside any schema or plan: files that couldn't be read or parsed.
    package var issues: [SourceIssue]
    /// The targets that project files and manifests declare.
    package var targets = ProjectDeclarations.ProjectTargets()
    /// The number of Swift files in the project, and the number of them that had to be parsed.
    package var fileCount: Int
    package var parsedFileCount: Int

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

/// The options for reading a project.
package struct SourceRequest: Sendable, Hashable, Codable {
    /// The absolute path of the project's folder.
    package var directory: String
    /// Whether test folders are read.
    package var includesTests: Bool
    /// The classes of an app without a `VersionedSchema` (`--models A,B`); empty to infer them.
    package var models: [String]
    /// Whether classes of `models` may be missing, as at a commit that precedes them.
    package var mayLackModels = false
    /// Core Data models (`--model App.xcdatamodeld`), relative to the project's folder.
    package var coreDataModels: [String]
    /// The only target whose files are read (`--target App`); nil for all.
    package var target: String?
    /// Whether code is also read, to find containers and the fetches of hooks.
    package var readsCode: Bool
    /// Texts that replace those in the folder, by path: files that aren't written yet.
    package var overlay: [String: String] = [:]

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
    /// The targets of a project's Xcode projects and package manifests. These are facts; the command line writes the
    /// messages.
    package struct ProjectTargets: Sendable, Hashable, Codable {
        /// The names of selectable targets, sorted.
        package var names: [String] = []
        /// The requested target, if there is no target of that name. Nothing was read.
        package var missing: String?
        /// Notes about the targets and their files.
        package var notes: [Note] = []

        /// A note about the targets and their files.
        package enum Note: Sendable, Hashable, Codable {
            /// Swift files in the project's folder that don't belong to any target and weren't read: their number, and
            /// the first of them.
            case filesOfNoTarget(count: Int, first: [String])
            /// A project file or manifest whose targets are unknown, and the reason. All Swift files in its folder were
            /// read.
            case unreadable(file: String, reason: String)
            /// A commit without the requested target. All of its targets were read.
            case missingAtCommit(target: String)
        }

        /// Creates an empty value.
        package init() {}
    }
}
