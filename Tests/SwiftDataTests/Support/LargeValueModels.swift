import Foundation
import SwiftData

/// An entity with large values next to the store, and later versions of it.
enum LargeValues {
    static let size = 120_000

    /// Returns the bytes of an item's picture: large if the number is a multiple of 10, nil if it's another multiple of
    /// 3, and small otherwise.
    static func picture(_ number: Int) -> Data? {
        if number.isMultiple(of: 10) { return Data(repeating: UInt8(number % 256), count: size) }
        return number.isMultiple(of: 3) ? nil : Data([2, UInt8(number % 256)])
    }

    enum Base: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Item.self] }
        @Model final class Item {
            var number: Int
            @Attribute(.externalStorage) var picture: Data?
            init(_ number: Int) {
                self.number = number
                picture = LargeValues.picture(number)
            }
        }
    }

    enum Kept: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Item.self] }
        @Model final class Item {
            var number: Int
            var extra: String = "x"
            @Attribute(.externalStorage) var picture: Data?
            init(_ number: Int) { self.number = number }
        }
    }

    enum Renamed {
        @Model final class Item {
            var number: Int
            @Attribute(.externalStorage, originalName: "picture") var photo: Data?
            init(_ number: Int) { self.number = number }
        }
    }

    enum Removed {
        @Model final class Item {
            var number: Int
            init(_ number: Int) { self.number = number }
        }
    }

    /// A version that stores the picture in its cell.
    enum Inside {
        @Model final class Item {
            var number: Int
            var picture: Data?
            init(_ number: Int) { self.number = number }
        }
    }

    /// A version whose picture is required and has a large default.
    enum Required {
        @Model final class Item {
            var number: Int
            @Attribute(.externalStorage) var picture: Data = Data(repeating: 7, count: LargeValues.size)
            init(_ number: Int) { self.number = number }
        }
    }

    struct HookError: Error {}

    /// Replaces, deletes and adds large values. Both the failing and the working plan use it.
    private static func change(_ context: ModelContext) throws {
        let items = try context.fetch(FetchDescriptor<Kept.Item>(sortBy: [SortDescriptor(\.number)]))
        items[0].picture = Data(repeating: 200, count: size)
        context.delete(items[10])
        items[1].picture = Data(repeating: 201, count: size)
        try context.save()
    }

    enum FailingPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [Base.self, Kept.self] }
        static var stages: [MigrationStage] {
            [
                .custom(
                    fromVersion: Base.self, toVersion: Kept.self, willMigrate: nil,
                    didMigrate: { context in
                        try change(context)
                        throw HookError()
                    })
            ]
        }
    }

    enum WorkingPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [Base.self, Kept.self] }
        static var stages: [MigrationStage] {
            [.custom(fromVersion: Base.self, toVersion: Kept.self, willMigrate: nil, didMigrate: { try change($0) })]
        }
    }
}
