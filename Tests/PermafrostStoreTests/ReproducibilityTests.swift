import Foundation
import PermafrostModel
import Testing

@testable import PermafrostFixtures
@testable import PermafrostStore

/// A store's contents must be the same bytes in every process and on every machine. Two runs in one process would share
/// the seed of Swift's dictionary order, so these tests compare with recorded digests.
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
        "scalars": "75bb188b17887e73",
        "relationships": "2c2d6cb0a252280e",
        "self-references": "3621606887304bfa",
        "constraints": "04afd8a0403ef718",
        "inheritance": "fce94ba29b3ee223",
        "values": "4343c59bcccd83b1",
        "names": "2b7f7f07c8319b3a",
        "Core Data": "4bd00f946629acdc",
    ]

    @Test("The same input gives the same bytes in every process", arguments: SampleModels.all)
    func digests(sample: SampleModel) {
        #expect(Self.digest(sample.model) == Self.noted[sample.name])
    }
}
