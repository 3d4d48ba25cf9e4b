import PermafrostModel

/// The schema versions, migration plans and containers that a project's sources declare.
package struct ProjectDeclarations: Sendable, Codable {
    /// The schema versions in Swift sources, sorted by file and line, followed by the versions of Core Data models.
    package var schemas: [DeclaredVersion]
    /// The migration plans in Swift sources, sorted by file and line, followed by the plans of Core Data models.
    package var plans: [PlanDeclaration]
    /// The calls that create a container. Empty if code wasn't read.
    package var containers: [ContainerDeclaration]
    /// The calls that copy or move a store's main file without its write-ahead log. Empty if code wasn't read.
    package var storeCopies: [StoreCopyDeclaration]
    /// The Core Data stores with a CloudKit setting in a model file and, if code was read, the stores of every
    /// `NSPersistentCloudKitContainer`.
    package var coreDataStores: [CoreDataStoreDeclaration] = []
    /// The reactions of code to Core Data stores that can't be loaded. Empty if code wasn't read.
    package var coreDataFailures: [ContainerDeclaration.Failure] = []
    /// The files of Core Data stores that code loads. Omits files of source code whose stores aren't all known. Empty if
    /// code wasn't read.
    package var coreDataPlaces: [CoreDataPlace] = []
    /// The calls that delete batches of rows. Empty if code wasn't read.
    package var batchDeletes: [BatchDelete] = []
    /// The model classes that are known not to be in any version or container. Empty if that can't be determined, for
    /// example because code wasn't read.
    package var unlistedModels: [UnlistedClass] = []
    /// Issues outside of any schema or plan: files and folders that couldn't be read or parsed.
    package var issues: [SourceIssue]
    /// The targets that project files and manifests declare.
    package var targets = ProjectTargets()
    /// The number of Swift files that were scanned.
    package var fileCount: Int
    /// The number of Swift files that were parsed.
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

/// Options for reading a project's declarations.
package struct SourceRequest: Sendable, Hashable, Codable {
    /// The absolute path of the project's folder.
    package var directory: String
    package var includesTests: Bool
    /// The model classes of an app without a `VersionedSchema` (`--models A,B`). If empty, the classes are inferred.
    package var models: [String]
    /// Whether classes in `models` may be missing, for example at a commit that precedes them.
    package var allowsMissingModels = false
    /// The paths of the Core Data models to read (`--model App.xcdatamodeld`), relative to the project's folder. If
    /// empty, all models of the project are read.
    package var coreDataModels: [String]
    /// The name of the only target to read (`--target App`). If nil, all targets are read.
    package var target: String?
    /// The platform whose stores are frozen (`--platform`), or nil for iOS. If a target isn't built for the platform,
    /// its stores on another platform are frozen.
    package var platform: Platform?
    /// Whether to also read code, to find containers, store copies, batch deletes and the fetches in hooks.
    package var readsCode: Bool
    /// The contents of files that aren't written yet, keyed by path relative to the project's folder. These files
    /// replace the files in the folder.
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

/// A `@Model` class that isn't in any version or container.
package struct UnlistedClass: Sendable, Hashable, Codable {
    /// A class with the same name in a version.
    package struct Namesake: Sendable, Hashable, Codable {
        /// The class's qualified name.
        package var name: String
        /// The ``DeclaredVersion/name`` of the newest version that lists it.
        package var version: String
    }

    /// The class's qualified name.
    package var name: String
    package var location: SourceLocation
    /// The class with the same name that a version lists instead, or nil if no version does.
    package var namesake: Namesake?
}
