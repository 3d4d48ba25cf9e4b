import Foundation
import PermafrostModel
import Testing

@testable import PermafrostStore

@Suite("Reading real stores", Conformance.isPresent)
struct ConformanceReadingTests {
    @Test("The model matches an independent reader's results", arguments: Conformance.stores())
    func model(store: String) throws {
        let expected = try Conformance.expected(store)
        let model = try StoreReader(path: Conformance.path(store)).model()
        var found = ModelLines.lines(model: model, numbers: StoreLayout(model: model).entityNumbers)
        var wanted = ModelLines.lines(expected: expected.model)
        // The reader omits the default configuration if it's the only one and contains every entity.
        if model.configurations.isEmpty {
            wanted = wanted.filter { !$0.hasPrefix("configuration default = ") }
        }
        // An index that is created in code doesn't mark its properties in the archive.
        if store == "coredata-sample-v2.sqlite" { found = found.filter { !$0.hasSuffix(" indexed = true") } }
        #expect(wanted.subtracting(found).sorted() == [])
        #expect(found.subtracting(wanted).sorted() == [])
        #expect(!found.isEmpty)
    }

    @Test("The model has the framework's recorded hashes", arguments: Conformance.stores())
    func hashes(store: String) throws {
        let reader = try StoreReader(path: Conformance.path(store))
        let (model, metadata) = (try reader.model(), try reader.metadata())
        #expect(model.versionHashes == metadata.versionHashes)
        if let digest = metadata.versionHashesDigest { #expect(model.versionHashesDigest == digest) }
        if let checksum = metadata.versionChecksum { #expect(model.versionChecksum == checksum) }
    }

    @Test("Metadata, keys and row counts", arguments: Conformance.stores())
    func metadata(store: String) throws {
        let expected = try Conformance.expected(store)
        let reader = try StoreReader(path: Conformance.path(store))
        let metadata = try reader.metadata()
        #expect(metadata.storeUUID == expected.uuid)
        #expect(metadata.frameworkVersion == expected.frameworkVersion)
        #expect(
            metadata.maximumFrameworkVersion == (expected.frameworkVersion >= 1518 ? expected.frameworkVersion : nil))
        #expect(metadata.versionHashes.mapValues { Digest.hex($0) } == expected.versionHashes)
        #expect(metadata.versionHashesVersion == 3)
        #expect(metadata.versionHashesDigest == expected.digest)
        #expect(metadata.versionChecksum == expected.checksum)
        #expect(metadata.versionIdentifiers == expected.versionIdentifiers)
        #expect(metadata.storeType == "SQLite")
        #expect(metadata.autoVacuumLevel == "2")
        #expect(metadata.otherEntries.isEmpty)
        #expect(try reader.rowCounts() == expected.rowCounts)
        let keys = expected.primaryKeys.map { row in
            PrimaryKey(
                entityNumber: Int(row[0].integer ?? 0), name: row[1].string ?? "",
                superentityNumber: Int(row[2].integer ?? 0), highestKey: Int(row[3].integer ?? 0))
        }
        #expect(try reader.primaryKeys() == keys)
        #expect(try reader.statements().inQueryOrder().map(\.sql) == expected.ddl)
    }

    @Test("Rewritten metadata reads the same", arguments: Conformance.stores())
    func metadataRoundTrip(store: String) throws {
        let metadata = try StoreReader(path: Conformance.path(store)).metadata()
        #expect(try StoreMetadata(storeUUID: metadata.storeUUID, propertyList: metadata.propertyList) == metadata)
    }
}
