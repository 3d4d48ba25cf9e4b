import Foundation
import PermafrostModel
import PermafrostStore
import Testing

@testable import PermafrostSource

/// The model of each real store, written in Xcode's format and read again. The result is the same model, with the
/// hashes that Apple's framework computed.
@Suite(Conformance.isPresent) struct RealStoreTests {
    @Test(arguments: Conformance.stores)
    func theModelOfARealStoreRoundTripsWithItsHashes(_ store: String) throws {
        let archived = try StoreReader(path: Conformance.path(store)).model()
        let written = Self.declarable(archived)
        let read = ModelContents(Array(ModelXML(written).text.utf8), file: "contents")
        #expect(read.issues.isEmpty, "\(read.issues)")
        let model = try #require(read.model)
        #expect(model == written)
        let expected = try Conformance.expected(store)
        let hashes = model.versionHashes.mapValues { Data($0) }
        #expect(hashes.count == expected.versionHashes.count)
        for (entity, hash) in expected.versionHashes {
            let own = try #require(hashes[entity])
            #expect(own == Data(hex: hash) || own == Data(base64Encoded: hash), "\(entity) of \(store)")
        }
        if let digest = expected.digest { #expect(model.versionHashesDigest == digest) }
        if let checksum = expected.checksum { #expect(model.versionChecksum == checksum) }
    }

    @Test func theStoresExist() {
        #expect(Conformance.stores.count == 8)
    }

    /// Returns the model without defaults that a model file can't contain: objects of the app's own classes.
    private static func declarable(_ model: SchemaModel) -> SchemaModel {
        SchemaModel(
            entities: model.entities.map { entity in
                var entity = entity
                entity.setProperties(
                    entity.properties.map { property in
                        guard case .attribute(var attribute) = property else { return property }
                        if case .expression? = attribute.defaultValue { attribute.defaultValue = nil }
                        return .attribute(attribute)
                    })
                return entity
            }, configurations: model.configurations, versionIdentifiers: model.versionIdentifiers)
    }
}

extension Data {
    fileprivate init?(hex: String) {
        guard hex.count == 64 else { return nil }
        let digits = Array(hex)
        self.init()
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = UInt8(String(digits[index...(index + 1)]), radix: 16) else { return nil }
            append(byte)
        }
    }
}
