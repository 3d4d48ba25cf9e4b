import Foundation
import PermafrostTestSupport
import Testing

@testable import PermafrostFixtures
@testable import PermafrostModel
@testable import PermafrostStore

/// The formats agree with the recorded facts about real stores. A checkout contains the facts, but not the stores.
@Suite("The facts of real stores")
struct RealStoreVectorTests {
    /// A store that was migrated in place to a model with a renamed entity. The statements have the same text as in a
    /// new store, but are in the order of the migration. Z_PRIMARYKEY contains the entity's old name.
    private static let migratedInPlace = "coredata-sample-v2.sqlite"

    /// The metadata keys that this project writes, with the first framework version that also writes each key.
    private static let laterKeys = [
        (from: 977, key: "NSStoreModelVersionHashesDigest"), (from: 1327, key: "NSStoreModelVersionChecksumKey"),
        (from: 1518, key: "NSPersistenceMaximumFrameworkVersion"),
    ]

    private func vectors() throws -> [RealStoreVector] {
        try RealStoreVector.all(in: Data(contentsOf: RealStoreVector.file))
    }

    /// If a store were removed from the list, the other tests would check less without failing.
    @Test("There are fourteen stores, from both frameworks, with every kind of property")
    func extent() throws {
        let vectors = try vectors()
        #expect(vectors.count == 14)
        #expect(vectors.filter { $0.store.hasPrefix("swiftdata-") }.count == 6)
        let models = try vectors.map { try SchemaModel($0.model) }
        #expect(models.reduce(0) { $0 + $1.entities.count } > 60)
        #expect(vectors.reduce(0) { $0 + $1.statements.count } > 200)
        #expect(models.contains { $0.entities.contains { $0.superentity != nil } })
        #expect(models.contains { $0.entities.contains { $0.relationships.contains { $0.isOrdered } } })
    }

    @Test("A model's hashes, digest, and checksum match the framework's")
    func hashes() throws {
        for vector in try vectors() {
            let model = try SchemaModel(vector.model)
            // The text contains the recorded hashes. The same model with this project's hashes has the same text.
            #expect(model.canonicalJSON == vector.model, "\(vector.store)")
            if let digest = vector.digest { #expect(model.versionHashesDigest == digest, "\(vector.store)") }
            if let checksum = vector.checksum { #expect(model.versionChecksum == checksum, "\(vector.store)") }
        }
    }

    @Test("Tables, indexes, and entity numbers match the framework's")
    func layout() throws {
        for vector in try vectors() {
            let layout = StoreLayout(model: try SchemaModel(vector.model), hasHistory: vector.hasHistory)
            let statements = layout.statements.map(\.sql)
            #expect(layout.ddlChecksum == vector.statementsSHA256, "\(vector.store)")
            #expect(statements.sorted() == vector.statements.sorted(), "\(vector.store)")
            guard vector.store != Self.migratedInPlace else { continue }
            #expect(statements == vector.statements, "\(vector.store)")
            #expect(RealStoreVector.lines(layout.primaryKeys) == vector.primaryKeys, "\(vector.store)")
        }
    }

    @Test("A store that is written from a model has the same model and metadata keys")
    func writing() throws {
        for vector in try vectors() {
            let folder = try ScratchFolder()
            let model = try SchemaModel(vector.model)
            try StoreWriter(model: model, hasHistory: vector.hasHistory, seed: [1], rowsPerEntity: 1)
                .write(to: folder.path("App.store"))
            let reader = try StoreReader(path: folder.path("App.store"))
            // A model cache can't hold everything that Core Data keeps in an app's bundle.
            #expect(try reader.model() == model.archived, "\(vector.store)")
            #expect(try reader.model().versionHashes == model.versionHashes, "\(vector.store)")
            let list = try reader.metadata().propertyList
            let later = Self.laterKeys.filter { vector.frameworkVersion < $0.from }.map(\.key)
            let keys = (try BinaryPropertyListReader.decode(list).entries ?? []).map(\.key).sorted()
            #expect(keys == (vector.metadataKeys + later).sorted(), "\(vector.store)")
        }
    }

    /// To update the file before the comparison, set `PERMAFROST_WRITE_VECTORS=1`.
    @Test("The recorded facts match the stores", Conformance.isPresent)
    func agreeWithTheStores() throws {
        let found = try RealStores.names().map { try RealStoreVector(of: $0) }
        if ProcessInfo.processInfo.environment["PERMAFROST_WRITE_VECTORS"] == "1" {
            try Data(CanonicalJSON.array(found.map(\.json)).bytes(.lines)).write(to: RealStoreVector.file)
        }
        #expect(try vectors() == found)
    }
}
