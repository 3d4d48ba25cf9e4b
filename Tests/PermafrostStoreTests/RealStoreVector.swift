import Foundation
import PermafrostTestSupport

@testable import PermafrostModel
@testable import PermafrostStore

/// The recorded facts about a real store, from `RealStores.json`. With these facts, every checkout can test the formats
/// without the store. The file contains no stores, rows or app code.
struct RealStoreVector: Equatable {
    /// The store's name among the real stores.
    var store: String
    /// The store's model, with the hash of each entity as the framework recorded it.
    var model: CanonicalJSON
    /// The digest of the version hashes, or nil if a framework before 977 wrote the store.
    var digest: String?
    /// The checksum of the version hashes, or nil if a framework before 1327 wrote the store.
    var checksum: String?
    /// The framework that wrote the store.
    var frameworkVersion: Int
    /// Whether the framework recorded history.
    var hasHistory: Bool
    /// The keys of the property list in Z_METADATA, sorted.
    var metadataKeys: [String]
    /// The schema's statements, in the order in which the framework executed them.
    var statements: [String]
    /// The SHA-256 digest of all statements, in the order that a query returns.
    var statementsSHA256: String
    /// The contents of Z_PRIMARYKEY as `number name superentity`, without the entities of the history.
    var primaryKeys: [String]

    /// The file with a vector for each store.
    static let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "RealStores.json")

    /// Returns the vectors in a file.
    static func all(in file: Data) throws -> [RealStoreVector] {
        let stores = ObjectReader(.object([("stores", try CanonicalJSON(parsing: file))]), path: "")
        return try stores.array("stores").map { try RealStoreVector(ObjectReader($0, path: $1)) }
    }

    private init(_ json: ObjectReader) throws {
        store = try json.string("store")
        model = try json.value("model")
        digest = try json.optionalString("digest")
        checksum = try json.optionalString("checksum")
        frameworkVersion = try json.integer("frameworkVersion", default: 0)
        hasHistory = try json.flag("history")
        metadataKeys = try json.strings("metadataKeys")
        statements = try json.strings("statements")
        statementsSHA256 = try json.string("statementsSHA256")
        primaryKeys = try json.strings("primaryKeys")
    }

    /// Collects the facts about a real store from the model that this project reads, and from the results of an
    /// independent reader.
    init(of store: String) throws {
        let expected = try Conformance.expected(store)
        let reader = try StoreReader(path: Conformance.path(store))
        self.store = store
        model = try reader.model().canonicalJSON(expected.versionHashes.mapValues { Digest.bytes(hex: $0) ?? [] })
        digest = expected.digest
        checksum = expected.checksum
        frameworkVersion = Int(expected.frameworkVersion)
        hasHistory = expected.rowCounts["ACHANGE"] != nil
        let list = try reader.metadata().propertyList
        metadataKeys = (try BinaryPropertyListReader.decode(list).entries ?? []).map(\.key).sorted()
        statements = try reader.statements().map(\.sql)
        statementsSHA256 = expected.ddlSHA256
        primaryKeys = Self.lines(try reader.primaryKeys())
    }

    /// Returns the lines for primary keys, as in the file. The history's keys are always the same, and are left out.
    static func lines(_ keys: [PrimaryKey]) -> [String] {
        keys.filter { $0.entityNumber < 16000 }.map { "\($0.entityNumber) \($0.name) \($0.superentityNumber)" }
    }

    /// The vector in the file's JSON format.
    var json: CanonicalJSON {
        .object([
            ("store", .string(store)), ("model", model), ("digest", digest.map { .string($0) }),
            ("checksum", checksum.map { .string($0) }), ("frameworkVersion", .integer(Int64(frameworkVersion))),
            ("history", .boolean(hasHistory)), ("metadataKeys", .strings(metadataKeys)),
            ("statements", .strings(statements)), ("statementsSHA256", .string(statementsSHA256)),
            ("primaryKeys", .strings(primaryKeys)),
        ])
    }
}
