import Foundation
import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostFixtures
@testable import PermafrostStore

/// The replacement of values that are too large to read at once.
@Suite struct LargeValueReplacementTests {
    /// The app couldn't decode random bytes.
    @Test func encodedValuesBecomeSamples() throws {
        let folder = try ScratchFolder()
        let tags = Attribute(
            name: "tags", type: .binary, isOptional: true, isExternalStorage: true, shape: .array(.scalar("String")))
        let model = SchemaModel(
            entities: [Entity(name: "Note", properties: [.attribute(tags)])], versionIdentifiers: ["1.0.0"])
        let path = folder.path("user.store")
        try StoreWriter(model: model, seed: [1], rowsPerEntity: 0).write(to: path)
        let storage = StoreFile(path: path).externalStorage
        let name = try storage.write([])
        // A file of 64 MB without any blocks.
        #expect(truncate(storage.folder + "/" + name, 64 << 20) == 0)
        let connection = try SQLiteConnection(path: path, mode: .create)
        try connection.prepare("INSERT INTO ZNOTE (Z_PK, Z_ENT, Z_OPT, ZTAGS) VALUES (1, 1, 1, ?)").run([
            .blob(LargeValueCell.file(name).bytes)
        ])
        let copy = folder.path("copy.sqlite")
        let summary = try StoreAnonymizer(StoreAnonymizer.open(path), declared: model, .init()).write(to: copy)
        #expect(summary.files == 1)
        let file = try #require(try StoreFile(path: copy).externalStorage.files().first)
        _ = try JSONDecoder().decode([String].self, from: Data(FileAccess.read(file.path)))
    }
}
