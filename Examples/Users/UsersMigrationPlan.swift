import SwiftData

enum UsersMigrationPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] {
        [UsersSchemaV1.self, UsersSchemaV2.self, UsersSchemaV3.self]
    }

    static var stages: [MigrationStage] {
        [
            .lightweight(fromVersion: UsersSchemaV1.self, toVersion: UsersSchemaV2.self),
            .lightweight(fromVersion: UsersSchemaV2.self, toVersion: UsersSchemaV3.self),
        ]
    }
}
