import SwiftData

/// Versions of one class that differ in one thing each.
enum Items {
    enum First: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Item.self] }

        @Model final class Item {
            var name: String = ""
            var count: Int = 0
            init() {}
        }
    }

    /// An optional property more.
    enum Noted: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Item.self] }

        @Model final class Item {
            var name: String = ""
            var count: Int = 0
            var note: String?
            init() {}
        }
    }

    /// The same under another number.
    enum NotedAgain: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 1, 0)
        static var models: [any PersistentModel.Type] { [Item.self] }

        @Model final class Item {
            var name: String = ""
            var count: Int = 0
            var note: String?
            init() {}
        }
    }

    /// A required property more, which has a default.
    enum Coded: VersionedSchema {
        static let versionIdentifier = Schema.Version(3, 0, 0)
        static var models: [any PersistentModel.Type] { [Item.self] }

        @Model final class Item {
            var name: String = ""
            var count: Int = 0
            var note: String?
            var code: String = ""
            init() {}
        }
    }

    /// The same without a default.
    enum CodedWithoutDefault: VersionedSchema {
        static let versionIdentifier = Schema.Version(3, 0, 0)
        static var models: [any PersistentModel.Type] { [Item.self] }

        @Model final class Item {
            var name: String = ""
            var count: Int = 0
            var note: String?
            var number: String
            init() { number = "" }
        }
    }

    /// The count is a text.
    enum Retyped: VersionedSchema {
        static let versionIdentifier = Schema.Version(3, 0, 0)
        static var models: [any PersistentModel.Type] { [Item.self] }

        @Model final class Item {
            var name: String = ""
            var count: String = ""
            var note: String?
            init() {}
        }
    }

    /// The name is unique.
    enum Unique: VersionedSchema {
        static let versionIdentifier = Schema.Version(3, 0, 0)
        static var models: [any PersistentModel.Type] { [Item.self] }

        @Model final class Item {
            @Attribute(.unique) var name: String = ""
            var count: Int = 0
            var note: String?
            init() {}
        }
    }

    /// The note is gone.
    enum Silent: VersionedSchema {
        static let versionIdentifier = Schema.Version(3, 0, 0)
        static var models: [any PersistentModel.Type] { [Item.self] }

        @Model final class Item {
            var name: String = ""
            var count: Int = 0
            var remark: String?
            init() {}
        }
    }

    /// The name under another name.
    enum Titled: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Item.self] }

        @Model final class Item {
            @Attribute(originalName: "name") var title: String = ""
            var count: Int = 0
            init() {}
        }
    }

    /// And under a third one.
    enum Headed: VersionedSchema {
        static let versionIdentifier = Schema.Version(3, 0, 0)
        static var models: [any PersistentModel.Type] { [Item.self] }

        @Model final class Item {
            @Attribute(originalName: "title") var heading: String = ""
            var count: Int = 0
            init() {}
        }
    }

    /// Two classes of one name.
    enum Doubled: VersionedSchema {
        static let versionIdentifier = Schema.Version(4, 0, 0)
        static var models: [any PersistentModel.Type] { [First.Item.self, Noted.Item.self] }
    }
}
