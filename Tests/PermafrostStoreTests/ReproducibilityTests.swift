import Foundation
import PermafrostModel
import Testing

@testable import PermafrostStore

/// What a store holds must be the same bytes in every process and on every machine. Two runs inside one process would share
/// the seed by which Swift orders dictionaries, so these compare with digests noted once.
@Suite("Reproducibility")
struct ReproducibilityTests {
    private static func digest(_ model: SchemaModel) -> String {
        let writer = StoreWriter(model: model, seed: [5])
        var text = writer.storeUUID + writer.layout.ddl + writer.layout.statements.text
        for rows in SampleRowPlan(layout: writer.layout, seed: [5]).rows(perEntity: 12).tables {
            text += rows.entities.joined() + rows.cells.map { "\($0)" }.joined()
        }
        for table in SampleRowPlan(layout: writer.layout, seed: [5]).rows(perEntity: 12).joins { text += "\(table)" }
        let metadata = StoreMetadata(model: model, storeUUID: writer.storeUUID).propertyList
        return String(Digest.hex(Digest.sha256(Array(text.utf8) + metadata + ModelArchive.encode(model))).prefix(16))
    }

    private static let noted: [String: String] = [
        "no entities": "df3de57f0e65da22",
        "scalars": "6eac19c4e4bded17",
        "relationships": "a9a5a28371a2b517",
        "self-references": "70e360a8e1fb69dd",
        "constraints": "a654b2439fcd4e67",
        "inheritance": "27334032d2170f9b",
        "values": "95b9c231e107a8bc",
        "names": "017e39b9d62bd370",
        "Core Data": "ec5aaafad00aca4d",
    ]

    @Test("The same input gives the same bytes in every process", arguments: SampleModels.all)
    func digests(sample: SampleModel) {
        #expect(Self.digest(sample.model) == Self.noted[sample.name])
    }
}
