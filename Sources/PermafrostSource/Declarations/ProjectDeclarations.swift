/// A project's schema declarations and everything related to them.
package struct ProjectDeclarations: Sendable, Codable {
    /// Every schema version, sorted by file and line.
    package var schemas: [DeclaredVersion]
    /// Every migration plan, sorted by file and line.
    package var plans: [PlanDeclaration]
    /// Every call that creates a container, sorted by file and location; empty if code wasn't read.
    package var containers: [ContainerDeclaration]
    /// The copies of a store's main file without its other files; empty if code wasn't read.
    package var storeCopies: [StoreCopyDeclaration]
    /// Issues outside of any schema or plan: files that couldn't be read or parsed.
    package var issues: [SourceIssue]
    /// The targets that project files and manifests declare.
    package var targets = ProjectDeclarations.ProjectTargets()
    /// The number of Swift files in the project, and the number of files that had to be parsed.
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
    package var includesTests: Bool
    /// The model classes of an app without a `VersionedSchema` (`--models A,B`); empty to infer them.
    package var models: [String]
    /// Whether classes in `models` may be missing, such as at a commit that precedes them.
    package var allowsMissingModels = false
    /// The paths of Core Data models (`--model App.xcdatamodeld`), relative to the project's folder.
    package var coreDataModels: [String]
    /// The only target whose files are read (`--target App`); nil for all.
    package var target: String?
    /// The platform whose stores are frozen (`--platform`); nil for iOS. If a target isn't built for it, another platform
    /// is used for that target.
    package var platform: Platform?
    /// Whether code is also read, in order to find containers and the fetches of hooks.
    package var readsCode: Bool
    /// The contents of files that aren't written yet, by path. They replace the files in the folder.
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
    /// The targets of a project's Xcode projects and package manifests.
    package struct ProjectTargets: Sendable, Hashable, Codable {
        /// The names of selectable targets, sorted.
        package var names: [String] = []
        /// The name of the requested target, if it doesn't exist. No files were read.
        package var missing: String?
        /// Notes about the targets and their files.
        package var notes: [Note] = []

        /// A note about the targets and their files.
        package enum Note: Sendable, Hashable, Codable {
            /// Swift files in the project's folder that don't belong to any target and weren't read: their number, and
            /// the first few paths.
            case filesOfNoTarget(count: Int, first: [String])
            /// A project file or manifest whose targets are unknown, and the reason. All Swift files in its folder were
            /// read.
            case unreadable(file: String, reason: String)
            /// A commit without the requested target. All of its targets were read.
            case missingAtCommit(target: String)
        }

        package init() {}
    }
}
