import Foundation
import SwiftData

enum CartographerMigrationPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] {
        [CartographerSchemaV1.self, CartographerSchemaV2.self]
    }

    static var stages: [MigrationStage] {
        [keepLinks]
    }

    /// Makes the one group of each location and path the first of its groups, a batch at a time: one that is done has no old
    /// group any more.
    static var keepLinks: MigrationStage {
        .custom(
            fromVersion: CartographerSchemaV1.self, toVersion: CartographerSchemaV2.self,
            willMigrate: nil,
            didMigrate: { context in
                var locations = FetchDescriptor<CartographerSchemaV2.Location>(
                    predicate: #Predicate { $0.group != nil })
                locations.fetchLimit = 500
                while case let batch = try context.fetch(locations), !batch.isEmpty {
                    for location in batch {
                        guard let group = location.group else { continue }
                        location.groups.append(group)
                        location.group = nil
                    }
                    try context.save()
                }
                var paths = FetchDescriptor<CartographerSchemaV2.Path>(predicate: #Predicate { $0.group != nil })
                paths.fetchLimit = 500
                while case let batch = try context.fetch(paths), !batch.isEmpty {
                    for path in batch {
                        guard let group = path.group else { continue }
                        path.groups.append(group)
                        path.group = nil
                    }
                    try context.save()
                }
            })
    }
}
