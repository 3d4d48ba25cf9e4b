import SwiftData

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
enum TripsMigrationPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] {
        [TripsSchemaV1.self, TripsSchemaV2.self]
    }

    static var stages: [MigrationStage] {
        [migrateV1toV2]
    }

    // Every new property is optional or has a default.
    static var migrateV1toV2: MigrationStage {
        .lightweight(fromVersion: TripsSchemaV1.self, toVersion: TripsSchemaV2.self)
    }
}
