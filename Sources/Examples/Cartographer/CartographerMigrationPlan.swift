import SwiftData

enum CartographerMigrationPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] {
        [CartographerSchemaV1.self, CartographerSchemaV2.self]
    }

    static var stages: [MigrationStage] {
        [keepLinks]
    }

    /// Makes the one group of each location and path the first of its groups.
    static var keepLinks: MigrationStage {
        .custom(
            fromVersion: CartographerSchemaV1.self, toVersion: CartographerSchemaV2.self,
            willMigrate: nil,
            didMigrate: { context in
                for location in try context.fetch(FetchDescriptor<CartographerSchemaV2.Location>()) {
                    guard let group = location.group else { continue }
                    location.groups.append(group)
                    location.group = nil
                }
                for path in try context.fetch(FetchDescriptor<CartographerSchemaV2.Path>()) {
                    guard let group = path.group else { continue }
                    path.groups.append(group)
                    path.group = nil
                }
                try context.save()
            })
    }
}
