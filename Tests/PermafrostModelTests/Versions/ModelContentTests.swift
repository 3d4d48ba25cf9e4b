import Testing

@testable import PermafrostModel

/// A version's model is decoded when it's first needed, and then kept.
@Suite struct ModelContentTests {
    @Test func anArchivedModelIsDecodedOnceAndOnDemand() throws {
        let model = SchemaModel(entities: [Entity(name: "Note")])
        let encoded = EncodedModel(model)
        let reads = Locked(0)
        let content = ModelContent(checksum: encoded.checksum, versionChecksum: encoded.versionChecksum) {
            reads.withLock { $0 += 1 }
            return encoded.text
        }
        let version = SchemaVersion(schema: "NotesV1", name: "1.0.0", origin: .live, content: content)
        #expect(version.checksum == model.versionChecksum && version.title == "NotesV1 1.0.0")
        #expect(version.content?.checksum == model.checksum)
        #expect(reads.withLock { $0 } == 0)
        #expect(try version.content?.decoded() == model)
        #expect(try version.content?.decoded() == model)
        #expect(reads.withLock { $0 } == 1)
    }

    @Test func damagedTextIsAnErrorEachTime() {
        let content = ModelContent(checksum: "", versionChecksum: "") { Array("{".utf8) }
        #expect(throws: ModelDocumentError.self) { try content.decoded() }
        #expect(throws: ModelDocumentError.self) { try content.decoded() }
    }
}
