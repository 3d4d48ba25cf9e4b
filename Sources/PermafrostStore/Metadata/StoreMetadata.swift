import PermafrostModel

/// What a store's Z_METADATA says: by which framework it was written, and which model it holds.
///
/// A store's metadata carries every key that a SwiftData store of framework 1518 has; what older stores lack is nil here.
package struct StoreMetadata: Sendable, Hashable {
    /// The version of the framework that stores are written as.
    package static let writtenFrameworkVersion: Int64 = 1518

    /// The store's UUID, in capitals.
    package var storeUUID: String
    /// `NSPersistenceFrameworkVersion`.
    package var frameworkVersion: Int64?
    /// `NSPersistenceMaximumFrameworkVersion`; stores of frameworks before 1518 have none.
    package var maximumFrameworkVersion: Int64?
    /// `NSStoreModelVersionHashes`: 32 bytes for each entity.
    package var versionHashes: [String: [UInt8]]
    /// `NSStoreModelVersionHashesVersion`: 3.
    package var versionHashesVersion: Int64?
    /// `NSStoreModelVersionHashesDigest`; from framework 977 on.
    package var versionHashesDigest: String?
    /// `NSStoreModelVersionChecksumKey`; from framework 1327 on.
    package var versionChecksum: String?
    /// `NSStoreModelVersionIdentifiers`: one for a SwiftData store.
    package var versionIdentifiers: [String]
    /// `NSStoreType`: `SQLite`.
    package var storeType: String?
    /// `_NSAutoVacuumLevel`: a number as text.
    package var autoVacuumLevel: String?
    /// Every other entry, by key: an app may add its own.
    package var otherEntries: [String: PropertyListValue]

    /// The metadata of a store written for a model.
    package init(model: SchemaModel, storeUUID: String) {
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
