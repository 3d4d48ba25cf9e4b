import PermafrostModel

/// What a store's Z_METADATA says: by which framework it was written, and which model it holds.
///
/// A store's metadata carries every key that a SwiftData store of framework 1518 has; what older stores lack is nil here.
public struct StoreMetadata: Sendable, Hashable {
    /// The version of the framework that stores are written as.
    public static let writtenFrameworkVersion: Int64 = 1518

    /// The store's UUID, in capitals.
    public var storeUUID: String
    /// `NSPersistenceFrameworkVersion`.
    public var frameworkVersion: Int64?
    /// `NSPersistenceMaximumFrameworkVersion`; stores of frameworks before 1518 have none.
    public var maximumFrameworkVersion: Int64?
    /// `NSStoreModelVersionHashes`: 32 bytes for each entity.
    public var versionHashes: [String: [UInt8]]
    /// `NSStoreModelVersionHashesVersion`: 3.
    public var versionHashesVersion: Int64?
    /// `NSStoreModelVersionHashesDigest`; from framework 977 on.
    public var versionHashesDigest: String?
    /// `NSStoreModelVersionChecksumKey`; from framework 1327 on.
    public var versionChecksum: String?
    /// `NSStoreModelVersionIdentifiers`: one for a SwiftData store.
    public var versionIdentifiers: [String]
    /// `NSStoreType`: `SQLite`.
    public var storeType: String?
    /// `_NSAutoVacuumLevel`: a number as text.
    public var autoVacuumLevel: String?
    /// Every other entry, by key: an app may add its own.
    public var otherEntries: [String: PropertyListValue]

    /// The metadata of a store written for a model.
    public init(model: SchemaModel, storeUUID: String) {
        self.storeUUID = storeUUID
        frameworkVersion = Self.writtenFrameworkVersion
        maximumFrameworkVersion = Self.writtenFrameworkVersion
        versionHashes = model.versionHashes
        versionHashesVersion = 3
        versionHashesDigest = model.versionHashesDigest(of: versionHashes)
        versionChecksum = model.versionChecksum(of: versionHashes)
        versionIdentifiers = model.versionIdentifiers
        storeType = "SQLite"
        autoVacuumLevel = "2"
        otherEntries = [:]
    }
}
