import Foundation
import SwiftData

/// Versions that can be migrated one by one, but not directly from the first to the last.
enum StagedPath {
    enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Item.self, Other.self] }
        @Model final class Item {
            var name: String
            var mark: Int
            init(_ number: Int) {
                name = "Ümlaut \(number)"
                mark = number
            }
        }
        @Model final class Other {
            var text: String
            var number: Double?
            init(_ number: Int) {
                text = "andere \(number)"
                self.number = number.isMultiple(of: 2) ? nil : Double(number)
            }
        }
    }
    enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Item.self, V2.Other.self] }
        @Model final class Item {
            var name: String
            init(_ name: String) { self.name = name }
        }
        @Model final class Other {
            var text: String
            var number: Double?
            init(_ text: String) { self.text = text }
        }
    }
    enum V3: VersionedSchema {
        static let versionIdentifier = Schema.Version(3, 0, 0)
        static var models: [any PersistentModel.Type] { [Item.self, V3.Other.self] }
        @Model final class Item {
            var name: String
            var mark: String?
            init(_ name: String) { self.name = name }
        }
        @Model final class Other {
            var text: String
            var number: Double?
            init(_ text: String) { self.text = text }
        }
    }

    /// A plan that migrates directly to the last version.
    enum Lightweight: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self] }
        static var stages: [MigrationStage] {
            [
                .lightweight(fromVersion: V1.self, toVersion: V2.self),
                .lightweight(fromVersion: V2.self, toVersion: V3.self),
            ]
        }
    }
    /// A plan that goes through every stage, because one stage is custom (though empty).
    enum Walked: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { Lightweight.schemas }
        static var stages: [MigrationStage] {
            [
                .lightweight(fromVersion: V1.self, toVersion: V2.self),
                .custom(fromVersion: V2.self, toVersion: V3.self, willMigrate: nil, didMigrate: nil),
            ]
        }
    }
    struct HookError: Error {}
    /// A plan that fails when the first stage is done and the second has begun to write.
    enum FailingLate: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { Lightweight.schemas }
        static var stages: [MigrationStage] {
            [
                .lightweight(fromVersion: V1.self, toVersion: V2.self),
                .custom(
                    fromVersion: V2.self, toVersion: V3.self,
                    willMigrate: { context in
                        try context.delete(model: V2.Other.self)
                        for item in try context.fetch(FetchDescriptor<V2.Item>()) { item.name += "!" }
                        try context.save()
                        throw HookError()
                    }, didMigrate: nil),
            ]
        }
    }
    /// A plan whose `willMigrate` closure uses the types of a different version than the store's.
    enum WrongTypes: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { Lightweight.schemas }
        static var stages: [MigrationStage] {
            [
                .lightweight(fromVersion: V1.self, toVersion: V2.self),
                .custom(
                    fromVersion: V2.self, toVersion: V3.self,
                    willMigrate: { context in _ = try context.fetch(FetchDescriptor<V3.Item>()) }, didMigrate: nil),
            ]
        }
    }
}
