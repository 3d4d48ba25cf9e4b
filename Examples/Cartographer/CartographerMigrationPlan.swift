import Permafrost
import SwiftData

enum CartographerMigrationPlan: DeclaredMigrationPlan {
    /// Makes the single group of each location and path the first of its groups.
    static let plan = MigrationPlan(schemas: [CartographerSchemaV1.self, CartographerSchemaV2.self]) {
        Stage(from: CartographerSchemaV1.self, to: CartographerSchemaV2.self) {
            Reconnect(\CartographerSchemaV2.Location.group, to: \CartographerSchemaV2.Location.groups)
            Reconnect(\CartographerSchemaV2.Path.group, to: \CartographerSchemaV2.Path.groups)
            Assert.preserved(\CartographerSchemaV1.Location.name, as: \CartographerSchemaV2.Location.name)
        }
    }
}
