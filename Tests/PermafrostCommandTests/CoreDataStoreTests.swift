import Foundation
import PermafrostModel
import PermafrostStore
import PermafrostTestSupport
import Testing

/// A Core Data store as Apple's framework writes it, compared with its model file.
@Suite struct CoreDataStoreTests {
    private static let contents = """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" userDefinedModelVersionIdentifier="1.0">
            <entity name="Chore" representedClassName=".Chore" syncable="YES">
                <attribute name="isDone" attributeType="Boolean" defaultValueString="NO" usesScalarValueType="YES"/>
                <attribute name="isOpen" attributeType="Boolean" defaultValueString="YES" usesScalarValueType="YES"/>
                <attribute name="words" optional="YES" attributeType="Transformable"/>
            </entity>
            <entity name="Room" representedClassName=".RoomObject" syncable="YES">
                <attribute name="name" attributeType="String"/>
            </entity>
        </model>
        """

    /// Compiled models name the app's module, and have a number as the default of a Boolean attribute.
    @Test func aCompiledStoreMatchesItsModelDespiteClassNamesAndDefaults() throws {
        let folder = try ScratchFolder()
        try folder.write(Self.contents, to: "App/House.xcdatamodeld/House.xcdatamodel/contents")
        let model = "--model=App/House.xcdatamodeld"
        #expect(try Tool.run("freeze", "--all", model, in: folder).status == 0)
        let store = folder.path("user.sqlite")
        try FileManager.default.copyItem(atPath: folder.path("Fixtures/1.0/App-1_0.sqlite"), toPath: store)
        let frozen = try StoreReader(path: store).model()
        let compiled = SchemaModel(
            entities: frozen.entities.map { entity in
                var entity = entity
                entity.className = "House." + (entity.className ?? entity.name)
                entity.setProperties(
                    entity.properties.map { property in
                        guard case .attribute(var attribute) = property,
                            case .boolean(let isTrue)? = attribute.defaultValue
                        else { return property }
                        attribute.defaultValue = .integer(isTrue ? 1 : 0)
                        return .attribute(attribute)
                    })
                return entity
            }, configurations: frozen.configurations, versionIdentifiers: frozen.versionIdentifiers)
        do {
            try SQLiteConnection(path: store, mode: .create).prepare("UPDATE Z_MODELCACHE SET Z_CONTENT = ?")
                .run([.blob(Self.cache(of: compiled))])
        }
        #expect(try StoreReader(path: store).model().entities.map(\.className) == ["House.Chore", "House.RoomObject"])
        let drift = try Report(Tool.run("drift", "user.sqlite", model, "--format", "json", in: folder))
        let matches = drift.json["matches"] as? [[String: Any]] ?? []
        #expect(!matches.isEmpty && matches.allSatisfy { ($0["changes"] as? [Any])?.isEmpty == true }, "\(matches)")
        let diff = try Tool.run("diff", "user.sqlite", "1.0", model, in: folder)
        #expect(diff.status == 0, "\(diff)")
        let migrate = try Tool.run("migrate", "user.sqlite", "--to", "1.0", "--dry-run", model, in: folder)
        #expect(migrate.status == 0, "\(migrate)")
    }

    /// Returns a model cache in which the defaults of Boolean attributes are numbers.
    private static func cache(of model: SchemaModel) throws -> [UInt8] {
        let bytes = try RawDeflate.inflate(ModelArchive.encode(model), limit: ModelArchive.sizeLimit)
        guard case .dictionary(var top) = try BinaryPropertyListReader.decode(bytes),
            let place = top.firstIndex(where: { $0.key == "$objects" }), case .array(var objects) = top[place].value
        else { return [] }
        for index in objects.indices {
            if case .boolean(let isTrue) = objects[index] { objects[index] = .integer(isTrue ? 1 : 0) }
        }
        top[place].value = .array(objects)
        return RawDeflate.storing(BinaryPropertyListWriter.encode(.dictionary(top)))
    }
}
