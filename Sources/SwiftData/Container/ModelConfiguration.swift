import Foundation

/// Where and how a container keeps the objects of a schema.
public struct ModelConfiguration: Sendable, Hashable, Identifiable, CustomDebugStringConvertible {
    /// The configuration's name; the file's too, unless a URL is given.
    public let name: String
    /// The entities that are kept here; nil for all of the container's.
    public var schema: Schema?
    /// The store's file.
    public let url: URL
    /// Whether the store lives in memory, and ends with its container.
    public let isStoredInMemoryOnly: Bool
    /// Whether changes may be saved.
    public let allowsSave: Bool
    /// The app group whose container holds the store. Linux has none: the value is kept and does nothing.
    public let groupContainer: GroupContainer
    /// The CloudKit database that mirrors the store. Linux has none: where one is named the schema must fit it, as on
    /// Apple's platforms, and nothing else comes of it.
    public let cloudKitDatabase: CloudKitDatabase

    /// The name.
    public var id: URL { url }

    /// A store in the app's data folder, named after the configuration, or in memory.
    public init(
        _ name: String? = nil, schema: Schema? = nil, isStoredInMemoryOnly: Bool = false, allowsSave: Bool = true,
        groupContainer: GroupContainer = .automatic, cloudKitDatabase: CloudKitDatabase = .automatic
    ) {
        self.name = name ?? "default"
        self.schema = schema
        url =
            isStoredInMemoryOnly
            ? URL(fileURLWithPath: "/dev/null")
            : DataFolder.url.appendingPathComponent((name ?? "default") + ".store")
        self.isStoredInMemoryOnly = isStoredInMemoryOnly
        self.allowsSave = allowsSave
        self.groupContainer = groupContainer
        self.cloudKitDatabase = cloudKitDatabase
    }

    /// A store in the file at a URL.
    public init(
        _ name: String? = nil, schema: Schema? = nil, url: URL, allowsSave: Bool = true,
        cloudKitDatabase: CloudKitDatabase = .automatic
    ) {
        self.name = name ?? url.deletingPathExtension().lastPathComponent
        self.schema = schema
        self.url = url
        isStoredInMemoryOnly = false
        self.allowsSave = allowsSave
        groupContainer = .none
        self.cloudKitDatabase = cloudKitDatabase
    }

    /// A store of the named classes.
    public init(for types: any PersistentModel.Type..., isStoredInMemoryOnly: Bool = false) {
        self.init(schema: Schema(types), isStoredInMemoryOnly: isStoredInMemoryOnly)
    }

    /// The default store, or one in memory.
    public init(isStoredInMemoryOnly: Bool = false) {
        self.init(nil, isStoredInMemoryOnly: isStoredInMemoryOnly)
    }

    /// The identifier of the app group that was named; nil for none, and for ``GroupContainer/automatic``.
    public var groupAppContainerIdentifier: String? { groupContainer.identifier }
    /// The identifier of the CloudKit container that was named; nil for none, and for ``CloudKitDatabase/automatic``.
    public var cloudKitContainerIdentifier: String? { cloudKitDatabase.identifier }

    /// Makes sure that the name can be a file's. A container does so of each configuration.
    ///
    /// - Throws: `SwiftDataError.configurationFileNameContainsInvalidCharacters` or `configurationFileNameTooLong`.
    public func validate() throws {
        if name.contains("/") || name.contains("\0") {
            throw SwiftDataError(.configurationFileNameContainsInvalidCharacters, name)
        }
        // File systems allow 255 bytes, of which what stands beside the store needs some.
        if name.utf8.count > 200 { throw SwiftDataError(.configurationFileNameTooLong, name) }
    }

    /// The file's path; nil for a store in memory.
    var storePath: String? { isStoredInMemoryOnly ? nil : url.path }

    /// Whether both are of one name, schema and place, with equal rules.
    public static func == (left: ModelConfiguration, right: ModelConfiguration) -> Bool {
        left.name == right.name && left.schema == right.schema && left.url == right.url
            && left.isStoredInMemoryOnly == right.isStoredInMemoryOnly && left.allowsSave == right.allowsSave
            && left.groupContainer.name == right.groupContainer.name
            && left.cloudKitDatabase.name == right.cloudKitDatabase.name
    }

    /// Adds name and place.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(url)
    }

    /// Name and place.
    public var debugDescription: String {
        "ModelConfiguration(\(name): \(isStoredInMemoryOnly ? "in memory" : url.path))"
    }

    /// The app group whose container holds a store.
    public struct GroupContainer: Sendable {
        fileprivate let name: String?

        /// The app's first group, if it has one.
        public static var automatic: GroupContainer { GroupContainer(name: "") }
        /// No group.
        public static var none: GroupContainer { GroupContainer(name: nil) }

        /// The group of that identifier.
        public static func identifier(_ name: String) -> GroupContainer { GroupContainer(name: name) }

        var identifier: String? { name == "" ? nil : name }
    }

    /// The CloudKit database that mirrors a store.
    public struct CloudKitDatabase: Sendable {
        fileprivate let name: String?

        /// The app's first private database, if it has one.
        public static var automatic: CloudKitDatabase { CloudKitDatabase(name: "") }
        /// No database.
        public static var none: CloudKitDatabase { CloudKitDatabase(name: nil) }

        /// The private database of that container.
        public static func `private`(_ name: String) -> CloudKitDatabase { CloudKitDatabase(name: name) }

        var identifier: String? { name == "" ? nil : name }
    }
}

/// The folder for an app's data: `$XDG_DATA_HOME`, else `~/.local/share`, and in it one named after the program.
private enum DataFolder {
    static var url: URL {
        let environment = ProcessInfo.processInfo.environment
        let base =
            environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil }
            ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".local/share")
        return base.appendingPathComponent(ProcessInfo.processInfo.processName)
    }
}
