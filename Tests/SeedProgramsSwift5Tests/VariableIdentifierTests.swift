import Foundation
import PermafrostTestSupport
import SwiftData
import Testing

/// Versions whose identifier is a variable, as in older code. Only the language mode of Swift 5 accepts it.
enum RouteV1: VersionedSchema {
    static var versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Route.self] }

    @Model final class Route {
        var name: String

        init(name: String) { self.name = name }
    }
}

enum RouteV2: VersionedSchema {
    static var versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Route.self] }

    @Model final class Route {
        var name: String
        var length: Double?

        init(name: String) { self.name = name }
    }
}

enum RoutePlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [RouteV1.self, RouteV2.self] }
    static var stages: [MigrationStage] { [addLength] }

    static let addLength = MigrationStage.lightweight(fromVersion: RouteV1.self, toVersion: RouteV2.self)
}

@Suite struct VariableIdentifierTests {
    @Test func theStoreMigrates() throws {
        let folder = try ScratchFolder()
        let url = folder.url.appendingPathComponent("Routes.store")
        do {
            let schema = Schema(versionedSchema: RouteV1.self)
            let old = try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: url))
            let context = ModelContext(old)
            context.insert(RouteV1.Route(name: "Coast"))
            try context.save()
        }
        let container = try ModelContainer(
            for: RouteV2.Route.self, migrationPlan: RoutePlan.self, configurations: ModelConfiguration(url: url))
        let routes = try ModelContext(container).fetch(FetchDescriptor<RouteV2.Route>())
        #expect(routes.map(\.name) == ["Coast"] && routes.map(\.length) == [nil])
    }
}
