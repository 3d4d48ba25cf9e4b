import Foundation

/// The location of a store, and the settings for opening it.
///
/// Pass one or more configurations to a ``ModelContainer`` to choose the file, to keep a store in memory for a test, to
/// open a store for reading only, or to divide a schema between several stores.
///
/// ```swift
/// import Foundation
/// import SwiftData
///
/// @Model final class Trip {
///     var name: String
///     init(name: String) { self.name = name }
/// }
///
/// func openTrips(in folder: URL) throws -> ModelContainer {
///     let configuration = ModelConfiguration(url: folder.appendingPathComponent("Trips.store"))
///     return try ModelContainer(for: Trip.self, configurations: configuration)
/// }
/// ```
///
/// Creating a configuration doesn't access any file. The container checks the configuration with ``validate()``, and
/// opens or creates the store.
///
/// ## Topics
///
/// ### Create a configuration
///
/// - ``init(_:schema:isStoredInMemoryOnly:allowsSave:groupContainer:cloudKitDatabase:)``
/// - ``init(_:schema:url:allowsSave:cloudKitDatabase:)``
/// - ``init(for:isStoredInMemoryOnly:)``
/// - ``init(isStoredInMemoryOnly:)``
///
/// ### Inspect it
///
/// - ``name``
/// - ``url``
/// - ``schema``
/// - ``isStoredInMemoryOnly``
/// - ``allowsSave``
/// - ``validate()``
///
/// ### App groups and CloudKit
///
/// - ``groupContainer``
/// - ``cloudKitDatabase``
/// - ``groupAppContainerIdentifier``
/// - ``cloudKitContainerIdentifier``
public struct ModelConfiguration: Sendable, Hashable, Identifiable, CustomDebugStringConvertible {
    /// The configuration's name.
    ///
    /// The configurations of a container must have different names. Unless you pass a URL, the name is also the file's
    /// name, with the extension `store`.
    public let name: String
    /// The part of the container's schema that this store contains, or nil for the complete schema.
    ///
    /// If several configurations contain an entity, its objects are in the store of the first of these configurations
    /// that you pass to the container. An entity and its subentities must be in the same store.
    public var schema: Schema?
    /// The URL of the store's file, or of `/dev/null` for a store in memory.
    ///
    /// SQLite keeps its write-ahead log next to the file, with the suffix `-wal`. A hidden folder next to the file
    /// contains large values of attributes with ``Schema/Attribute/Option/externalStorage``.
    public let url: URL
    /// Whether the store is in memory only.
    ///
    /// Such a store is initially empty, and is deleted with its container.
    public let isStoredInMemoryOnly: Bool
    /// Whether contexts may save changes to the store.
    ///
    /// If this is false, the store's file must exist and must match the schema, because the store is neither created
    /// nor migrated. Saving changes throws `SwiftDataError.modelValidationFailure`.
    public let allowsSave: Bool
    /// The app group whose container contains the store.
    ///
    /// Linux doesn't have app groups, so the value has no effect there.
    public let groupContainer: GroupContainer
    /// The CloudKit database that mirrors the store.
    ///
    /// On Linux, stores aren't mirrored. However, if you specify a database and the schema doesn't meet CloudKit's
    /// rules, creating the container throws an error, as on Apple's platforms. The value has no other effect.
    public let cloudKitDatabase: CloudKitDatabase

    /// The configuration's identity: the URL of its store.
    ///
    /// All configurations of stores in memory have the same URL, and therefore the same identity.
    public var id: URL { url }

    /// Creates a configuration for a store in the app's data folder, or in memory.
    ///
    /// On Linux, the data folder is `$XDG_DATA_HOME`, or `~/.local/share` if that variable is missing or isn't an
    /// absolute path. The store is in a folder that has the program's name.
    ///
    /// - Parameters:
    ///   - name: the name of the configuration and of the file, without extension, or nil for `default`.
    ///   - schema: the part of the container's schema that the store contains, or nil for the complete schema.
    ///   - isStoredInMemoryOnly: whether the store is in memory and has no file.
    ///   - allowsSave: whether contexts may save changes.
    ///   - groupContainer: an app group. It has no effect on Linux.
    ///   - cloudKitDatabase: a CloudKit database. If you specify one, the schema must meet CloudKit's rules.
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

    /// Creates a configuration for a store at a URL.
    ///
    /// The container creates missing folders together with the store.
    ///
    /// - Parameters:
    ///   - name: the name of the configuration, or nil for the file's name without its extension.
    ///   - schema: the part of the container's schema that the store contains, or nil for the complete schema.
    ///   - url: the URL of the store's file.
    ///   - allowsSave: whether contexts may save changes.
    ///   - cloudKitDatabase: a CloudKit database. If you specify one, the schema must meet CloudKit's rules.
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

