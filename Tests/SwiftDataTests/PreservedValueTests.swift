import Foundation
import PermafrostModel
import PermafrostSource
import PermafrostTestSupport
import Testing

@testable import SwiftData

/// Composites that are preserved on deletion, and inverses of the same name: live types and sources give the same
/// models and hashes.
@Suite struct PreservedValueTests {
    @Test func elementsOfAPreservedCompositeArePreserved() throws {
        let model = Schema(versionedSchema: KeptSchema.self).model
        for name in ["place", "mode"] {
            guard case .attribute(let attribute)? = model.entity(named: "Kept")?.property(named: name) else {
                Issue.record("no attribute \(name)")
                continue
            }
            #expect(attribute.preservesValueOnDeletion)
            #expect(!attribute.leaves.isEmpty && attribute.leaves.allSatisfy { $0.preservesValueOnDeletion })
        }
    }

    @Test func aPreservedCompositeInsideAnotherIsRejected() throws {
        let error = #expect(throws: SwiftDataError.self) {
            try ModelContainer(
                for: Schema([NestedKept.self]), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        }
        #expect(String(describing: error).contains("NestedKept.value is preserved on deletion"))
    }

    @Test func sourcesAndLiveTypesAgree() throws {
        let file = try String(contentsOfFile: #filePath, encoding: .utf8)
        let folder = try ScratchFolder()
        try folder.write(file, to: "Schema.swift")
        let declared = try SourceReader(request: SourceRequest(directory: folder.url.path)).read()
        let schema = try #require(declared.schemas.first { $0.name == "KeptSchema" })
        let model = try #require(schema.model?.known)
        let live = Schema(versionedSchema: KeptSchema.self).model
        #expect(model.versionHashes == live.versionHashes)
        // Each inverse has the relationship's name, and is in the hash.
        for entity in ["Town", "Region"] {
            guard case .relationship(var link)? = live.entity(named: entity)?.property(named: "neighbors") else {
                Issue.record("no relationship in \(entity)")
                continue
            }
            #expect(link.inverse == "neighbors")
            link.inverse = nil
            let other = SchemaModel(entities: [
                Entity(name: entity, properties: [.relationship(link)]),
                Entity(name: link.destination, properties: []),
            ])
            #expect(other.versionHashes[entity] != live.versionHashes[entity])
        }
    }
}

enum KeptSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Kept.self, Town.self, Region.self] }

    struct Place: Codable {
        var city = ""
        var mode = Mode.near
    }

    enum Mode: String, Codable { case near, far }

    @Model final class Kept {
        @Attribute(.preserveValueOnDeletion) var place: Place = Place()
        @Attribute(.preserveValueOnDeletion) var mode: Mode = Mode.near

        init() {}
    }

    @Model final class Town {
        @Relationship(inverse: \Region.neighbors) var neighbors: [Region] = []

        init() {}
    }

    @Model final class Region {
        var neighbors: [Town] = []

        init() {}
    }
}

@Model final class NestedKept {
    struct Outer: Codable { var inner = Inner() }
    struct Inner: Codable { var number = 1 }

    @Attribute(.preserveValueOnDeletion) var value: Outer = Outer()

    init() {}
}
