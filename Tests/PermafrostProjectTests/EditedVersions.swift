/// A project whose frozen version has every shape that an edit can change.
enum EditedVersions {
    static let file = "Sources/App/SchemaV1.swift"
    static let liveFile = "Sources/App/Live.swift"
    static let planFile = "Sources/App/Plan.swift"

    static let sources = [
        file: """
        import Foundation
        import SwiftData

        enum ShopSchemaV1: VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] {
                var models: [any PersistentModel.Type] = [Item.self, Box.self, Tag.self, Lone.self]
                #if os(iOS)
                #endif
                return models
            }

            @Model
            final class Item {
                #Unique<Item>([\\.sku], [\\.name, \\.made])
                #Index<Item>([\\.name], [\\.made])
                @Attribute(.unique) var code: String
                var sku: String
                var name: String
                var made: Date
                var note: String?
                var count: Int
                var flag: Bool
                var small: Int16
                var medium: Int32
                var wide: Int64
                var ratio: Float
                var exact: Double
                var link: URL
                var token: UUID
                var raw: Data
                var price: Int = 1
                var plain: String
                var label: String = "none"
                var stamp: UUID = UUID()
                @Attribute(.externalStorage) var image: Data?
                @Attribute(originalName: "old") var renamed: String
                @Attribute(hashModifier: "1") var modified: String
                var mode: Mode
                var level: Level
                var state: State
                var size: Size
                var maybeSize: Size?
                var tags: [String]
                var sizes: [Size]
                @Relationship(deleteRule: .cascade, inverse: \\Part.item) var parts: [Part]
                @Relationship(minimumModelCount: 1, maximumModelCount: 9) var boxes: [Box]
                var box: Box?
                var label2: Tag?
                @Transient var cache: Int = 0
                var computed: Int { 1 }
                func method() {}
                init() {}
            }

            @Model final class Part {
                var item: Item?
                init() {}
            }

            @Model final class Box {
                var title: String
                init() {}
            }

            @Model final class Lone {
                var title: String
                init() {}
            }
        }
        """,
        liveFile: """
        import Foundation
        import SwiftData

        enum Mode: String, Codable { case grid, list }
        enum Level: Int, Codable { case low = 1, high = 2 }
        enum State: Codable { case open, closed }
        struct Size: Codable {
            var width: Double
            var height: Double
            var unit: Unit
        }
        struct Unit: Codable {
            var symbol: String
            var factor: Double
        }

        @Model final class Tag {
            var text: String
            init() {}
        }
        """,
        planFile: """
        import SwiftData

        enum ShopSchemaV2: VersionedSchema {
            static let versionIdentifier = Schema.Version(2, 0, 0)
            static var models: [any PersistentModel.Type] { [Thing.self, Tag.self] }

            @Model final class Thing {
                var name: String
                init() {}
            }
        }

        enum ShopPlan: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { [ShopSchemaV1.self, ShopSchemaV2.self] }
            static var stages: [MigrationStage] {
                [.lightweight(fromVersion: ShopSchemaV1.self, toVersion: ShopSchemaV2.self)]
            }
        }
        """,
    ]
}
