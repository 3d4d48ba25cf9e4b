import Foundation
import SwiftData

/// The first of three versions. Each version can be migrated to the next one by inference.
enum LadderSchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Rung.self] }

    @Model
    final class Rung {
        var name: String = "first"

        init() {}
    }
}

enum LadderSchemaV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Rung.self] }

    @Model
    final class Rung {
        var name: String = "first"
        var height: Int = 0

        init() {}
    }
}

enum LadderSchemaV3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Rung.self] }

    @Model
    final class Rung {
        var name: String = "first"
        var height: Int = 0
        var note: String?

        init() {}
    }
}

/// The models of ``LadderSchemaV1`` with a different version identifier.
enum LadderSchemaCopy: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 5, 0)
    static var models: [any PersistentModel.Type] { [Rung.self] }

    @Model
    final class Rung {
        var name: String = "first"

        init() {}
    }
}

extension MigrationStage {
    /// Returns a custom stage without hooks.
    static func empty(
        from old: any VersionedSchema.Type, to new: any VersionedSchema.Type
    ) -> MigrationStage {
        .custom(fromVersion: old, toVersion: new, willMigrate: nil, didMigrate: nil)
    }

    static func light(from old: any VersionedSchema.Type, to new: any VersionedSchema.Type) -> MigrationStage {
        .lightweight(fromVersion: old, toVersion: new)
    }
}
