import Foundation
import SwiftData
import Testing

// Everything here is written against the API that Apple documents, so that the file compiles against both modules.

enum LibrarySchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Volume.self] }

    @Model final class Volume {
        var title: String

        init(title: String) { self.title = title }
    }
}

enum LibrarySchemaV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Volume.self] }

    @Model final class Volume {
        var title: String
        var pages: Int = 0

        init(title: String) { self.title = title }
    }
}

enum LibraryPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [LibrarySchemaV1.self, LibrarySchemaV2.self] }
    static var stages: [MigrationStage] { [countPages] }

    static let countPages = MigrationStage.custom(
        fromVersion: LibrarySchemaV1.self, toVersion: LibrarySchemaV2.self, willMigrate: nil,
        didMigrate: { context in
            for volume in try context.fetch(FetchDescriptor<LibrarySchemaV2.Volume>()) {
                volume.pages = volume.title.count
            }
            try context.save()
        })
}

@Suite struct PortableModelTests {
    @Test func aStageIsAStaticConstant() throws {
        try withStore { configuration in
            do {
                let container = try ModelContainer(
                    for: Schema(versionedSchema: LibrarySchemaV1.self), configurations: configuration)
                let context = ModelContext(container)
                context.insert(LibrarySchemaV1.Volume(title: "Emma"))
                try context.save()
            }
            let container = try ModelContainer(
                for: Schema(versionedSchema: LibrarySchemaV2.self), migrationPlan: LibraryPlan.self,
                configurations: configuration)
            let volumes = try ModelContext(container).fetch(FetchDescriptor<LibrarySchemaV2.Volume>())
            #expect(volumes.map(\.pages) == [4])
        }
    }

    @Test func aStageCrossesThreads() async {
        let stage = LibraryPlan.countPages
        let version = await Task.detached {
            switch stage {
            case .custom(_, let to, _, _), .lightweight(_, let to): to.versionIdentifier
            @unknown default: Schema.Version(0, 0, 0)
            }
        }.value
        #expect(version == Schema.Version(2, 0, 0))
    }

    /// What a model says of its properties has no public members; a mirror shows them.
    @Test func aMirrorShowsWhatMetadataNames() {
        let children = LibrarySchemaV2.Volume.schemaMetadata.map { Mirror(reflecting: $0) }
        #expect(children.map { $0.descendant("name") as? String } == ["title", "pages"])
        #expect(
            children.map { $0.descendant("keypath") as? AnyKeyPath }
                == [\LibrarySchemaV2.Volume.title, \LibrarySchemaV2.Volume.pages])
    }

    @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
    @Test func anEntityBearsItsTypesUnqualifiedName() {
        #expect(Schema.entityName(for: LibrarySchemaV2.Volume.self) == "Volume")
    }

    @Test func aConfigurationNeedsNoArguments() {
        #expect(ModelConfiguration().name == "default")
        #expect(!ModelConfiguration().isStoredInMemoryOnly)
        #expect(ModelConfiguration("Other").name == "Other")
        #expect(ModelConfiguration(isStoredInMemoryOnly: true).isStoredInMemoryOnly)
        #expect(ModelConfiguration(for: LibrarySchemaV1.Volume.self).schema?.entities.map(\.name) == ["Volume"])
    }

    private func withStore(_ body: (ModelConfiguration) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("portable-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(ModelConfiguration(url: folder.appendingPathComponent("App.store")))
    }
}
