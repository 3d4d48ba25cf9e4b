import Foundation
import PermafrostTestSupport
import SwiftData
import Testing

/// Two versions of an atlas: a site belongs to one region, and then to several.
enum AtlasV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Site.self, Region.self] }

    @Model final class Site {
        var id: UUID
        var name: String
        var region: Region?

        init(name: String) { (id, self.name) = (UUID(), name) }
    }

    @Model final class Region {
        var id: UUID
        var name: String
        @Relationship(inverse: \Site.region) var sites: [Site] = []

        init(name: String) { (id, self.name) = (UUID(), name) }
    }
}

enum AtlasV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Site.self, Region.self] }

    @Model final class Site {
        var id: UUID
        var name: String
        var regions: [Region] = []

        init(name: String) { (id, self.name) = (UUID(), name) }
    }

    @Model final class Region {
        var id: UUID
        var name: String
        @Relationship(inverse: \Site.regions) var sites: [Site] = []

        init(name: String) { (id, self.name) = (UUID(), name) }
    }
}

/// The sites of one region, which the hook before the migration keeps for the hook afterwards.
final class RegionContent {
    let region: UUID
    var sites: [UUID] = []

    init(region: UUID) { self.region = region }
}

/// The two hooks of a stage never run at the same time.
nonisolated(unsafe) var regionContents: [RegionContent] = []

enum AtlasPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [AtlasV1.self, AtlasV2.self] }
    static var stages: [MigrationStage] { [severalRegions] }

    static let severalRegions = MigrationStage.custom(
        fromVersion: AtlasV1.self, toVersion: AtlasV2.self,
        willMigrate: { context in
            regionContents = try context.fetch(FetchDescriptor<AtlasV1.Region>()).map { RegionContent(region: $0.id) }
            for site in try context.fetch(FetchDescriptor<AtlasV1.Site>()) {
                guard let region = site.region else { continue }
                regionContents.first { $0.region == region.id }?.sites.append(site.id)
            }
        },
        didMigrate: { context in
            let sites = try context.fetch(FetchDescriptor<AtlasV2.Site>())
            for region in try context.fetch(FetchDescriptor<AtlasV2.Region>()) {
                let content = regionContents.first { $0.region == region.id }
                for site in sites where content?.sites.contains(site.id) == true { site.regions.append(region) }
            }
            try context.save()
            regionContents = []
        })
}

/// A value that SwiftData can't migrate is carried between the two hooks of a stage, in a global variable.
@Suite struct AtlasTests {
    @Test func linksAreCarriedBetweenTheHooks() throws {
        let folder = try ScratchFolder()
        let url = folder.url.appendingPathComponent("Atlas.store")
        do {
            let schema = Schema(versionedSchema: AtlasV1.self)
            let old = try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: url))
            let context = ModelContext(old)
            let regions = ["North", "South"].map { AtlasV1.Region(name: $0) }
            for region in regions { context.insert(region) }
            for (index, name) in ["Cape", "Dune", "Fjord", "Islet"].enumerated() {
                let site = AtlasV1.Site(name: name)
                context.insert(site)
                site.region = index == 3 ? nil : regions[index % 2]
            }
            try context.save()
        }
        let container = try ModelContainer(
            for: AtlasV2.Site.self, migrationPlan: AtlasPlan.self, configurations: ModelConfiguration(url: url))
        let context = ModelContext(container)
        let sites = try context.fetch(FetchDescriptor<AtlasV2.Site>(sortBy: [SortDescriptor(\.name)]))
        #expect(sites.map { $0.regions.map(\.name) } == [["North"], ["South"], ["North"], []])
        sites[0].regions.append(
            contentsOf: try context.fetch(FetchDescriptor<AtlasV2.Region>()).filter { $0.name == "South" })
        try context.save()
        #expect(sites[0].regions.map(\.name).sorted() == ["North", "South"])
    }
}
