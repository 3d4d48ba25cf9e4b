import Foundation
import PermafrostTestSupport

@testable import PermafrostModel
@testable import PermafrostStore

/// The facts of one real store, as recorded in `RealStores.json`, so that every checkout tests its formats against
/// them. The file contains no store, no rows, and no app's code.
struct RealStoreVector: Equatable {
    /// The store's name among the real stores.
    var store: String
    /// The store's model, with the hash of each entity as the framework recorded it.
    var model: CanonicalJSON
    /// The hash and checksum of the complete model. Frameworks before 977 and 1327 recorded none.
    var digest: String?
    var checksum: String?
    /// The framework that wrote the store.
    var frameworkVersion: Int
    /// Whether the framework recorded history.
    var hasHistory: Bool
    /// The keys of the property list in Z_METADATA, sorted.
    var metadataKeys: [String]
    /// The statements that made the tables, in the order of their execution by the framework.
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

    /// Creates the facts of a real store from its model, as this project reads it, and the results of an independent
    /// reader.
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

    /// Returns keys as they are written in the file. The history's keys are always the same and left out.
    static func lines(_ keys: [StoreLayout.PrimaryKey]) -> [String] {
        keys.filter { $0.entityNumber < 16000 }.map { "\($0.entityNumber) \($0.name) \($0.superentityNumber)" }
    }

    /// The vector as it is written in the file.
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
