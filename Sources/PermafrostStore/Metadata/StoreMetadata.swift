import PermafrostModel

/// The content of a store's `Z_METADATA` table, including the version of the framework that wrote the store and the
/// model's version hashes.
///
/// The properties represent the keys that framework version 1518 writes to a SwiftData store. An optional property is
/// nil if the store doesn't have its key.
package struct StoreMetadata: Sendable, Hashable {
    /// The framework version that new stores record.
    package static let writtenFrameworkVersion: Int64 = 1518

    /// The UUID of the store, in uppercase.
    package var storeUUID: String
    /// `NSPersistenceFrameworkVersion`: the version of the framework that wrote the store.
    package var frameworkVersion: Int64?
    /// `NSPersistenceMaximumFrameworkVersion`. Nil if a framework version before 1518 wrote the store.
    package var maximumFrameworkVersion: Int64?
    /// `NSStoreModelVersionHashes`: a hash of 32 bytes for each entity, keyed by entity name.
    package var versionHashes: [String: [UInt8]]
    /// `NSStoreModelVersionHashesVersion`. The value is 3.
    package var versionHashesVersion: Int64?
    /// `NSStoreModelVersionHashesDigest`: a digest of the entities' names and version hashes. Framework versions since
    /// 977 write it.
    package var versionHashesDigest: String?
    /// `NSStoreModelVersionChecksumKey`: a checksum of all version hashes. Framework versions since 1327 write it.
    package var versionChecksum: String?
    /// `NSStoreModelVersionIdentifiers`. A SwiftData store has one identifier.
    package var versionIdentifiers: [String]
    /// `NSStoreType`. The value is `SQLite`.
    package var storeType: String?
    /// `_NSAutoVacuumLevel`. The value is a number as a string.
    package var autoVacuumLevel: String?
    /// All other entries, keyed by metadata key. An app can add its own entries.
    package var otherEntries: [String: PropertyListValue]

    /// Creates the metadata of a new store for a model.
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

extension StoreMetadata {
    private enum Key: String, CaseIterable {
        case frameworkVersion = "NSPersistenceFrameworkVersion"
        case maximumFrameworkVersion = "NSPersistenceMaximumFrameworkVersion"
        case versionHashes = "NSStoreModelVersionHashes"
        case versionHashesVersion = "NSStoreModelVersionHashesVersion"
        case versionHashesDigest = "NSStoreModelVersionHashesDigest"
        case versionChecksum = "NSStoreModelVersionChecksumKey"
        case versionIdentifiers = "NSStoreModelVersionIdentifiers"
        case storeType = "NSStoreType"
        case autoVacuumLevel = "_NSAutoVacuumLevel"
    }

    /// Creates metadata from the columns of a `Z_METADATA` row. Ignores the value of a known key if it has the wrong
    /// type.
    ///
    /// - Throws: `BinaryPropertyListError` if the property list is damaged.
    package init(storeUUID: String, propertyList bytes: [UInt8]) throws(BinaryPropertyListError) {
        let list = try BinaryPropertyListReader.decode(bytes)
        func value(_ key: Key) -> PropertyListValue? { list[key.rawValue] }
        self.storeUUID = storeUUID
        frameworkVersion = value(.frameworkVersion)?.integer
        maximumFrameworkVersion = value(.maximumFrameworkVersion)?.integer
        let hashes = (value(.versionHashes)?.entries ?? []).compactMap { entry in
            entry.value.data.map { (entry.key, $0) }
        }
        versionHashes = Dictionary(hashes) { first, _ in first }
        versionHashesVersion = value(.versionHashesVersion)?.integer
        versionHashesDigest = value(.versionHashesDigest)?.string
        versionChecksum = value(.versionChecksum)?.string
        versionIdentifiers = (value(.versionIdentifiers)?.array ?? []).compactMap(\.string)
        storeType = value(.storeType)?.string
        autoVacuumLevel = value(.autoVacuumLevel)?.string
        let others = (list.entries ?? []).filter { Key(rawValue: $0.key) == nil }.map { ($0.key, $0.value) }
        otherEntries = Dictionary(others) { first, _ in first }
    }

    /// The binary property list for the `Z_PLIST` column. Its keys are sorted, so equal metadata has equal bytes.
    package var propertyList: [UInt8] {
        var values = otherEntries
        func set(_ key: Key, _ value: PropertyListValue?) { values[key.rawValue] = value }
        set(.frameworkVersion, frameworkVersion.map(PropertyListValue.integer))
        set(.maximumFrameworkVersion, maximumFrameworkVersion.map(PropertyListValue.integer))
        set(
            .versionHashes,
            .dictionary(versionHashes.keys.sortedByCodeUnit().map { .init($0, .data(versionHashes[$0] ?? [])) }))
        set(.versionHashesVersion, versionHashesVersion.map(PropertyListValue.integer))
        set(.versionHashesDigest, versionHashesDigest.map(PropertyListValue.string))
        set(.versionChecksum, versionChecksum.map(PropertyListValue.string))
        set(.versionIdentifiers, .array(versionIdentifiers.map(PropertyListValue.string)))
        set(.storeType, storeType.map(PropertyListValue.string))
        set(.autoVacuumLevel, autoVacuumLevel.map(PropertyListValue.string))
        let entries = values.keys.sortedByCodeUnit().compactMap { key in
            values[key].map { PropertyListValue.Entry(key, $0) }
        }
        return BinaryPropertyListWriter.encode(.dictionary(entries))
    }
}