    /// Creates a configuration named `default` for a store that contains objects of the given classes.
    ///
    /// - Parameters:
    ///   - types: the classes. The classes that they refer to and inherit from are included.
    ///   - isStoredInMemoryOnly: whether the store is in memory and has no file.
    public init(for types: any PersistentModel.Type..., isStoredInMemoryOnly: Bool = false) {
        self.init(schema: Schema(types), isStoredInMemoryOnly: isStoredInMemoryOnly)
    }

    /// Creates a configuration named `default` for a store of the complete schema.
    ///
    /// Use a store in memory for tests and previews:
    ///
    /// ```swift
    /// import SwiftData
    ///
    /// @Model final class Trip {
    ///     var name: String
    ///     init(name: String) { self.name = name }
    /// }
    ///
    /// func makeTestContainer() throws -> ModelContainer {
    ///     try ModelContainer(for: Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    /// }
    /// ```
    ///
    /// - Parameter isStoredInMemoryOnly: whether the store is in memory and has no file.
    public init(isStoredInMemoryOnly: Bool = false) {
        self.init(nil, isStoredInMemoryOnly: isStoredInMemoryOnly)
    }

    /// The identifier of the app group. Nil for ``GroupContainer/none`` and ``GroupContainer/automatic``.
    public var groupAppContainerIdentifier: String? { groupContainer.identifier }
    /// The identifier of the CloudKit container. Nil for ``CloudKitDatabase/none`` and ``CloudKitDatabase/automatic``.
    public var cloudKitContainerIdentifier: String? { cloudKitDatabase.identifier }

    /// Checks that the name can be used as a file name. A container calls this for each of its configurations.
    ///
    /// - Throws: `SwiftDataError.configurationFileNameContainsInvalidCharacters` if the name has a slash or a NUL, and
    ///   `configurationFileNameTooLong` if it has more than 200 bytes of UTF-8.
    public func validate() throws {
        if name.contains("/") || name.contains("\0") {
            throw SwiftDataError(.configurationFileNameContainsInvalidCharacters, name)
        }
        // File systems allow 255 bytes. The files next to the store need some of them for their suffixes.
        if name.utf8.count > 200 { throw SwiftDataError(.configurationFileNameTooLong, name) }
    }

    /// The file's path, or nil for a store in memory.
    var storePath: String? { isStoredInMemoryOnly ? nil : url.path }

    /// Returns whether two configurations have the same name, schema, location and settings.
    public static func == (left: ModelConfiguration, right: ModelConfiguration) -> Bool {
        left.name == right.name && left.schema == right.schema && left.url == right.url
            && left.isStoredInMemoryOnly == right.isStoredInMemoryOnly && left.allowsSave == right.allowsSave
            && left.groupContainer.name == right.groupContainer.name
            && left.cloudKitDatabase.name == right.cloudKitDatabase.name
    }

    /// Hashes the configuration's name and the store's location.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(url)
    }

    /// The configuration's name and the store's location.
    public var debugDescription: String {
        "ModelConfiguration(\(name): \(isStoredInMemoryOnly ? "in memory" : url.path))"
    }

    /// An app group whose container contains a store.
    ///
    /// This type has no effect on Linux. It lets code that specifies an app group compile there.
    public struct GroupContainer: Sendable {
        fileprivate let name: String?

        /// The app's first group, if it has one. On Linux, this is the same as no group.
        public static var automatic: GroupContainer { GroupContainer(name: "") }
        /// No app group.
        public static var none: GroupContainer { GroupContainer(name: nil) }

        /// Returns the group with the given identifier.
        ///
        /// - Parameter name: the identifier, such as `group.com.example.trips`.
        public static func identifier(_ name: String) -> GroupContainer { GroupContainer(name: name) }

        var identifier: String? { name == "" ? nil : name }
    }

    /// A CloudKit database that mirrors a store.
    ///
    /// This type lets code that specifies a database compile on Linux. Stores aren't mirrored there, but a container
    /// checks that CloudKit could mirror the schema.
    public struct CloudKitDatabase: Sendable {
        fileprivate let name: String?

        /// The app's first private database, if it has one. On Linux, this is the same as no database, so the schema
        /// isn't checked.
        public static var automatic: CloudKitDatabase { CloudKitDatabase(name: "") }
        /// No CloudKit database.
        public static var none: CloudKitDatabase { CloudKitDatabase(name: nil) }

        /// Returns the private database of a CloudKit container.
        ///
        /// - Parameter name: the container's identifier, such as `iCloud.com.example.trips`.
        public static func `private`(_ name: String) -> CloudKitDatabase { CloudKitDatabase(name: name) }

        var identifier: String? { name == "" ? nil : name }
    }
}

/// The folder for an app's data, which has the program's name. It is in `$XDG_DATA_HOME`, or in `~/.local/share` if
/// that variable is missing or isn't an absolute path.
private enum DataFolder {
    static var url: URL {
        let environment = ProcessInfo.processInfo.environment
        let base =
            environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil }
            ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".local/share")
        return base.appendingPathComponent(ProcessInfo.processInfo.processName)
    }
}
