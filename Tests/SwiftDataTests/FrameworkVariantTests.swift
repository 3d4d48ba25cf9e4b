import Foundation
import PermafrostFixtures
import PermafrostModel
import PermafrostStore
import PermafrostTestSupport
import Testing

@testable import SwiftData

/// A store that an older framework made from the same declarations opens, saves and migrates with its original layout.
@Suite struct FrameworkVariantTests {
    /// Makes a store of the first version as frameworks up to 1419 lay it out, with four rubrics and four headings.
    private func withOlderStore(_ body: (URL, SchemaModel) throws -> Void) throws {
        let model = Schema(versionedSchema: Rubrics.V1.self).model
        let variant = try #require(model.frameworkVariants.first)
        let older = model.model(of: variant)
        let folder = try ScratchFolder()
        let url = folder.url.appending(path: "Older.store")
        try StoreWriter(model: older, seed: [1], rowsPerEntity: 4).write(to: url.path)
        try body(url, older)
    }

    private func hashes(_ url: URL) throws -> [String: [UInt8]] {
        try StoreReader(path: url.path).metadata().versionHashes
    }

    @Test func liveTypesHaveTheVariantThatTheSourceHas() throws {
        let model = Schema(versionedSchema: Rubrics.V1.self).model
        #expect(
            model.frameworkVariants == [
                FrameworkVariant(
                    framework: .upTo1419,
                    inverses: ["Rubric": ["headings": "rubric"], "Heading": ["rubric": "headings"]])
            ])
        #expect(model.entities.flatMap(\.relationships).compactMap(\.inverse) == [])
        #expect(Schema(versionedSchema: Rubrics.V2.self).model.frameworkVariants == [])
    }

    @Test func anOlderStoreIsOpenedAsItIs() throws {
        try withOlderStore { url, older in
            let layout = try StoreReader(path: url.path).ddlChecksum()
            do {
                let container = try ModelContainer(
                    for: Schema(versionedSchema: Rubrics.V1.self), configurations: ModelConfiguration(url: url))
                let context = ModelContext(container)
                let headings = try context.fetch(FetchDescriptor<Rubrics.V1.Heading>())
                #expect(headings.count == 4)
                let rubric = Rubrics.V1.Rubric(name: "new")
                context.insert(rubric)
                headings[0].rubric = rubric
                // The framework that made the store links both sides.
                #expect(rubric.headings.map(\.title) == [headings[0].title])
                try context.save()
            }
            let container = try ModelContainer(
                for: Schema(versionedSchema: Rubrics.V1.self),
                configurations: ModelConfiguration(url: url, allowsSave: false))
            let rubrics = try ModelContext(container).fetch(
                FetchDescriptor<Rubrics.V1.Rubric>(predicate: #Predicate { $0.name == "new" }))
            #expect(rubrics.first?.headings.count == 1)
            #expect(try hashes(url) == older.versionHashes)
            #expect(try StoreReader(path: url.path).ddlChecksum() == layout)
        }
    }

    @Test(arguments: [false, true])
    func anOlderStoreIsMigrated(_ isCustom: Bool) throws {
        try withOlderStore { url, _ in
            let links = try StoreReader(path: url.path).rows("SELECT ZTITLE, ZRUBRIC FROM ZHEADING ORDER BY Z_PK")
            let plan: any SchemaMigrationPlan.Type = isCustom ? Rubrics.Walked.self : Rubrics.Plan.self
            do {
                let container = try ModelContainer(
                    for: Schema(versionedSchema: Rubrics.V2.self), migrationPlan: plan,
                    configurations: ModelConfiguration(url: url))
                let context = ModelContext(container)
                #expect(try context.fetchCount(FetchDescriptor<Rubrics.V2.Rubric>()) == 4)
                let names = try context.fetch(FetchDescriptor<Rubrics.V2.Rubric>()).map(\.name)
                #expect(names.allSatisfy { $0.hasSuffix(" seen") } == isCustom)
            }
            #expect(try StoreReader(path: url.path).rows("SELECT ZTITLE, ZRUBRIC FROM ZHEADING ORDER BY Z_PK") == links)
            #expect(try hashes(url) == Schema(versionedSchema: Rubrics.V2.self).model.versionHashes)
        }
    }
}

/// Rubrics with headings. The first version leaves their inverse to inference.
enum Rubrics {
    enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Rubric.self, Heading.self] }

        @Model final class Rubric {
            var name: String
            @Relationship(deleteRule: .cascade) var headings: [Heading] = []
            init(name: String) { self.name = name }
        }

        @Model final class Heading {
            var title: String
            var rubric: Rubric?
            init(title: String) { self.title = title }
        }
    }

    enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Rubric.self, Heading.self] }

        @Model final class Rubric {
            var name: String
            var note: String?
            @Relationship(deleteRule: .cascade, inverse: \Heading.rubric) var headings: [Heading] = []
            init(name: String) { self.name = name }
        }

        @Model final class Heading {
            var title: String
            var rubric: Rubric?
            init(title: String) { self.title = title }
        }
    }

    enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static var stages: [MigrationStage] { [.lightweight(fromVersion: V1.self, toVersion: V2.self)] }
    }

    enum Walked: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static var stages: [MigrationStage] {
            [
                .custom(
                    fromVersion: V1.self, toVersion: V2.self,
                    willMigrate: { context in
                        for rubric in try context.fetch(FetchDescriptor<V1.Rubric>()) { rubric.name += " seen" }
                        try context.save()
                    }, didMigrate: nil)
            ]
        }
    }
}
