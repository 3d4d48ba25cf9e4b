import SwiftData

/// Versions of a class that differ from the previous one in one respect each.
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

    /// Adds an optional property.
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

    /// The same version with another number.
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

    /// Adds a required property with a default.
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

    /// Adds the property without a default.
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

    /// Changes the type of the count to a text.
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

    /// Makes the name unique.
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

    /// Removes the note.
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

    /// Renames the name.
    enum Titled: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Item.self] }

        @Model final class Item {
            @Attribute(originalName: "name") var title: String = ""
            var count: Int = 0
            init() {}
        }
    }

    /// Renames the name again.
    enum Headed: VersionedSchema {
        static let versionIdentifier = Schema.Version(3, 0, 0)
        static var models: [any PersistentModel.Type] { [Item.self] }

        @Model final class Item {
            @Attribute(originalName: "title") var heading: String = ""
            var count: Int = 0
            init() {}
        }
    }

    /// Two classes with the same name.
    enum Doubled: VersionedSchema {
        static let versionIdentifier = Schema.Version(4, 0, 0)
        static var models: [any PersistentModel.Type] { [First.Item.self, Noted.Item.self] }
    }
}
